/** The attacks have names of their own, each a way to fail and a word on what it leaves out, and the report tells all of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invariants } from '@octavo/testkit/invariants/check.ts';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { withoutGuard } from '@octavo/testkit/runner/without-safeguard.ts';
import { allRuns } from './all-runs.ts';
import { guards } from './guards.ts';
import { merged, pageOf, toRecord } from './report.ts';
import { hasHeld, type SecurityResult } from './security-run.ts';

const result = (held: boolean): SecurityResult => ({
  run: allRuns[0]?.name ?? '',
  size: 'short',
  seed: 7,
  outcome: { load: 'a load', misses: held ? [] : ['1 leak, aim 0'], notes: ['a note'] },
  verdict: new Map([['I1', { looked: 1, violations: [] }]]),
  tookMs: 1_000,
  figures: [{ measured: held ? '0 leaks' : '1 leak', aim: '0', held }],
});

describe('the attacks', () => {
  it('have names of their own, each a plant that the checker notices, and each a limit', () => {
    expect(new Set(allRuns.map(({ name }) => name)).size).toBe(allRuns.length);
    const known = new Set(invariants.map(({ id }) => id));
    for (const { name, sabotage, doesNotShow } of allRuns) {
      const noticed = sabotage.flatMap(({ noticedBy }) => noticedBy).filter((id) => known.has(id));
      expect({ name, noticed: noticed.length > 0, doesNotShow: Boolean(doesNotShow) }).toEqual({
        name,
        noticed: true,
        doesNotShow: true,
      });
    }
  });
});

const recorded = (held: boolean, date = '2026-11-15') => toRecord(result(held), date, 'abc1234');

describe('the guards', () => {
  it('are there for every attack, and still where the list says', () => {
    for (const { name } of allRuns)
      expect(guards.filter(({ run }) => run === name).length, name).toBeGreaterThan(0);
    for (const guard of guards) {
      const source = readFileSync(join(repository, guard.file), 'utf8');
      expect(withoutGuard(source, guard)).not.toBe(source);
    }
  });
});

describe('the report', { timeout: 60_000 }, () => {
  it('says that all held only where all did', () => {
    expect(pageOf([recorded(true)])).toContain('Every figure reached its aim.');
    const broken = pageOf([recorded(false)]);
    expect(broken).not.toContain('Every figure reached its aim.');
    expect(broken).toContain('1 leak, aim 0');
    expect([result(true), result(false)].map(hasHeld)).toEqual([true, false]);
  });

  it('names load, figure, aim, seconds, seed, machine and limits', () => {
    const text = pageOf([recorded(true)]);
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
    const records = merged([recorded(true, '2026-11-14')], [recorded(false)]);
    expect(records.map(({ date }) => date)).toEqual(['2026-11-15']);
    expect(merged([recorded(true)], []).length).toBe(1);
  });
});
