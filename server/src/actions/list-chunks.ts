/** The chunks of a done job: some at a time with a cursor, or all of them as a stream. */
import { createHash } from 'node:crypto';
import type { Chunk, ChunkOptions } from '@octavo/document/chunks/chunk.ts';
import { type ChunkPosition, firstPosition, makeChunks } from '@octavo/document/chunks/make-chunks.ts';
import { formatAnchor } from '@octavo/document/citations/anchor.ts';
import { Type } from 'typebox';
import { cursorsOf } from '../domain/cursor.ts';
import { invalidRequest } from '../domain/errors.ts';
import type { OpenedReading } from './open-reading.ts';

export { type ChunkOptions, chunkTypes, tableFormats, tokenizers } from '@octavo/document/chunks/chunk.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Position = Type.Object({
  index: Count,
  kid: Count,
  offset: Count,
  overlap_kid: Count,
  overlap_offset: Count,
  tables: Count,
  figures: Count,
  prev_id: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  /** Of the options: other options make other chunks. */
  options: Type.String({ maxLength: 16 }),
});
const cursors = cursorsOf('chunks', Position);

const hashOf = (text: string, digits: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

const keyOf = ({ max_tokens, overlap, merge, tables, tokenizer }: ChunkOptions) =>
  JSON.stringify([max_tokens, overlap, merge, tables, tokenizer]);

export type JobChunk = Chunk & {
  readonly filename: string;
  readonly anchor: string;
  readonly metadata: { readonly job_id: string; readonly source_sha256: string };
};

export type ChunkRequest = { readonly options: ChunkOptions; readonly cursor?: string | undefined };

function startOf({ sha256 }: OpenedReading, { options, cursor }: ChunkRequest): ChunkPosition {
  if (options.overlap > options.max_tokens / 2) {
    throw invalidRequest({ loc: ['query', 'overlap'], msg: 'must be at most half of max_tokens' });
  }
  if (cursor === undefined) return firstPosition;
  const { options: named, ...position } = cursors.decode(sha256, cursor);
  if (named !== hashOf(keyOf(options), 8)) {
    throw invalidRequest({ loc: ['query', 'cursor'], msg: 'is from a request with other options' });
  }
  return position;
}

function describe({ job, sha256 }: OpenedReading, chunk: Chunk): JobChunk {
  const { start, end, doc_items: items } = chunk;
  return {
    ...chunk,
    filename: job.source.fileName,
    anchor: formatAnchor({ job: job.id, parse: sha256, ref: items[0] ?? '/kids/0', start, end }),
    metadata: { job_id: job.id, source_sha256: job.source.sha256 },
  };
}

async function* chunksFrom(opened: OpenedReading, request: ChunkRequest, from: ChunkPosition) {
  const { options } = request;
  const idOf = (ref: string, start: number, end: number) =>
    `c_${hashOf(`${opened.sha256} ${ref} ${start} ${end} ${keyOf(options)}`, 16)}`;
  for await (const { chunk, next } of makeChunks(opened.reading, options, idOf, from)) {
    yield { chunk: describe(opened, chunk), next };
  }
}

export type ChunkPage = { readonly items: readonly JobChunk[]; readonly nextCursor: string | null };

export async function listChunks(
  opened: OpenedReading,
  request: ChunkRequest,
  limit: number,
): Promise<ChunkPage> {
  const items: JobChunk[] = [];
  for await (const { chunk, next } of chunksFrom(opened, request, startOf(opened, request))) {
    items.push(chunk);
    if (items.length < limit) continue;
    const options = hashOf(keyOf(request.options), 8);
    return { items, nextCursor: next && cursors.encode(opened.sha256, { ...next, options }) };
  }
  return { items, nextCursor: null };
}

/** Throws before the first chunk if the request is invalid. */
export function streamChunks(opened: OpenedReading, request: ChunkRequest): AsyncIterable<JobChunk> {
  const from = startOf(opened, request);
  return (async function* () {
    for await (const { chunk } of chunksFrom(opened, request, from)) yield chunk;
  })();
}
