/** Share links on the wire: as their owner sees them, and what they show. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import type { ShareWithEnd } from '../../actions/manage-shares.ts';
import {
  type ElementContent,
  type OpenedShare,
  sharedFormats,
  sharedFormatsOf,
} from '../../actions/open-share.ts';
import { OneOf, storableText } from '../../domain/schema-parts.ts';
import { shareDaysDefault, shareDaysMax, shareEnd, shareNameLengthMax } from '../../domain/share.ts';
import { exampleIds, newShareExample, sharedResultExample, shareExample } from './examples.ts';
import { PageNumber, Ref } from './reading-parts.ts';
import { OrNull, Timestamp } from './scalars.ts';

const fields = {
  id: Type.String({ format: 'uuid', description: 'Identifier of the link, used to revoke it.' }),
  name: OrNull(Type.String(), { description: 'What you called it.' }),
  ref: OrNull(Ref, { description: 'The only block that the link shows; null if it shows the whole result.' }),
  with_source: Type.Boolean({ description: 'The link also shows the pages of the submitted PDF.' }),
  created_at: Timestamp,
  expires_at: Type.String({
    format: 'date-time',
    description: 'When the link stops working. It never works longer than the job is kept.',
  }),
};

export const ShareBody = Type.Object(fields, { $id: 'Share', examples: [shareExample] });

export const ShareListBody = Type.Object(
  { items: Type.Array(ShareBody), total: Type.Integer({ minimum: 0 }) },
  { $id: 'ShareList', examples: [{ items: [shareExample], total: 1 }] },
);

export const NewShareBody = Type.Object(
  {
    ...fields,
    token: Type.String({ description: 'The secret of the link. It is shown only once.' }),
    url: OrNull(Type.String({ format: 'uri' }), {
      description:
        'The link to send. It contains the token and is shown only once. Null if this installation serves no dashboard; use the token with the routes below `/shared`.',
    }),
  },
  { $id: 'NewShare', examples: [newShareExample] },
);

export const CreateShareBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: shareNameLengthMax,
        pattern: storableText,
        description: 'A name that tells you later whom the link is for. It is not shown to others.',
      }),
    ),
    ref: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Share only this block of the document: the JSON pointer of an entry of `kids` in the json output. Without it, the whole result is shared.',
        examples: ['/kids/40'],
      }),
    ),
    with_source: Type.Optional(
      Type.Boolean({
        description:
          'Also show the pages of the submitted PDF, which can then be downloaded. True by default for a whole result; a link to one block never shows pages.',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({
        maxLength: 64,
        description: `When the link stops working: ISO 8601 with an offset, at most ${shareDaysMax} days from now. ${shareDaysDefault} days from now by default.`,
        examples: [shareExample.expires_at],
      }),
    ),
  },
  {
    $id: 'CreateShare',
    additionalProperties: false,
    examples: [{ name: shareExample.name, expires_at: shareExample.expires_at }],
  },
);

export const SharePath = Type.Object({
  id: Type.String({ description: 'Job identifier.', examples: [exampleIds.job] }),
  share_id: Type.String({ description: 'Identifier of the link.', examples: [exampleIds.share] }),
});

export const SharedResultBody = Type.Object(
  {
    file_name: OrNull(Type.String(), { description: 'The name of the submitted file.' }),
    page_count: OrNull(Type.Integer(), { description: 'Pages that were converted.' }),
    formats: Type.Array(OneOf([...sharedFormats, 'images']), {
      description: 'What can be downloaded; empty for a link to one block.',
    }),
    with_source: Type.Boolean({ description: 'The submitted PDF can be downloaded.' }),
    element: OrNull(
      Type.Object({
        ref: Ref,
        type: Type.String({ description: 'As in the json output: `paragraph`, `table`, …' }),
        page: PageNumber,
        markdown: Type.String({ description: 'The content of the block.' }),
        truncated: Type.Boolean({ description: 'The block is longer than what is shown.' }),
      }),
      { description: 'The block, for a link to one block.' },
    ),
    expires_at: fields.expires_at,
  },
  { $id: 'SharedResult', examples: [sharedResultExample] },
);

export const SharedDownloadPath = Type.Object({
  fmt: OneOf(sharedFormats, { description: 'Output format.' }),
});

export const SharedImagePath = Type.Object({
  name: Type.String({
    description: 'The last part of a link to an image in the markdown, html or json output.',
    examples: ['imageFile1.png'],
  }),
});

export function toShareBody(share: ShareWithEnd): Static<typeof ShareBody> {
  return {
    id: share.id,
    name: share.name,
    ref: share.element?.ref ?? null,
    with_source: share.withSource,
    created_at: share.createdAt.toISOString(),
    expires_at: share.endsAt.toISOString(),
  };
}

export function toSharedResultBody(
  opened: OpenedShare,
  element: ElementContent | null,
): Static<typeof SharedResultBody> {
  const { share, job } = opened;
  return {
    file_name: job.source.fileName,
    page_count: job.pageCount,
    formats: [...sharedFormatsOf(opened)],
    with_source: share.withSource,
    element,
    expires_at: shareEnd(share, job).toISOString(),
  };
}
