/** What holds for the chunks of every document. */
import type { Chunk, ChunkOptions } from '../chunks/chunk.ts';
import { firstPosition, type MadeChunk, makeChunks } from '../chunks/make-chunks.ts';
import { createTokenizer } from '../chunks/tokenizer.ts';
import { utf8Length } from '../reading/placement.ts';
import type { Reading } from '../reading/reading.ts';

const testId = (ref: string, start: number, end: number) => `${ref}:${start}-${end}`;

export async function wholeText(reading: Reading): Promise<string> {
  let text = '';
  for await (const piece of reading.text()) text = text.padEnd(piece.start, '\n') + piece.text;
  return text;
}

function* boxFaults({ spans, page_numbers: pages }: Chunk): Generator<string> {
  if (spans.length === 0 || pages.length === 0) yield 'has no page';
  for (const { box, page_size: size } of spans) {
    const [left, bottom, right, top] = box;
    const isInside = left >= 0 && bottom >= 0 && right <= size[0] && top <= size[1];
    if (!isInside || left > right || bottom > top) yield `box ${box} is not in its page of ${size}`;
  }
}

function* sizeFaults(chunk: Chunk, { tokenizer, max_tokens: tokensMax }: ChunkOptions): Generator<string> {
  const { num_tokens: tokens, oversized, table, text } = chunk;
  if (tokens !== createTokenizer(tokenizer).count(text)) yield 'num_tokens is wrong';
  if (tokens > tokensMax !== oversized) yield `has ${tokens} tokens, oversized: ${oversized}`;
  if (oversized && !table) yield 'is oversized without a table';
}

/** Of one chunk. */
function* chunkFaults(chunk: Chunk, text: string, options: ChunkOptions): Generator<string> {
  const { start, end, raw_text: raw, byte_start: byteStart, byte_end: byteEnd } = chunk;
  if (raw !== text.slice(start, end)) {
    yield `raw_text ${JSON.stringify(raw)} is not ${JSON.stringify(text.slice(start, end))}`;
  }
  if (byteStart !== utf8Length(text.slice(0, start)) || byteEnd - byteStart !== utf8Length(raw)) {
    yield 'byte offsets are wrong';
  }
  yield* boxFaults(chunk);
  yield* sizeFaults(chunk, options);
}

/** All text is in exactly one chunk, in order, and every block is named. */
function* coverFaults(chunks: readonly Chunk[], reading: Reading, text: string): Generator<string> {
  let at = 0;
  for (const { start, end, chunk_index: index } of chunks) {
    if (/\S/.test(text.slice(at, start)) || start < at)
      yield `chunk ${index} begins at ${start}, not at ${at}`;
    at = end;
  }
  if (/\S/.test(text.slice(at))) yield `the text after ${at} is in no chunk`;
  const named = new Set(chunks.flatMap(({ doc_items: items }) => items));
  if (named.size !== reading.directory.kids)
    yield `${named.size} of ${reading.directory.kids} blocks are named`;
}

/** A block that is in several chunks is a list, a table or longer than a chunk may be. */
function* cutFaults(chunks: readonly Chunk[], types: ReadonlyMap<string, string>): Generator<string> {
  const parts = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    for (const ref of chunk.doc_items) parts.set(ref, [...(parts.get(ref) ?? []), chunk]);
  }
  for (const [ref, among] of parts) {
    const isCut = among.length > 1 && !['list', 'table'].includes(types.get(ref) ?? '');
    // A block that was cut without need would have been whole in a chunk of its own.
    if (isCut && among.some((chunk, index) => index > 0 && chunk.doc_items[0] !== ref))
      yield `${ref} is cut twice`;
  }
}

function* chainFaults(chunks: readonly Chunk[]): Generator<string> {
  if (new Set(chunks.map(({ id }) => id)).size !== chunks.length) yield 'two chunks have the same id';
  for (const [index, chunk] of chunks.entries()) {
    const [before, after] = [chunks[index - 1]?.id ?? null, chunks[index + 1]?.id ?? null];
    const isRight = chunk.chunk_index === index && chunk.prev_id === before && chunk.next_id === after;
    if (!isRight) yield `chunk ${index} is not between its neighbours`;
  }
}

/** Going on from any position gives the same chunks as going on without a break. */
async function* resumeFaults(reading: Reading, options: ChunkOptions, made: readonly MadeChunk[]) {
  const step = Math.max(1, Math.floor(made.length / 5));
  for (let index = 0; index < made.length; index += step) {
    const next = made[index]?.next;
    if (!next) continue;
    const [first] = await Array.fromAsync(taken(makeChunks(reading, options, testId, next), 1));
    if (JSON.stringify(first) !== JSON.stringify(made[index + 1]))
      yield `chunk ${index + 1} differs after a break`;
  }
}

async function* taken<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let left = count;
  for await (const item of items) {
    yield item;
    if (--left <= 0) return;
  }
}

export async function chunkPropertyFaults(
  reading: Reading,
  options: ChunkOptions,
): Promise<readonly string[]> {
  const text = await wholeText(reading);
  const made = await Array.fromAsync(makeChunks(reading, options, testId, firstPosition));
  const chunks = made.map(({ chunk }) => chunk);
  const types = new Map<string, string>();
  for await (const { ref, block } of reading.kids(0, reading.directory.kids)) types.set(ref, block.type);
  return [
    ...chunks.flatMap((chunk) =>
      [...chunkFaults(chunk, text, options)].map((fault) => `chunk ${chunk.chunk_index}: ${fault}`),
    ),
    ...(options.overlap === 0 ? [...coverFaults(chunks, reading, text), ...cutFaults(chunks, types)] : []),
    ...chainFaults(chunks),
    ...(await Array.fromAsync(resumeFaults(reading, options, made))),
  ];
}
