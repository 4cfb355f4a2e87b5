/** Chunk options of docling-serve, and chunks as it writes them. */
import type { ChunkOptions, JobChunk } from '../../actions/list-chunks.ts';
import type { Fault } from '../../domain/errors.ts';
import { FieldReader, type Fields } from './field-reader.ts';

/** What a task of chunks needs to know besides its job. */
export type ChunkWishes = {
  readonly maxTokens: number;
  readonly merge: boolean;
  readonly includeRawText: boolean;
  /** Also the whole document, as a DoclingDocument. */
  readonly includeDocument: boolean;
};

export const chunkTokens = { min: 64, max: 8_192 };
/** That of docling-serve's default tokenizer. */
const defaultTokens = 256;

export function readChunkWishes(fields: Fields): { wishes: ChunkWishes; faults: readonly Fault[] } {
  const reader = new FieldReader(fields, 'chunking_');
  const maxTokens = reader.integer('max_tokens', chunkTokens.min, chunkTokens.max) ?? defaultTokens;
  const merge = reader.flag('merge_peers') ?? true;
  const includeRawText = reader.flag('include_raw_text') ?? false;
  const whole = new FieldReader(fields);
  const includeDocument = whole.flag('include_converted_doc') ?? false;
  const wishes = { maxTokens, merge, includeRawText, includeDocument };
  return { wishes, faults: [...reader.faults, ...whole.faults] };
}

export function toChunkOptions({ maxTokens, merge }: ChunkWishes): ChunkOptions {
  return { max_tokens: maxTokens, overlap: 0, merge, tables: 'markdown', tokenizer: 'o200k_base' };
}

const orNull = (texts: readonly string[]) => (texts.length > 0 ? texts : null);

/** With the names of docling-serve. What it has no name for is in `metadata`. */
export function toDoclingChunk(chunk: JobChunk, { includeRawText }: ChunkWishes): object {
  const { filename, chunk_index, text, raw_text, num_tokens, headings, captions, doc_items } = chunk;
  const { id, type, page_labels, spans, start, end, anchor, figures, metadata } = chunk;
  return {
    filename,
    chunk_index,
    text,
    raw_text: includeRawText ? raw_text : null,
    num_tokens,
    headings: orNull(headings),
    captions: orNull(captions),
    doc_items,
    page_numbers: chunk.page_numbers,
    metadata: {
      ...{ ...metadata, id, type, page_labels, spans, start, end, anchor },
      has_image: figures.length > 0,
    },
  };
}
