/** The host's report about a tagged PDF, as this process accepts it. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessibilityReport } from '../domain/accessibility.ts';
import { collectAccessibility, parseAccessibility } from './accessibility.ts';

const failing = {
  clause: '7.3-1',
  description: 'Figure tags shall include an alternative text',
  count: 3,
  places: [
    { page: 2, box: [10, 20, 30, 40] },
    { page: 1, box: null },
  ],
};
const report: AccessibilityReport = {
  standard: 'PDF/UA-1',
  checked_by: 'veraPDF 1.31.1',
  before: { passes: false, rules_failed: 1, failures: [failing] },
  before_error: null,
  after: { passes: true, rules_failed: 0, failures: [] },
  after_error: null,
  written: [{ what: 'marked', value: 'true', from: 'structure', count: 1 }],
  to_do: [{ what: 'language', message: 'Set the language.', count: 1, places: [{ page: 1, box: null }] }],
};

const parsed = (change: object, pages = 2) =>
  parseAccessibility(JSON.stringify({ ...report, ...change }), pages);

describe('a report', () => {
  it('is taken as it is', () => {
    expect(parsed({})).toEqual(report);
  });

  it('names only pages of the document', () => {
    expect(parsed({}, 1)).toBeNull();
    expect(parsed({ to_do: [{ ...report.to_do[0], places: [{ page: 3, box: null }] }] })).toBeNull();
  });

  it('has no values beyond the bounds', () => {
    const place = { page: 1, box: null };
    const tooMany = Array.from({ length: 101 }, () => place);
    expect(parsed({ to_do: [{ ...report.to_do[0], places: tooMany }] })).toBeNull();
    expect(parsed({ to_do: [{ ...report.to_do[0], message: 'x'.repeat(2_001) }] })).toBeNull();
    expect(
      parsed({ to_do: [{ ...report.to_do[0], places: [{ page: 1, box: [0, 0, 1e10, 1] }] }] }),
    ).toBeNull();
    expect(parsed({ written: [{ ...report.written[0], what: 'anything' }] })).toBeNull();
  });

  it('has a result or a reason for each check, and passes only without failures', () => {
    expect(parsed({ after: null })).toBeNull();
    expect(parsed({ after: null, after_error: 'The check took too long.' })).not.toBeNull();
    expect(parsed({ before_error: 'The file is encrypted.' })).toBeNull();
    expect(parsed({ after: { ...report.before, passes: true } })).toBeNull();
    expect(parsed({ before: { ...report.before, rules_failed: 2 } })).toBeNull();
  });
});

describe('the file of the host', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'octavo-report-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('fails the tagged PDF if it is missing, a link, too long, or not JSON', async () => {
    const file = join(directory, 'accessibility.json');
    const collect = () => collectAccessibility(directory, 2);
    const fault = { class: 'crash', retryable: false };
    expect(await collect()).toMatchObject(fault);
    await writeFile(join(directory, 'other.json'), JSON.stringify(report));
    await symlink('other.json', file);
    expect(await collect()).toMatchObject(fault);
    await rm(file);
    await writeFile(file, JSON.stringify(report).padEnd(4 * 1_048_576 + 1));
    expect(await collect()).toMatchObject(fault);
    await writeFile(file, '{"standard"');
    expect(await collect()).toMatchObject(fault);
    await writeFile(file, JSON.stringify(report));
    expect(await collect()).toEqual(report);
  });
});
