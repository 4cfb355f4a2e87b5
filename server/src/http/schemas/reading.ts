/** Outline, pages and text of a job on the wire. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { type ReadDocument, readFormats } from '../../actions/read-document.ts';
import type { Outline, PageList } from '../../actions/read-pages.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { outlineExample, pagesExample, readExample } from './reading-examples.ts';
import { Box, cursorField, maxTokensField, NextCursor, PageLabel, PageNumber, Ref } from './reading-parts.ts';

const Tokens = (description: string) => Type.Integer({ minimum: 0, description });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const OutlineItem = Type.Object({
  ref: Nullable(Ref, 'The heading, for `section` of `/read`. Null if no heading of the page has this title.'),
  title: Type.String(),
  level: Type.Integer({ minimum: 1 }),
  page: Nullable(PageNumber, 'Where it begins; null for a bookmark that leads to no converted page.'),
  label: PageLabel,
  box: Nullable(Box, 'The box of the heading.'),
  tokens: Tokens('Of the markdown up to the next entry.'),
  tokens_with_children: Tokens('Of the markdown up to the next entry that is not below this one.'),
  tables: Tokens('Tables up to the next entry.'),
  figures: Tokens('Figures up to the next entry.'),
  source: OneOf(['heading', 'bookmark'], {
    description: 'Bookmarks of the PDF where it has any, else the headings of its text.',
  }),
});

export const OutlineBody = Type.Object(
  {
    document: Type.Object({
      pages: Type.Integer({ minimum: 0, description: 'Pages that were converted.' }),
      tokens: Tokens('Of the markdown of the whole document.'),
      title: Nullable(Type.String(), 'From the metadata of the PDF.'),
      language: Nullable(Type.String(), 'BCP 47.'),
    }),
    items: Type.Array(OutlineItem, { description: 'In the order of the document.' }),
    next_cursor: NextCursor,
  },
  { $id: 'Outline', examples: [outlineExample] },
);

export const OutlineQuery = Type.Object({
  depth: Type.Integer({ minimum: 1, maximum: 99, default: 3, description: 'Levels of the outline.' }),
  ...maxTokensField,
  ...cursorField,
});

const PageItem = Type.Object({
  page: PageNumber,
  label: PageLabel,
  width: Type.Number({ description: 'In points, as displayed.' }),
  height: Type.Number({ description: 'In points, as displayed.' }),
  rotation: Type.Integer({
    description: 'By how many degrees the PDF turns the page clockwise for display.',
  }),
  tokens: Tokens('Of the markdown of the blocks that begin on this page.'),
  blocks: Tokens('Blocks that begin on this page.'),
  tables: Tokens('Tables.'),
  figures: Tokens('Figures.'),
  fields: Tokens('Form fields.'),
  links: Tokens('Links.'),
  quality: Type.Object(
    {
      score: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'From 0, nothing could be read, to 1, nothing is known against it.',
      }),
      reasons: Type.Array(Type.String(), { description: 'Codes of the warnings of the job for this page.' }),
      ocr_confidence: Nullable(
        Type.Number({ minimum: 0, maximum: 1 }),
        'Mean confidence of the words that OCR recognized on this page; null if its text was not recognized.',
      ),
    },
    {
      description:
        'How far the text of the page can be trusted, derived from the warnings of the job and the confidence of OCR.',
    },
  ),
});

export const PageListBody = Type.Object(
  { items: Type.Array(PageItem), next_cursor: NextCursor },
  { $id: 'PageList', examples: [pagesExample] },
);

export const PageListQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 100,
    description: 'The most pages of the answer.',
  }),
  ...cursorField,
});

const ReadBlockItem = Type.Object(
  {
    ref: Ref,
    type: Type.String({ description: 'As in the json output: `paragraph`, `table`, …' }),
    page: PageNumber,
    box: Box,
    headings: Type.Array(Type.String(), { description: 'Titles of the headings above it, outermost first.' }),
    section: Type.Optional(Type.String({ description: '`ref` of the nearest heading above it.' })),
    start: Type.Integer({
      minimum: 0,
      description:
        'Where its text begins in the canonical text (the text output without separators), in UTF-16 code units.',
    }),
    end: Type.Integer({ minimum: 0, description: 'Where its text ends.' }),
    markdown: Type.String({
      description: 'The block, or the part of it that fits: rows of a table, items of a list.',
    }),
  },
  { $id: 'ReadBlock' },
);

const Place = Nullable(
  Type.Object({ page: PageNumber, ref: Ref }),
  'The block and its page; null if there was nothing to read.',
);

export const ReadBody = Type.Object(
  {
    format: OneOf(readFormats),
    content: Type.Union([Type.String(), Type.Array(ReadBlockItem)], {
      description:
        'Markdown with a mark `<!-- page 4 (iv) -->` where a page begins; with `format=text` a part of the canonical text; with `format=blocks` an array of blocks. All parts of a text together are the text.',
    }),
    tokens: Tokens('Of `content`; of its JSON with `format=blocks`. Never more than `max_tokens`.'),
    from: Place,
    to: Place,
    truncated: Type.Boolean({ description: 'There is more: go on with `next_cursor`.' }),
    cut: Type.Boolean({
      description:
        'One block, row or item was longer than `max_tokens` alone, and `content` ends inside of it. Otherwise it ends between blocks, rows or items.',
    }),
    next_cursor: NextCursor,
    remaining_tokens: Tokens('About what is left of the range that was asked for.'),
  },
  { $id: 'ReadPart', examples: [readExample] },
);

export const ReadQuery = Type.Object({
  pages: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'One page or one range: `7`, `3-5`. Without `pages` and `section`, the whole document.',
      examples: ['3-5'],
    }),
  ),
  section: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The `ref` of a heading in the outline: its text with all sections below it.',
      examples: ['/kids/40'],
    }),
  ),
  ...cursorField,
  ...maxTokensField,
  format: Type.Optional(
    OneOf(readFormats, { description: '`markdown` by default; with a cursor, that of the request before.' }),
  ),
});

export function toOutlineBody({ directory, items, nextCursor }: Outline): Static<typeof OutlineBody> {
  const { head, pages, tokens } = directory;
  return {
    document: { pages: pages.length, tokens, title: head.title ?? null, language: head.language ?? null },
    items: items.map((item) => ({ ...item, box: item.box && [...item.box] })),
    next_cursor: nextCursor,
  };
}

export function toPageListBody({ items, nextCursor }: PageList): Static<typeof PageListBody> {
  return {
    items: items.map(({ page, label, width, height, rotation, quality, ...counts }) => ({
      ...{ page, label: label ?? null, width, height, rotation },
      tokens: counts.tokens,
      blocks: counts.blocks,
      tables: counts.tables,
      figures: counts.figures,
      fields: counts.fields,
      links: counts.links,
      quality: {
        score: quality.score,
        reasons: [...quality.reasons],
        ocr_confidence: quality.ocrConfidence,
      },
    })),
    next_cursor: nextCursor,
  };
}

export function toReadBody(read: ReadDocument): Static<typeof ReadBody> {
  const { format, content, tokens, from, to, cut, nextCursor, remainingTokens } = read;
  return {
    format,
    content:
      typeof content === 'string'
        ? content
        : content.map((block) => ({ ...block, box: [...block.box], headings: [...block.headings] })),
    ...{ tokens, from, to, cut },
    truncated: nextCursor !== null,
    next_cursor: nextCursor,
    remaining_tokens: remainingTokens,
  };
}
