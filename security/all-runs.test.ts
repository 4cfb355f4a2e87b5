/** Every attack has its own name, a negative control and a stated limit, and the report shows all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariants } from '@octavo/testkit/invariants/check.ts';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { hasPassed, recordOf } from '@octavo/testkit/runner/record.ts';
import { newestRecords, renderReport } from '@octavo/testkit/runner/report-page.ts';
import { removeSafeguard } from '@octavo/testkit/runner/without-safeguard.ts';
import { describe, expect, it } from 'vitest';
import { allRuns } from './all-runs.ts';
import { reportPage } from './report-page.ts';
import { safeguards } from './safeguards.ts';

const result = (passed: boolean) =>
  recordOf({
    run: allRuns[0]?.name ?? '',
    size: 'short',
    seed: 7,
    outcome: {
      load: 'a load',
      notes: ['a note'],
      figures: [{ measured: passed ? '0 leaks' : '1 leak', aim: '0', passed }],
    },
    verdict: new Map([['I1', { looked: 1, violations: [] }]]),
    tookMs: 1_000,
    without: null,
  });

describe('the attacks', () => {
  it('have distinct names, a corruption that an invariant detects, and a stated limit', () => {
    expect(new Set(allRuns.map(({ name }) => name)).size).toBe(allRuns.length);
    const known = new Set(invariants.map(({ id }) => id));
    for (const { name, corruptions, doesNotShow } of allRuns) {
      const noticed = corruptions.flatMap(({ noticedBy }) => noticedBy).filter((id) => known.has(id));
      expect({ name, noticed: noticed.length > 0, doesNotShow: Boolean(doesNotShow) }).toEqual({
        name,
        noticed: true,
        doesNotShow: true,
      });
    }
  });
});

const recorded = (passed: boolean, date = '2026-11-15') => ({
  ...result(passed),
  date,
  commit: 'abc1234',
  machine: '2 cores',
  versions: 'Node v24',
});

describe('the safeguards', () => {
  it('exist for every attack, and their patches still apply', () => {
    for (const { name } of allRuns)
      expect(safeguards.filter(({ run }) => run === name).length, name).toBeGreaterThan(0);
    for (const safeguard of safeguards) {
      const source = readFileSync(join(repository, safeguard.file), 'utf8');
      expect(removeSafeguard(source, safeguard)).not.toBe(source);
    }
  });
});

describe('the report', { timeout: 60_000 }, () => {
  it('says that everything passed only if it did', () => {
    const render = (passed: boolean) => renderReport(reportPage, [recorded(passed)]);
    expect(render(true)).toContain('Every figure reached its aim');
    expect(render(false)).not.toContain('Every figure reached its aim');
    expect(render(false)).toContain('1 leak, aim 0');
    expect([result(true), result(false)].map(hasPassed)).toEqual([true, false]);
  });

  it('names load, figure, aim, seconds, seed, machine and limits', () => {
    const text = renderReport(reportPage, [recorded(true)]);
    for (const part of [
      'a load',
      '0 leaks',
      '| yes |',
      '| 7 |',
      'cores',
      'abc1234',
      'does not show',
      'a note',
    ])
      expect(text).toContain(part);
  });

  it('keeps the newest record of each run', () => {
    const records = newestRecords(reportPage, [recorded(true, '2026-11-14')], [recorded(false)]);
    expect(records.map(({ date }) => date)).toEqual(['2026-11-15']);
    expect(newestRecords(reportPage, [recorded(true)], []).length).toBe(1);
  });
});
