/** What answers of the reading routes have in common. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { noContent } from './answer.ts';

export const Box = Type.Array(Type.Number(), {
  minItems: 4,
  maxItems: 4,
  description: 'Left, bottom, right, top in points of the displayed page, as in the json output.',
});

export const Ref = Type.String({
  description:
    'JSON pointer into the json output: `/kids/40`. It belongs to this conversion, as the `ETag` does.',
});

export const PageNumber = Type.Integer({
  minimum: 1,
  description: 'The number of the page in the PDF, from 1.',
});

export const PageLabel = Type.Union([Type.String(), Type.Null()], {
  description: 'The page number as a viewer shows it, such as `iv`; null if it is `page`.',
});

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Send it as `cursor` to go on; null at the end.',
});

export const cursorField = {
  cursor: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'The `next_cursor` of the answer before. It is valid until the job is converted again.',
    }),
  ),
};

export const maxTokensField = {
  max_tokens: Type.Integer({
    minimum: 100,
    maximum: 20_000,
    default: 4_000,
    description: 'The most tokens of the answer, counted by o200k_base. An estimate for other models.',
  }),
};

export const unchanged = noContent(
  'The conversion still has the `ETag` of `If-None-Match`.',
  'ETag',
  'Cache-Control',
);

export const ReadingHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      description: 'An `ETag` of an earlier answer. If the conversion is the same, the answer is 304.',
    }),
  ),
});

export type BoxBody = Static<typeof Box>;
