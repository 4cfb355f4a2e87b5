/** Joins converted ranges of pages to one result: their extractions, warnings, dropped content. */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { droppedItemsMax } from '../domain/dropped.ts';
import type { ConvertOutcome } from '../ports/engine.ts';
import { failure } from '../processes/failure.ts';
import { mergeWarnings } from './warnings.ts';

export type ConvertedRange = Extract<ConvertOutcome, { status: 'converted' }>;

const newline = 0x0a;
const blockBytes = 65_536;

export async function joinRanges(ranges: readonly ConvertedRange[], outDir: string): Promise<ConvertOutcome> {
  const [first] = ranges;
  const peaks = ranges.flatMap(({ spent }) => spent.memoryPeakBytes ?? []);
  const spent = { durationMs: 0, memoryPeakBytes: peaks.length > 0 ? Math.max(...peaks) : null };
  if (!first || ranges.some(({ pageCount }) => pageCount !== first.pageCount)) {
    return { status: 'failed', failure: failure('crash', 'ranges differ in the number of pages'), spent };
  }
  const pagesConverted = sum(ranges.map((range) => range.pagesConverted));
  const path = join(outDir, 'extraction.ndjson');
  await pipeline(Readable.from(joinExtractions(ranges, pagesConverted)), createWriteStream(path));
  const isLaidOut = ranges.every(({ extraction }) => extraction.isLaidOut === true);
  const dropped = {
    count: sum(ranges.map((range) => range.dropped.count)),
    items: ranges.flatMap((range) => range.dropped.items).slice(0, droppedItemsMax),
  };
  const warnings = mergeWarnings(
    ranges.map((range) => range.warnings),
    dropped,
  );
  return {
    status: 'converted',
    outputs: [],
    extraction: { path, bytes: (await stat(path)).size, imagesDir: null, isLaidOut },
    sparsePages: ranges.flatMap((range) => range.sparsePages ?? []),
    pageCount: first.pageCount,
    ...{ warnings, dropped, pagesConverted, spent },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The record of the document from the first range, the pages of all, and one end. Each file is removed after use. */
async function* joinExtractions(
  ranges: readonly ConvertedRange[],
  pages: number,
): AsyncGenerator<Buffer | string> {
  for (const [index, { extraction }] of ranges.entries()) {
    const { path, bytes } = extraction;
    const start = index === 0 ? 0 : await firstLineBytes(path);
    const end = await lastLineStart(path, bytes);
    if (start < end) yield* createReadStream(path, { start, end: end - 1 });
    await rm(path);
  }
  yield `${JSON.stringify({ record: 'end', pages })}\n`;
}

/** With its newline. The record of the document has the outline, so it may be long. */
async function firstLineBytes(path: string): Promise<number> {
  let bytes = 0;
  for await (const block of createReadStream(path, { highWaterMark: blockBytes })) {
    const at = (block as Buffer).indexOf(newline);
    if (at >= 0) return bytes + at + 1;
    bytes += (block as Buffer).length;
  }
  return bytes;
}

/** The last record is the end, which is short, as was checked when the file was copied. */
async function lastLineStart(path: string, bytes: number): Promise<number> {
  const file = await open(path);
  try {
    const tail = Buffer.alloc(Math.min(bytes, 1_024));
    await file.read(tail, 0, tail.length, bytes - tail.length);
    const lineEnd = tail.at(-1) === newline ? tail.length - 1 : tail.length;
    return bytes - tail.length + tail.lastIndexOf(newline, lineEnd - 1) + 1;
  } finally {
    await file.close();
  }
}
