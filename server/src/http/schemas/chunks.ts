/** Chunks on the wire. */
import type { Readable } from 'node:stream';
import { type Static, Type } from '@fastify/type-provider-typebox';
import {
  type ChunkOptions,
  type ChunkPage,
  chunkTypes,
  type JobChunk,
  tableFormats,
  tokenizers,
} from '../../actions/list-chunks.ts';
import { OneOf } from '../../domain/schema-parts.ts';
import { chunkExample } from './citation-examples.ts';
import { Box, cursorField, NextCursor, PageNumber, Ref } from './reading-parts.ts';
import { headersNamed } from './response-headers.ts';

const Offset = (description: string) => Type.Integer({ minimum: 0, description });
const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const ChunkSpan = Type.Object(
  {
    page: PageNumber,
    box: Box,
    page_size: Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: 'Width and height of the page in points, as displayed.',
    }),
    ref: Ref,
    start: Offset('Where this part of the block begins in the canonical text.'),
    end: Offset('Where it ends.'),
  },
  { $id: 'ChunkSpan' },
);

const ChunkTable = Type.Object({
  n: Type.Integer({ minimum: 1, description: 'Number of the table in the document.' }),
  row_start: Type.Integer({ minimum: 1, description: 'The first row of the chunk.' }),
  row_end: Type.Integer({ minimum: 0, description: 'The last row of the chunk.' }),
  columns: Type.Array(Type.String(), { description: 'Titles of the columns; empty if there is no header.' }),
  header_repeated: Type.Boolean({ description: '`text` begins with header rows that an earlier chunk has.' }),
});

const ChunkFigure = Type.Object({
  n: Type.Integer({ minimum: 1, description: 'Number of the figure in the document.' }),
  image: Type.Optional(Type.String({ description: 'Name of its file in `GET /jobs/{id}/images`.' })),
  page: PageNumber,
  box: Box,
});

export const ChunkBody = Type.Object(
  {
    id: Type.String({ description: 'The same for the same conversion and options.' }),
    chunk_index: Offset('From 0.'),
    filename: Type.String(),
    type: OneOf(chunkTypes),
    text: Type.String({
      description:
        'For embedding: the headings above, then the content; tables in the format that you ask for.',
    }),
    raw_text: Type.String({ description: 'The canonical text from `start` to `end`.' }),
    num_tokens: Offset('Of `text`.'),
    oversized: Type.Boolean({
      description: 'Has more tokens than `max_tokens`: a row of a table is never cut.',
    }),
    headings: Type.Array(Type.String(), { description: 'Outermost first.' }),
    captions: Type.Array(Type.String(), { description: 'Of its tables and figures.' }),
    doc_items: Type.Array(Ref, { description: 'The blocks that it is made of.' }),
    page_numbers: Type.Array(PageNumber),
    page_labels: Type.Array(Type.String(), { description: 'As a viewer shows them.' }),
    spans: Type.Array(ChunkSpan, { description: 'Where it is: for each block, one box on each page.' }),
    start: Offset('Where it begins in the canonical text, in UTF-16 code units.'),
    end: Offset('Where it ends.'),
    byte_start: Offset('The same in bytes of UTF-8.'),
    byte_end: Offset('Where it ends, in bytes.'),
    section: OrNull(Ref, 'The nearest heading above it.'),
    prev_id: OrNull(Type.String(), 'The chunk before it.'),
    next_id: OrNull(Type.String(), 'The chunk after it.'),
    table: OrNull(ChunkTable, 'For rows of a table.'),
    figures: Type.Array(ChunkFigure),
    anchor: Type.String({ description: 'Leads to its place, in `anchors` of `POST /jobs/{id}/locate`.' }),
    metadata: Type.Object({
      job_id: Type.String({ format: 'uuid' }),
      source_sha256: Type.String({ description: 'Of the PDF.' }),
    }),
  },
  { $id: 'Chunk', examples: [chunkExample] },
);

export const ChunkListBody = Type.Object(
  { items: Type.Array(ChunkBody), next_cursor: NextCursor },
  { $id: 'ChunkList', examples: [{ items: [chunkExample], next_cursor: null }] },
);

export const ChunkQuery = Type.Object({
  max_tokens: Type.Integer({
    minimum: 64,
    maximum: 8_192,
    default: 512,
    description: 'The most tokens of `text`.',
  }),
  overlap: Type.Integer({
    minimum: 0,
    maximum: 4_096,
    default: 0,
    description:
      'Tokens of the end of a chunk that the next one repeats where a section goes on; at most half of `max_tokens`.',
  }),
  merge: Type.Boolean({
    default: true,
    description: 'Joins blocks of a section up to `max_tokens`. Without it, each block is a chunk.',
  }),
  tables: OneOf(tableFormats, { default: 'markdown', description: 'How tables are written in `text`.' }),
  tokenizer: OneOf(tokenizers, {
    default: 'o200k_base',
    description: '`characters` counts UTF-16 code units.',
  }),
  limit: Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 100,
    description: 'The most chunks of the answer.',
  }),
  ...cursorField,
});

/** Only for the OpenAPI document: a stream is sent as it is. */
const ChunkLines = Type.Unsafe<Readable>({
  $id: 'ChunkLines',
  type: 'string',
  description: 'All chunks, each as JSON on a line of its own.',
});

export const chunkResponse = {
  description: 'The chunks.',
  headers: headersNamed('ETag', 'Cache-Control'),
  content: {
    'application/json': { schema: ChunkListBody },
    'application/x-ndjson': { schema: ChunkLines, example: `${JSON.stringify(chunkExample)}\n` },
  },
};

export const ChunkHeaders = Type.Object({
  accept: Type.Optional(
    Type.String({ description: '`application/x-ndjson` for all chunks as a stream of lines.' }),
  ),
  'if-none-match': Type.Optional(
    Type.String({
      description: 'An `ETag` of an earlier answer. If the conversion is the same, the answer is 304.',
    }),
  ),
});

export function toChunkOptions(query: Static<typeof ChunkQuery>): ChunkOptions {
  const { max_tokens, overlap, merge, tables, tokenizer } = query;
  return { max_tokens, overlap, merge, tables, tokenizer };
}

/** The names of a chunk are those of the wire. */
const toChunkBody = (chunk: JobChunk) => chunk as unknown as Static<typeof ChunkBody>;

export const toChunkListBody = ({ items, nextCursor }: ChunkPage): Static<typeof ChunkListBody> => ({
  items: items.map(toChunkBody),
  next_cursor: nextCursor,
});
