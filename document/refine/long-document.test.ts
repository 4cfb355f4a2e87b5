import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ExtractionSource } from '../read/read-extraction.ts';
import { heading, page, paragraph } from '../testing/extraction-builder.ts';
import { refineDocument } from './refine-document.ts';

const pageCount = 10_000;

/** Made while it is read: the test itself holds no page. */
const long: ExtractionSource = {
  *lines() {
    yield JSON.stringify({ record: 'document', page_count: pageCount, outline: [] });
    for (let number = 1; number <= pageCount; number += 1) {
      const text = [`Page ${number} says a thing or two about`, `number ${number * 7} and goes on with the`];
      const elements = [
        heading(`Chapter ${number}`, 1, { page: number }),
        paragraph(text, { page: number, y: 600 }),
        paragraph(['running footer'], { page: number, y: 30 }),
      ];
      yield JSON.stringify(page(number, elements));
    }
    yield JSON.stringify({ record: 'end', pages: pageCount });
  },
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** In use, without what is only waiting to be collected. */
function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('a document of 10,000 pages', () => {
  it('passes through in bounded memory', { timeout: 120_000 }, () => {
    const before = heapBytes();
    let [parts, peak] = [0, 0];
    for (const _part of refineDocument(long, {}).parts()) {
      parts += 1;
      if (parts % 500 === 0) peak = Math.max(peak, heapBytes() - before);
    }
    expect(parts).toBe(pageCount);
    expect(peak / 1e6).toBeLessThan(50);
  });
});
