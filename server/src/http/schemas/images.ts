/** Images of a job on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import type { Image } from '../../actions/read-images.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { exampleIds, imagesExample } from './examples.ts';

const ImageItem = Type.Object({
  name: Type.String({
    description: 'The last part of the link in markdown, html and json, which is `images/` and this name.',
  }),
  bytes: Type.Integer({ minimum: 0, description: 'Size of the file.' }),
  media_type: OneOf(['image/png', 'image/jpeg']),
  page: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'Known where the job also produced json of at most 4 MB; null otherwise.',
  }),
});

export const ImageListBody = Type.Object(
  {
    items: Type.Array(ImageItem, { description: 'In the order of the document.' }),
    total: Type.Integer({ description: 'How many there are.' }),
  },
  { $id: 'ImageList', examples: [imagesExample] },
);

export const ImagePath = Type.Object({
  id: Type.String({ description: 'Job identifier.', examples: [exampleIds.job] }),
  name: Type.String({ description: 'The name in the list of images.', examples: ['imageFile1.png'] }),
});

export function toImageListBody(
  images: readonly (Image & { readonly page: number | null })[],
): Static<typeof ImageListBody> {
  const items = images.map(({ name, bytes, mediaType, page }) => ({
    name,
    bytes,
    media_type: mediaType,
    page,
  }));
  return { items, total: items.length };
}
