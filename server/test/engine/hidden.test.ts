/** Hidden content: what each filter drops, keeps and reports. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentOutcome } from '../../src/actions/convert-document.ts';
import type { DroppedItem } from '../../src/domain/dropped.ts';
import { contentFilters, type ParserOptions, withDefaults } from '../../src/domain/options.ts';
import { formCase, hiddenCases, hiddenDocument, taggedHiddenDocument } from '../fixtures/hidden.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

type Converted = Extract<DocumentOutcome, { status: 'converted' }>;

let testEngine: TestEngine;
let directory: string;
beforeAll(async () => {
  testEngine = await openTestEngine();
  directory = await mkdtemp(join(tmpdir(), 'octavo-hidden-'));
});
afterAll(async () => {
  await testEngine.close();
  await rm(directory, { recursive: true, force: true });
});

async function convert(
  file: Buffer,
  pageCount: number,
  requested: Partial<ParserOptions> = {},
  engine = testEngine.engine,
): Promise<Converted & { readonly text: string }> {
  const sourcePath = join(directory, 'source.pdf');
  await writeFile(sourcePath, file);
  const outcome = await engine.convert({
    sourcePath,
    fileName: 'hidden.pdf',
    options: withDefaults({ format: ['text'], includeHeaderFooter: true, ...requested }),
    pageCount,
    outDir: await testEngine.outDir(),
    timeoutMs: 60_000,
  });
  if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
  // One of the cases covers its text with an annotation, which is reported by itself.
  const warnings = outcome.warnings.filter(({ code }) => code !== 'annotations_not_carried');
  return { ...outcome, warnings, text: await readFile(outcome.outputs[0]?.path ?? '', 'utf8') };
}

const all = hiddenDocument();
const convertAll = (requested: Partial<ParserOptions> = {}) => convert(all, hiddenCases.length, requested);
const wordsIn = (text: string) => hiddenCases.map(({ word }) => word).filter((word) => text.includes(word));
const wordsOf = (...reasons: readonly (string | null)[]) =>
  hiddenCases.filter(({ reason }) => reasons.includes(reason)).map(({ word }) => word);
const reported = (items: readonly DroppedItem[]) =>
  items.map(({ page, reason }) => `${hiddenCases[page - 1]?.word}: ${reason}`).sort();
const expectedReports = (...reasons: readonly string[]) =>
  hiddenCases
    .filter(({ reason }) => reason !== null && reasons.includes(reason))
    .map(({ word, reason }) => `${word}: ${reason}`)
    .sort();

describe('with the default filters', () => {
  it('drops invisible text, keeps visible text, and reports exactly what it dropped', async () => {
    const { text, dropped, warnings } = await convertAll();
    expect(wordsIn(text)).toEqual(wordsOf(null));
    expect(text.match(/Plain/g)).toHaveLength(hiddenCases.length);
    expect(reported(dropped.items)).toEqual(expectedReports(...contentFilters));
    const pages = hiddenCases.flatMap(({ reason }, index) => (reason ? [index + 1] : []));
    expect(warnings).toEqual([
      { code: 'content_skipped', message: expect.any(String), pages, count: dropped.count },
    ]);
  });

  it('reports the same boxes as the json output', async () => {
    const { dropped } = await convertAll();
    const { text } = await convertAll({ format: ['json'], contentSafetyOff: contentFilters });
    const kids = (JSON.parse(text) as { kids: Record<string, unknown>[] }).kids;
    for (const { page, box } of dropped.items) {
      const word = hiddenCases[page - 1]?.word;
      const kid = kids.find(({ content }) => content === word);
      const shown = kid?.['box'] as number[];
      expect(
        shown.every((edge, index) => Math.abs(edge - (box[index] ?? 0)) < 0.01),
        word,
      ).toBe(true);
    }
  });

  it('checks only the chosen pages', async () => {
    const { dropped } = await convertAll({ pages: '2,11-13' });
    expect(dropped.items.map(({ page }) => page)).toEqual([11, 12, 2, 13]);
  });

  it('produces the same bytes twice, without state from the previous document', async () => {
    const first = await convertAll({ format: ['json'] });
    const plain = await convert(hiddenDocument(hiddenCases.slice(-1)), 1);
    expect(plain.dropped).toEqual({ count: 0, items: [] });
    const second = await convertAll({ format: ['json'] });
    expect([second.text, second.dropped]).toEqual([first.text, first.dropped]);
  });
});

describe('content_safety_off', () => {
  it.each(contentFilters)('%s keeps only the content that this filter drops', async (off) => {
    const { text, dropped } = await convertAll({ contentSafetyOff: [off] });
    expect(wordsIn(text)).toEqual(
      hiddenCases.map(({ word }) => word).filter((word) => wordsOf(null, off).includes(word)),
    );
    expect(reported(dropped.items)).toEqual(
      expectedReports(...contentFilters.filter((filter) => filter !== off)),
    );
  });

  it('with all four filters keeps everything and reports nothing', async () => {
    const { text, dropped, warnings } = await convertAll({ contentSafetyOff: contentFilters });
    expect(wordsIn(text)).toEqual(hiddenCases.map(({ word }) => word));
    expect([dropped, warnings]).toEqual([{ count: 0, items: [] }, []]);
  });
});

describe('a form whose layer is off', () => {
  it('is dropped as hidden text, and kept with either the hidden-text or the hidden-ocg filter off', async () => {
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

  it('is not used by default, and hidden text is dropped', async () => {
    const { text, warnings } = await convert(file, 2);
    expect(text).not.toContain('Whitewash');
    expect(warnings).toMatchObject([{ code: 'content_skipped', pages: [1, 2] }]);
  });

  it('includes hidden text in the output, and a warning lists every selected page', async () => {
    const { text, dropped, warnings } = await convert(file, 2, { useStructTree: true });
    expect(text.match(/Whitewash/g)).toHaveLength(2);
    expect([dropped.count, warnings]).toEqual([0, [notChecked([1, 2])]]);
    const second = await convert(file, 2, { useStructTree: true, pages: '2' });
    expect(second.warnings).toContainEqual(notChecked([2]));
  });

  it('causes no warning when the filters are off', async () => {
    const requested = { useStructTree: true, contentSafetyOff: ['hidden-text', 'tiny', 'off-page'] } as const;
    expect((await convert(file, 2, requested)).warnings).toEqual([]);
  });
});

describe('limits', () => {
  it('lists 1,000 items and counts the rest', async () => {
    const rows = Array.from({ length: 1_200 }, (_, row) => {
      const [x, y] = [20 + (row % 12) * 45, 680 - Math.floor(row / 12) * 6.5];
      return `BT /R 5 Tf ${x} ${y} Td (no${row}) Tj ET\n`;
    });
    const content = `1 g ${rows.join('')}0 g\n`;
    const { dropped } = await convert(hiddenDocument([{ word: '', reason: 'hidden-text', content }]), 1);
    expect(dropped.count).toBe(1_200);
    expect(dropped.items).toHaveLength(1_000);
  });

  it('keeps the text at the time limit and lists the pages that were not checked', async () => {
    const withoutTime = await openTestEngine({ hiddenTextShare: 0 });
    try {
      const { text, dropped, warnings } = await convert(all, hiddenCases.length, {}, withoutTime.engine);
      expect(wordsIn(text)).toEqual(
        hiddenCases.map(({ word }) => word).filter((word) => wordsOf(null, 'hidden-text').includes(word)),
      );
      expect(reported(dropped.items)).toEqual(expectedReports('tiny', 'off-page', 'hidden-ocg'));
      expect(warnings).toContainEqual({
        code: 'hidden_text_not_checked',
        message: expect.any(String),
        pages: hiddenCases.map((_, index) => index + 1),
        count: hiddenCases.length,
      });
    } finally {
      await withoutTime.close();
    }
  });

  it('does not render a page whose words are known to be visible, whatever its size', async () => {
    const plain = hiddenCases.filter(({ undrawn }) => undrawn);
    const huge = plain.map((one) => ({ ...one, size: [9_000, 9_000] as const }));
    const { text, dropped, warnings } = await convert(hiddenDocument(huge), huge.length);
    expect(wordsIn(text)).toEqual(plain.map(({ word }) => word));
    expect([dropped.count, warnings]).toEqual([0, []]);
  });

  it('converts a page that is too large to render, and lists it in a warning', async () => {
    const huge = hiddenCases.slice(0, 1).map((one) => ({ ...one, size: [9_000, 9_000] as const }));
    const { text, warnings } = await convert(hiddenDocument(huge), 1);
    expect(text).toContain('Whitewash');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'hidden_text_not_checked', pages: [1] }));
  });
});
