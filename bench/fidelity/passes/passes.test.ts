import { join } from 'node:path';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { describe, expect, it } from 'vitest';
import { passTable } from '../report/pass-table.ts';
import { passes } from './passes.ts';
import { changesOf, mergePasses, type PassResults } from './results.ts';
import { Stopwatch } from './stopwatch.ts';

const busy = (ms: number) => {
  const start = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(start);
    if (user + system > ms * 1_000) return;
  }
};

it.each(passes)('finds the function of the pass $name', async ({ module, function: name }) => {
  const exported = (await import(join(repository, 'document', module))) as Record<string, unknown>;
  expect(exported[name]).toBeTypeOf('function');
});

describe('the stopwatch', () => {
  it('does not count a pass that another one calls', () => {
    const watch = new Stopwatch();
    watch.reset();
    const inner = watch.timed('inner', () => busy(60));
    const outer = watch.timed('outer', () => inner());
    outer();
    expect(watch.read().get('inner')).toBeGreaterThan(30);
    expect(watch.read().get('outer')).toBeLessThan(30);
  });

  it('counts the steps of a generator for it, and what it reads for the caller', () => {
    const watch = new Stopwatch();
    watch.reset();
    function* pages() {
      busy(60);
      yield 1;
    }
    function* pass(source: unknown) {
      for (const page of source as Iterable<number>) yield page + 1;
    }
    const timed = watch.timed('pass', pass as never);
    const result = [...(timed(pages()) as Iterable<number>)];
    expect(result).toEqual([2]);
    expect(watch.read().get('pass')).toBeLessThan(30);
    expect(watch.read().get('')).toBeGreaterThan(30);
  });
});

const results = (set: string, off: number): PassResults => ({
  at: '2026-11-18T00:00:00Z',
  commit: 'abc',
  sets: [set],
  msPerPage: 3,
  passes: [{ name: 'tables', msPerPage: 1.5, changes: [{ set, figure: 'teds', on: 0.9, off }] }],
});

describe('results', () => {
  it('keep only figures that differ', () => {
    const on = { born: { teds: 0.9, nid: 0.99 } };
    expect(changesOf(on, { born: { teds: 0.2, nid: 0.9901 } })).toEqual([
      { set: 'born', figure: 'teds', on: 0.9, off: 0.2 },
    ]);
  });

  it('keep the changes of sets that were not measured again', () => {
    const merged = mergePasses(
      mergePasses(results('born', 0.1), results('docling', 0.2)),
      results('born', 0.3),
    );
    expect(merged.sets).toEqual(['docling', 'born']);
    expect(merged.passes[0]?.changes.map(({ set, off }) => [set, off])).toEqual([
      ['docling', 0.2],
      ['born', 0.3],
    ]);
  });

  it('become one line for each pass', () => {
    expect(passTable(results('born', 0.1))).toContain('| tables | 1.50 | born TEDS 0.900 → 0.100 |');
    expect(passTable(undefined)).toBe('');
  });
});
