/** Comparisons of two documents on the wire. The writer process writes them, with the names of the wire. */
import type { Readable } from 'node:stream';
import { Type } from '@fastify/type-provider-typebox';
import { OneOf } from '../../domain/schema-parts.ts';
import { diffFormats } from '../../ports/document-writer.ts';
import { diffExample } from './diff-example.ts';
import { Box, PageNumber, Ref } from './reading-parts.ts';
import { headersNamed } from './response-headers.ts';

const JobId = (description: string) => Type.String({ maxLength: 200, description });

export const DiffInput = Type.Object(
  {
    base_job_id: JobId('The job of the document before.'),
    head_job_id: JobId('The job of the document after.'),
    scope: Type.Optional(
      OneOf(['text', 'structure'], {
        default: 'text',
        description:
          '`structure` also reports blocks with the same words and another type, heading level or list label.',
      }),
    ),
    format: Type.Optional(
      OneOf(diffFormats, { default: 'json', description: '`html` is a page to read, without scripts.' }),
    ),
  },
  {
    $id: 'DiffInput',
    additionalProperties: false,
    examples: [{ base_job_id: diffExample.base.job_id, head_job_id: diffExample.head.job_id }],
  },
);

const Count = Type.Integer({ minimum: 0 });
const Boxes = Type.Array(Type.Object({ page: PageNumber, box: Box }));
const Side = Type.Object({ job_id: Type.String(), file_name: Type.String() });

const WordEdit = Type.Object({
  op: OneOf(['equal', 'insert', 'delete']),
  text: Type.String({
    description:
      '`equal` and `delete` together are the text of the base, `equal` and `insert` that of the head.',
  }),
  boxes: Type.Array(Type.Object({ page: PageNumber, box: Box }), {
    description: 'Where deleted words are in the base, and inserted words in the head; empty in cells.',
  }),
});

const blockFields = {
  ref: Ref,
  type: Type.String({
    description: 'As in the json output: `paragraph`, `heading`, `list_item`, `table`, `field`, …',
  }),
  level: Type.Union([Type.Integer(), Type.Null()], { description: 'Of a heading.' }),
  label: Type.Union([Type.String(), Type.Null()], { description: 'Of a list item.' }),
  page: PageNumber,
  boxes: Boxes,
  section: Type.Union([Type.String(), Type.Null()], { description: 'The heading above it.' }),
  text: Type.String(),
};

const Block = (description: string) => Type.Union([Type.Object(blockFields), Type.Null()], { description });

const Cell = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 }),
  page: PageNumber,
  box: Box,
});

const Line = Type.Object({
  op: OneOf(['added', 'removed']),
  index: Type.Integer({ minimum: 1, description: 'In the head if it was added, in the base if removed.' }),
  boxes: Boxes,
  cells: Type.Array(Type.String()),
});

const TableChanges = Type.Object({
  rows: Type.Array(Line),
  columns: Type.Array(Line),
  cells: Type.Array(Type.Object({ base: Cell, head: Cell, words: Type.Array(WordEdit) }), {
    description: 'Cells of rows and columns that both tables have.',
  }),
});

const DiffItem = Type.Object({
  op: OneOf(['added', 'removed', 'changed', 'moved']),
  base: Block('The block before; null if it was added.'),
  head: Block('The block after; null if it was removed.'),
  words: Type.Array(WordEdit, { description: 'Empty for tables, and if no word differs.' }),
  table: Type.Union([TableChanges, Type.Null()], { description: 'Of a table that has other cells.' }),
});

const Summary = Type.Object({
  blocks: Type.Object({ equal: Count, added: Count, removed: Count, changed: Count, moved: Count }),
  tables: Type.Object({
    cells_changed: Count,
    rows_added: Count,
    rows_removed: Count,
    columns_added: Count,
    columns_removed: Count,
  }),
  pages: Type.Object(
    { base: Type.Array(PageNumber), head: Type.Array(PageNumber) },
    { description: 'Pages with a difference.' },
  ),
  similarity: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The share of characters that both have in common.',
  }),
});

/** Only for the OpenAPI document: the answer is a stream of what the writer process wrote. */
const DiffBody = Type.Unsafe<Readable>(
  Type.Object(
    {
      base: Side,
      head: Side,
      scope: OneOf(['text', 'structure']),
      summary: Summary,
      items: Type.Array(DiffItem, {
        description: 'In the order of the head; what was removed is where it was.',
      }),
    },
    { $id: 'Diff', examples: [diffExample] },
  ),
);

const DiffPage = Type.Unsafe<Readable>({
  $id: 'DiffPage',
  type: 'string',
  description: 'A complete html document without scripts or external resources.',
});

export const diffResponse = {
  description: 'The differences.',
  headers: headersNamed('Cache-Control', 'Content-Length'),
  content: {
    'application/json': { schema: DiffBody },
    'text/html': {
      schema: DiffPage,
      example: '<!DOCTYPE html>\n<html lang="en"><body><h1>Differences</h1></body></html>\n',
    },
  },
};
