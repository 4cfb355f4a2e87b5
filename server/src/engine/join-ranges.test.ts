/** What is found in ranges of pages becomes one extraction. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nothingDropped } from '../domain/dropped.ts';
import { type ConvertedRange, joinRanges } from './join-ranges.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'octavo-ranges-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function rangeOf(
  name: string,
  pages: readonly number[],
  more: Partial<ConvertedRange> = {},
): Promise<ConvertedRange> {
  const path = join(directory, `${name}.ndjson`);
  const records = [
    { record: 'document', page_count: 9, outline: [{ title: 'x'.repeat(100_000), level: 1 }] },
    ...pages.map((page) => ({ record: 'page', page, text: `a line\\n and an ü on ${page}` })),
    { record: 'end', pages: pages.length },
  ];
  const text = `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
  await writeFile(path, text);
  return {
    status: 'converted',
    outputs: [],
    extraction: { path, bytes: Buffer.byteLength(text), imagesDir: null },
    ...{ warnings: [], dropped: nothingDropped, sparsePages: [], pageCount: 9 },
    pagesConverted: pages.length,
    spent: { durationMs: 1, memoryPeakBytes: 10 },
    ...more,
  };
}

it('joins the pages of all ranges between one document and one end', async () => {
  const spent = { durationMs: 1, memoryPeakBytes: 30 };
  const ranges = [
    await rangeOf('a', [1, 2], { sparsePages: [2], spent }),
    await rangeOf('b', [3]),
    await rangeOf('c', [4, 5, 6], { sparsePages: [4] }),
  ];
  const joined = await joinRanges(ranges, directory);
  expect(joined).toMatchObject({
    ...{ status: 'converted', pageCount: 9, pagesConverted: 6, sparsePages: [2, 4] },
    spent: { memoryPeakBytes: 30 },
  });
  const text = await readFile(join(directory, 'extraction.ndjson'), 'utf8');
  expect(joined).toMatchObject({ extraction: { bytes: Buffer.byteLength(text) } });
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records.map(({ record, page }) => page ?? record)).toEqual(['document', 1, 2, 3, 4, 5, 6, 'end']);
  expect(records.at(-1)).toEqual({ record: 'end', pages: 6 });
});

it('is laid out if all ranges are', async () => {
  const laidOut = async (name: string, page: number): Promise<ConvertedRange> => {
    const range = await rangeOf(name, [page]);
    return { ...range, extraction: { ...range.extraction, isLaidOut: true } };
  };
  const all = await joinRanges([await laidOut('a', 1), await laidOut('b', 2)], directory);
  expect(all).toMatchObject({ extraction: { isLaidOut: true } });
  const some = await joinRanges([await laidOut('c', 1), await rangeOf('d', [2])], directory);
  expect(some).toMatchObject({ extraction: { isLaidOut: false } });
});

it('does not join ranges of documents with different numbers of pages', async () => {
  const ranges = [await rangeOf('a', [1]), await rangeOf('b', [2], { pageCount: 8 })];
  expect(await joinRanges(ranges, directory)).toMatchObject({
    status: 'failed',
    failure: { class: 'crash' },
  });
});
