/** Search hits, tables, figures, form fields and links of a job on the wire. */
import { type Static, type TSchema, Type } from '@fastify/type-provider-typebox';
import {
  type ContentList,
  type ReadTable,
  type TableFormat,
  tableFormats,
} from '../../actions/list-contents.ts';
import type { SearchAnswer } from '../../actions/search-document.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import {
  fieldsExample,
  figuresExample,
  linksExample,
  searchExample,
  tableExample,
  tablesExample,
} from './contents-examples.ts';
import { exampleIds } from './examples.ts';
import { Box, cursorField, NextCursor, PageLabel, PageNumber, Ref } from './reading-parts.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Headings = Type.Array(Type.String(), {
  description: 'Titles of the headings above it, outermost first.',
});
const N = Type.Integer({ minimum: 1, description: 'Number in the document, from 1.' });

const SearchItem = Type.Object({
  ref: Ref,
  page: PageNumber,
  label: PageLabel,
  box: Box,
  boxes: Type.Array(Type.Object({ page: PageNumber, box: Box }), {
    description: 'The printed lines of the match, cut to its words. `box` is that of the whole block.',
  }),
  headings: Headings,
  before: Type.String({ description: 'The text before the match, in the same block.' }),
  match: Type.String({ description: 'As in the document.' }),
  after: Type.String({ description: 'The text after the match, in the same block.' }),
  score: Type.Number({ description: 'From 0 to 1: whole words count more, and words close together.' }),
  start: Count('Where the match begins in the canonical text, in UTF-16 code units.'),
  end: Count('Where it ends.'),
});

export const SearchBody = Type.Object(
  {
    items: Type.Array(SearchItem, {
      description: 'The best first; of equal ones, in the order of the document.',
    }),
    total: Count('All hits. The best 1,000 can be read by cursor.'),
    next_cursor: NextCursor,
  },
  { $id: 'SearchResult', examples: [searchExample] },
);

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 500,
    description:
      'Words that must all be in one block, or a phrase in quotes. Case, ligatures, compatibility forms and soft hyphens do not matter. Parts of words are found too.',
    examples: ['indemnity "third parties"'],
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'The most hits of the answer.' }),
  ...cursorField,
});

export const ContentQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 50,
    description: 'The most items of the answer.',
  }),
  ...cursorField,
});

const listOf = <T extends TSchema>(item: T, $id: string, example: object) =>
  Type.Object(
    {
      items: Type.Array(item, { description: 'In the order of the document.' }),
      total: Count('How many there are.'),
      next_cursor: NextCursor,
    },
    { $id, examples: [example] },
  );

const tableFields = {
  n: N,
  ref: Ref,
  pages: Type.Array(PageNumber, {
    description: 'The pages it is on. A table over several pages is one table.',
  }),
  box: Box,
  caption: TextOrNull('The caption next to it.'),
  rows: Count('Rows, with those of the head.'),
  columns: Count('Columns.'),
  headings: Headings,
};

export const TableListBody = listOf(Type.Object(tableFields), 'TableList', tablesExample);

export const TablePath = Type.Object({
  id: Type.String({ description: 'Job identifier.', examples: [exampleIds.job] }),
  n: Type.String({
    pattern: '^[1-9][0-9]{0,8}$',
    description: 'The number in the list of tables.',
    examples: ['1'],
  }),
});

export const TableQuery = Type.Object({
  format: Type.Unsafe<TableFormat>({
    ...OneOf(tableFormats, { description: 'How `content` is written.' }),
    default: 'csv',
  }),
  rows: Type.Optional(
    Type.String({
      maxLength: 50,
      description: 'One row or one range, from 1: `1-50`. All rows by default.',
      examples: ['1-50'],
    }),
  ),
});

export const TableBody = Type.Object(
  {
    ...tableFields,
    format: OneOf(tableFormats),
    from_row: Type.Integer({ minimum: 0, description: 'The first row of `content`.' }),
    to_row: Type.Integer({ minimum: 0, description: 'The last row of `content`.' }),
    content: Type.Union([Type.String(), Type.Array(Type.Array(Type.String()))], {
      description:
        'Csv (RFC 4180), markdown or html as text; with `format=json` an array of rows of texts. Places that a spanning cell covers are empty, but for html, which has spans.',
    }),
  },
  { $id: 'Table', examples: [tableExample] },
);

const place = { n: N, ref: Ref, page: PageNumber, box: Box };

export const FigureListBody = listOf(
  Type.Object({
    ...place,
    caption: TextOrNull('Its caption.'),
    alt: TextOrNull('The alternative text in the PDF.'),
    image: TextOrNull(
      'Name of the file in the images of the job; null if none was extracted or images are embedded.',
    ),
    before: Type.String({ description: 'The end of the block before it.' }),
    after: Type.String({ description: 'The beginning of the block after it.' }),
  }),
  'FigureList',
  figuresExample,
);

export const FieldListBody = listOf(
  Type.Object({
    ...place,
    name: Type.String({ description: 'The name in the form.' }),
    label: TextOrNull('What a reader is told the field is for.'),
    type: OneOf(['text', 'checkbox', 'radio', 'choice', 'button', 'signature']),
    value: Type.Union([Type.String(), Type.Array(Type.String()), Type.Boolean(), Type.Null()], {
      description: 'What is filled in; null if it is empty.',
    }),
  }),
  'FieldList',
  fieldsExample,
);

export const LinkListBody = listOf(
  Type.Object({
    ...place,
    text: Type.String({ description: 'The words of the link.' }),
    url: TextOrNull('Where it leads; null for a link to a page.'),
    target_page: Type.Union([PageNumber, Type.Null()], {
      description: 'The page it leads to; null for an address.',
    }),
  }),
  'LinkList',
  linksExample,
);

type Listed = { readonly box: readonly number[] };
type Lists<Item> = { items: Item[]; total: number; next_cursor: string | null };

/** `change` sets what is named otherwise on the wire. */
export function toListBody<Item extends Listed, Wire>(
  { items, total, nextCursor }: ContentList<Item>,
  change: (item: Item) => Wire,
): Lists<Wire & { box: number[] }> {
  return {
    items: items.map((item) => ({ ...change(item), box: [...item.box] })),
    total,
    next_cursor: nextCursor,
  };
}

export function toSearchBody({ items, total, nextCursor }: SearchAnswer): Static<typeof SearchBody> {
  return {
    items: items.map((hit) => ({
      ...hit,
      box: [...hit.box],
      boxes: hit.boxes.map(({ page, box }) => ({ page, box: [...box] })),
      headings: [...hit.headings],
    })),
    total,
    next_cursor: nextCursor,
  };
}

export function toTableBody(read: ReadTable): Static<typeof TableBody> {
  const { found, format, from, to } = read;
  return {
    ...found,
    box: [...found.box],
    pages: [...found.pages],
    headings: [...found.headings],
    format,
    from_row: Math.min(from, found.rows),
    to_row: to,
    content: read.format === 'json' ? read.rows.map((row) => [...row]) : read.text,
  };
}
