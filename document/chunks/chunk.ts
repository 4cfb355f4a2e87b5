/** Chunks of a document for retrieval. Names are those of docling-serve where it has one; offsets as in a reading. */
import type { Box } from '../model/box.ts';

export const chunkTypes = ['text', 'list', 'table', 'figure'] as const;
export type ChunkType = (typeof chunkTypes)[number];

export const tableFormats = ['markdown', 'csv', 'html'] as const;
export type TableFormat = (typeof tableFormats)[number];

export const tokenizers = ['o200k_base', 'characters'] as const;
export type TokenizerName = (typeof tokenizers)[number];

export type ChunkOptions = {
  /** Of `text`. */
  readonly max_tokens: number;
  /** Tokens of the end of a chunk that the next one repeats, if a section goes on in it. */
  readonly overlap: number;
  /** Joins blocks of a section. */
  readonly merge: boolean;
  readonly tables: TableFormat;
  readonly tokenizer: TokenizerName;
};

/** A part of a block on one page. */
export type ChunkSpan = {
  readonly page: number;
  readonly box: Box;
  readonly page_size: readonly [width: number, height: number];
  readonly ref: string;
  readonly start: number;
  readonly end: number;
};

export type ChunkTable = {
  /** Number of the table in the document, from 1. */
  readonly n: number;
  /** Rows of the chunk, from 1, both included. */
  readonly row_start: number;
  readonly row_end: number;
  /** Texts of the header, if the table has one. */
  readonly columns: readonly string[];
  /** Whether `text` begins with header rows that an earlier chunk has. */
  readonly header_repeated: boolean;
};

export type ChunkFigure = {
  /** Number of the figure in the document, from 1. */
  readonly n: number;
  readonly image?: string;
  readonly page: number;
  readonly box: Box;
};

export type Chunk = {
  readonly id: string;
  readonly chunk_index: number;
  readonly type: ChunkType;
  /** For embedding: the headings above, then the content; tables in the format that was asked for. */
  readonly text: string;
  /** The canonical text from `start` to `end`. */
  readonly raw_text: string;
  readonly num_tokens: number;
  /** Whether it has more tokens than asked for: a row of a table is not cut. */
  readonly oversized: boolean;
  readonly headings: readonly string[];
  readonly captions: readonly string[];
  readonly doc_items: readonly string[];
  readonly page_numbers: readonly number[];
  readonly page_labels: readonly string[];
  readonly spans: readonly ChunkSpan[];
  readonly start: number;
  readonly end: number;
  readonly byte_start: number;
  readonly byte_end: number;
  readonly section: string | null;
  readonly prev_id: string | null;
  readonly next_id: string | null;
  readonly table: ChunkTable | null;
  readonly figures: readonly ChunkFigure[];
};
