/** Hidden content: what each filter drops, what it keeps, and what is reported. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DroppedItem } from '../../src/domain/dropped.ts';
import { contentFilters, type ParserOptions, withDefaults } from '../../src/domain/options.ts';
import type { ConvertOutcome } from '../../src/ports/engine.ts';
import { formCase, hiddenCases, hiddenDocument, taggedHiddenDocument } from '../fixtures/hidden.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

type Converted = Extract<ConvertOutcome, { status: 'converted' }>;

let bench: TestEngine;
let directory: string;
beforeAll(async () => {
  bench = await openTestEngine();
  directory = await mkdtemp(join(tmpdir(), 'octavo-hidden-'));
});
afterAll(async () => {
  await bench.close();
  await rm(directory, { recursive: true, force: true });
});

async function convert(
  file: Buffer,
  pageCount: number,
  asked: Partial<ParserOptions> = {},
  engine = bench.engine,
): Promise<Converted & { readonly text: string }> {
  const sourcePath = join(directory, 'source.pdf');
  await writeFile(sourcePath, file);
  const outcome = await engine.convert({
    sourcePath,
    fileName: 'hidden.pdf',
    options: withDefaults({ format: ['text'], includeHeaderFooter: true, ...asked }),
    pageCount,
    outDir: await bench.outDir(),
    timeoutMs: 60_000,
  });
  if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
  return { ...outcome, text: await readFile(outcome.outputs[0]?.path ?? '', 'utf8') };
}

const all = hiddenDocument();
const convertAll = (asked: Partial<ParserOptions> = {}) => convert(all, hiddenCases.length, asked);
const wordsIn = (text: string) => hiddenCases.map(({ word }) => word).filter((word) => text.includes(word));
const wordsOf = (...reasons: readonly (string | null)[]) =>
  hiddenCases.filter(({ reason }) => reasons.includes(reason)).map(({ word }) => word);
const told = (items: readonly DroppedItem[]) =>
  items.map(({ page, reason }) => `${hiddenCases[page - 1]?.word}: ${reason}`).sort();
const toldOf = (...reasons: readonly string[]) =>
  hiddenCases
    .filter(({ reason }) => reason !== null && reasons.includes(reason))
    .map(({ word, reason }) => `${word}: ${reason}`)
    .sort();

describe('with every filter on, as by default', () => {
  it('drops what cannot be seen, keeps what can, and tells of exactly what it dropped', async () => {
    const { text, dropped, warnings } = await convertAll();
    expect(wordsIn(text)).toEqual(wordsOf(null));
    expect(text.match(/Plain/g)).toHaveLength(hiddenCases.length);
    expect(told(dropped.items)).toEqual(toldOf(...contentFilters));
    const pages = hiddenCases.flatMap(({ reason }, index) => (reason ? [index + 1] : []));
    expect(warnings).toEqual([
      { code: 'content_skipped', message: expect.any(String), pages, count: pages.length },
    ]);
  });

  it('tells places as the json output does', async () => {
    const { dropped } = await convertAll();
    const { text } = await convertAll({ format: ['json'], contentSafetyOff: contentFilters });
    const kids = (JSON.parse(text) as { kids: Record<string, unknown>[] }).kids;
    for (const { page, box } of dropped.items) {
      const word = hiddenCases[page - 1]?.word;
      const kid = kids.find(({ content }) => content === word);
      const shown = kid?.['bounding box'] as number[];
      expect(
        shown.every((edge, index) => Math.abs(edge - (box[index] ?? 0)) < 0.01),
        word,
      ).toBe(true);
    }
  });

  it('looks only at the chosen pages', async () => {
    const { dropped } = await convertAll({ pages: '2,11-13' });
    expect(dropped.items.map(({ page }) => page)).toEqual([11, 12, 2, 13]);
  });

  it('gives the same bytes twice, and leaves nothing of one document for the next', async () => {
    const first = await convertAll({ format: ['json'] });
    const plain = await convert(hiddenDocument(hiddenCases.slice(-1)), 1);
    expect(plain.dropped).toEqual({ count: 0, items: [] });
    const second = await convertAll({ format: ['json'] });
    expect([second.text, second.dropped]).toEqual([first.text, first.dropped]);
  });
});

describe('content_safety_off', () => {
  it.each(contentFilters)('%s keeps what that filter drops, and nothing else', async (off) => {
    const { text, dropped } = await convertAll({ contentSafetyOff: [off] });
    expect(wordsIn(text)).toEqual(
      hiddenCases.map(({ word }) => word).filter((word) => wordsOf(null, off).includes(word)),
    );
    expect(told(dropped.items)).toEqual(toldOf(...contentFilters.filter((filter) => filter !== off)));
  });

  it('with all four keeps everything, and there is nothing to tell', async () => {
    const { text, dropped, warnings } = await convertAll({ contentSafetyOff: contentFilters });
    expect(wordsIn(text)).toEqual(hiddenCases.map(({ word }) => word));
    expect([dropped, warnings]).toEqual([{ count: 0, items: [] }, []]);
  });
});

describe('a form whose layer is off', () => {
  it('is dropped as hidden text, and kept with that filter off or the one of layers', async () => {
    const file = hiddenDocument([formCase]);
    const { text, dropped } = await convert(file, 1);
    expect(text).not.toContain('Formed');
    expect(dropped).toMatchObject({ count: 1, items: [{ page: 1, reason: 'hidden-text' }] });
    for (const off of ['hidden-text', 'hidden-ocg'] as const) {
      expect((await convert(file, 1, { contentSafetyOff: [off] })).text, off).toContain('Formed');
    }
  });
});

describe('the structure tree of a tagged document', () => {
  const file = taggedHiddenDocument();
  const notChecked = (pages: readonly number[]) => ({
    code: 'hidden_text_not_checked',
    message: expect.any(String),
    pages,
    count: pages.length,
  });

  it('is not followed by default, and hidden text is dropped', async () => {
    const { text, warnings } = await convert(file, 2);
    expect(text).not.toContain('Whitewash');
    expect(warnings).toMatchObject([{ code: 'content_skipped', pages: [1, 2] }]);
  });

  it('carries hidden text into the result, and a warning names every wanted page', async () => {
    const { text, dropped, warnings } = await convert(file, 2, { useStructTree: true });
    expect(text.match(/Whitewash/g)).toHaveLength(2);
    expect([dropped.count, warnings]).toEqual([0, [notChecked([1, 2])]]);
    const second = await convert(file, 2, { useStructTree: true, pages: '2' });
    expect(second.warnings).toContainEqual(notChecked([2]));
  });

  it('needs no warning where no filter was wanted', async () => {
    const asked = { useStructTree: true, contentSafetyOff: ['hidden-text', 'tiny', 'off-page'] } as const;
    expect((await convert(file, 2, asked)).warnings).toEqual([]);
  });
});

describe('bounds', () => {
  it('lists 1,000 places and counts the rest', async () => {
    const rows = Array.from({ length: 1_200 }, (_, row) => {
      const [x, y] = [20 + (row % 12) * 45, 680 - Math.floor(row / 12) * 6.5];
      return `BT /R 5 Tf ${x} ${y} Td (no${row}) Tj ET\n`;
    });
    const content = `1 g ${rows.join('')}0 g\n`;
    const { dropped } = await convert(hiddenDocument([{ word: '', reason: 'hidden-text', content }]), 1);
    expect(dropped.count).toBe(1_200);
    expect(dropped.items).toHaveLength(1_000);
  });

  it('out of time it keeps the text and names the pages it did not look at', async () => {
    const hasty = await openTestEngine({ hiddenTextShare: 0 });
    try {
      const { text, dropped, warnings } = await convert(all, hiddenCases.length, {}, hasty.engine);
      expect(wordsIn(text)).toEqual(
        hiddenCases.map(({ word }) => word).filter((word) => wordsOf(null, 'hidden-text').includes(word)),
      );
      expect(told(dropped.items)).toEqual(toldOf('tiny', 'off-page', 'hidden-ocg'));
      expect(warnings).toContainEqual({
        code: 'hidden_text_not_checked',
        message: expect.any(String),
        pages: hiddenCases.map((_, index) => index + 1),
        count: hiddenCases.length,
      });
    } finally {
      await hasty.close();
    }
  });

  it('a page whose words are known to be seen is not drawn, so that no size is too large for it', async () => {
    const plain = hiddenCases.filter(({ undrawn }) => undrawn);
    const huge = plain.map((one) => ({ ...one, size: [9_000, 9_000] as const }));
    const { text, dropped, warnings } = await convert(hiddenDocument(huge), huge.length);
    expect(wordsIn(text)).toEqual(plain.map(({ word }) => word));
    expect([dropped.count, warnings]).toEqual([0, []]);
  });

  it('a page too large to draw is converted all the same, and named', async () => {
    const huge = hiddenCases.slice(0, 1).map((one) => ({ ...one, size: [9_000, 9_000] as const }));
    const { text, warnings } = await convert(hiddenDocument(huge), 1);
    expect(text).toContain('Whitewash');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'hidden_text_not_checked', pages: [1] }));
  });
});
