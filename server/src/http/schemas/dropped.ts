/** Dropped content on the wire. */

import { type Static, Type } from '@fastify/type-provider-typebox';
import { type DroppedContent, droppedItemsMax, droppedKinds } from '../../domain/dropped.ts';
import { contentFilters } from '../../domain/options.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { droppedExample } from './examples.ts';

const DroppedItem = Type.Object({
  page: Type.Integer({ minimum: 1, description: '1-based.' }),
  bounding_box: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'Left, bottom, right, top in points of the displayed page, as in the json output.',
  }),
  reason: OneOf(contentFilters, {
    description: 'The filter that dropped it, under the name that switches it off in `content_safety_off`.',
  }),
  kind: OneOf(droppedKinds, { description: 'What it was.' }),
});

export const DroppedListBody = Type.Object(
  {
    items: Type.Array(DroppedItem, { maxItems: droppedItemsMax }),
    total: Type.Integer({ description: 'Everything that was dropped; `items` ends after 1,000.' }),
  },
  { $id: 'DroppedList', examples: [droppedExample] },
);

export function toDroppedListBody({ count, items }: DroppedContent): Static<typeof DroppedListBody> {
  return {
    items: items.map(({ page, box, reason, kind }) => ({ page, bounding_box: [...box], reason, kind })),
    total: count,
  };
}
