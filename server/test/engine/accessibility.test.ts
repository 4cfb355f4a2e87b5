/** The accessibility report of real conversions, and the tagged PDF that it is about. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessibilityReport } from '../../src/domain/accessibility.ts';
import { type ParserOptions, withDefaults } from '../../src/domain/options.ts';
import type { EngineSettingsChange } from '../../src/engine/settings.ts';
import { fixturePath, requestFor } from '../fixtures/golden.ts';
import { writeHostile } from '../fixtures/hostile.ts';
import { openTestEngine, type TestEngine, traversableDir } from './test-engine.ts';

let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine();
});
afterAll(() => testEngine.close());

async function convert(name: string, options: Partial<ParserOptions>, from = testEngine) {
  const request = requestFor(name, await from.outDir());
  const outcome = await from.engine.convert({ ...request, options: withDefaults(options) });
  if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
  return outcome;
}

async function reportOf(name: string, options: Partial<ParserOptions> = {}): Promise<AccessibilityReport> {
  const { accessibility } = await convert(name, { format: ['tagged-pdf'], ...options });
  if (!accessibility) throw new Error('no report');
  return accessibility;
}

it('reports images without an alternative text where they are, and claims nothing', async () => {
  const report = await reportOf('images');
  const task = report.to_do.find(({ what }) => what === 'alternative_text');
  expect(task?.count).toBeGreaterThan(0);
  expect(task?.places).toHaveLength(task?.count ?? 0);
  for (const { box } of task?.places ?? []) expect(box).toHaveLength(4);
  expect(report.after?.passes).toBe(false);
  expect(report.after?.failures.map(({ clause }) => clause)).toContain('7.3-1');
  expect(report.written.map(({ what }) => what)).not.toContain('pdfua_identifier');
});

it('writes the language of the option, and lists it', async () => {
  const without = await reportOf('headings');
  const with_ = await reportOf('headings', { language: 'en-GB' });
  const languageRules = ({ after }: AccessibilityReport) =>
    after?.failures.filter(({ clause }) => clause.startsWith('7.2-'));
  expect(languageRules(without)).not.toEqual([]);
  expect(languageRules(with_)).toEqual([]);
  expect(with_.written).toContainEqual({ what: 'language', value: 'en-GB', from: 'option', count: 1 });
});

describe('a tagged source that does not pass', () => {
  const tasksOf = ({ to_do }: AccessibilityReport) => to_do.map(({ what }) => what);
  /** Without the claim to conform, which follows when everything else passes. */
  const clausesOf = (check: AccessibilityReport['after']) =>
    check?.failures.flatMap(({ clause }) => (clause === '5-1' ? [] : [clause])) ?? [];

  it('keeps its own tags, and gets what is known', async () => {
    const report = await reportOf('tagged');
    expect(tasksOf(report)).not.toContain('reading_order');
    expect(report.written.map(({ what }) => what)).toContain('display_title');
    expect(clausesOf(report.before)).toEqual(expect.arrayContaining(clausesOf(report.after)));
    expect(clausesOf(report.after).length).toBeLessThan(clausesOf(report.before).length);
  });

  it('is tagged again if its own tags fail more rules', async () => {
    const source = (await readFile(fixturePath('tagged'))).toString('latin1');
    // A paragraph that is no longer marked.
    const path = join(await traversableDir(), 'tagged.pdf');
    await writeFile(path, source.replace('/MCID 1 >> BDC', '/Mark 1 >> BDC'), 'latin1');
    const request = requestFor('tagged', await testEngine.outDir());
    const options = withDefaults({ format: ['tagged-pdf'] });
    const outcome = await testEngine.engine.convert({ ...request, sourcePath: path, options });
    if (outcome.status === 'failed' || !outcome.accessibility) throw new Error('no report');
    const report = outcome.accessibility;
    expect(clausesOf(report.before)).toContain('7.1-3');
    expect(clausesOf(report.after)).not.toContain('7.1-3');
    expect(tasksOf(report)).toContain('reading_order');
  });
});

it('tags and checks a page of many lines within a small heap', async () => {
  const small = await openTestEngine({ convert: { heapBytes: 256 * 1_048_576 } });
  try {
    const outDir = await small.outDir();
    const outcome = await small.engine.convert({
      ...requestFor('headings', outDir),
      sourcePath: await writeHostile(outDir, 'drawing'),
      pageCount: 1,
      options: withDefaults({ format: ['tagged-pdf'] }),
    });
    if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
    const report = outcome.accessibility;
    expect(report?.before?.failures.find(({ clause }) => clause === '7.1-3')?.count).toBe(5_000);
    expect(report?.after?.failures.map(({ clause }) => clause)).not.toContain('7.1-3');
  } finally {
    await small.close();
  }
});

it('has no report without a tagged PDF', async () => {
  expect((await convert('headings', { format: ['text'] })).accessibility).toBeUndefined();
});

it('does not add warnings of the validator to those of the conversion', async () => {
  const [plain, tagged] = [
    await convert('unmapped', { format: ['text'] }),
    await convert('unmapped', { format: ['text', 'tagged-pdf'] }),
  ];
  expect(tagged.warnings).toEqual(plain.warnings);
});

it('says so when the time for the checks is over, and writes the tagged PDF anyway', async () => {
  const change: EngineSettingsChange = { accessibilityShare: 0.000_03 };
  const hurried = await openTestEngine(change);
  try {
    const { accessibility, outputs, warnings } = await convert('long', { format: ['tagged-pdf'] }, hurried);
    expect(accessibility).toMatchObject({ before: null, before_error: 'The check took too long.' });
    expect(warnings.map(({ code }) => code)).toContain('result_not_reproducible');
    expect((await readFile(outputs[0]?.path ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    await hurried.close();
  }
});
