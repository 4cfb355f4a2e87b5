/** Quoted figures follow from the measurements. */
import { describe, expect, it } from 'vitest';
import { allBenches } from '../benches/all.ts';
import { cpuDuring, withoutEngines } from './cpu.ts';
import { interleave } from './interleave.ts';
import { misses, quantile, standing } from './spread.ts';
import { about, packStatements, unpackStatements } from './statements.ts';
import { growth, thinned } from './trend.ts';

it('a standard series ends within 55 minutes', () => {
  const minutes = allBenches.reduce((sum, bench) => sum + bench.minutes.standard, 0);
  expect(minutes).toBeLessThanOrEqual(54.5);
});

describe('quantiles', () => {
  it('lie between the two nearest measurements', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3], 0)).toBe(1);
    expect(quantile([1, 2, 3], 1)).toBe(3);
    expect(quantile([5], 0.9)).toBe(5);
    expect(() => quantile([], 0.5)).toThrow('nothing was measured');
  });
});

describe('standing', () => {
  const rounds = [
    { ours: 50, bare: 100 },
    { ours: 10, bare: 10 },
    { ours: 30, bare: 40 },
  ];

  it('is taken round by round, so that a slow round of both is no loss', () => {
    expect(standing({ better: 'higher', rounds }).median).toBe(0.75);
  });

  it('is better above 1 also where less is better', () => {
    expect(standing({ better: 'lower', rounds }).median).toBeCloseTo(4 / 3);
  });

  it('is a difference or a factor where the aim says so', () => {
    expect(standing({ better: 'lower', rounds, aim: { kind: 'difference', atMost: 60 } }).median).toBe(-10);
    expect(standing({ better: 'lower', rounds, aim: { kind: 'factor', atMost: 1.5 } }).median).toBe(0.75);
  });

  it('names what was missed', () => {
    const comparison = { what: 'x', unit: 'ms', better: 'higher', ours: 'a', bare: 'b', rounds } as const;
    expect(misses([{ ...comparison, aim: { kind: 'ratio', atLeast: 0.7 } }], [])).toEqual([]);
    expect(misses([{ ...comparison, aim: { kind: 'ratio', atLeast: 0.8 } }], [])).toHaveLength(1);
    expect(misses([], [{ what: 'y', unit: 'MB', values: [1, 300], atMost: 250 }])).toHaveLength(1);
  });
});

const pace = { rounds: 3, endsAtMs: Number.POSITIVE_INFINITY, say: () => {} };

it('no round is begun for which the time is too short, but one is always measured', async () => {
  const measured = await interleave({ ...pace, endsAtMs: 0 }, { a: async () => 1, b: async () => 2 });
  expect(measured).toEqual({ a: [1], b: [2] });
});

it('contenders have their turns in every round, and each begins one', async () => {
  const order: string[] = [];
  const turn = (name: string) => async () => order.push(name);
  const measured = await interleave(pace, { a: turn('a'), b: turn('b') });
  expect(order).toEqual(['a', 'b', 'b', 'a', 'a', 'b']);
  expect(measured).toEqual({ a: [1, 4, 5], b: [2, 3, 6] });
});

describe('recorded statements', () => {
  const statement = {
    sql: 'insert',
    parameters: ['id-1', Buffer.from('ab'), new Date(0), ['id-1', 2], '{"id":"id-1"}', null, 7],
  };

  it('arrive in another process as they were', () => {
    expect(unpackStatements(packStatements([statement]))).toEqual([statement]);
  });

  it('speak of another thing wherever its name stands', () => {
    const renamed = about(statement, new Map([['id-1', 'id-2']]));
    expect(renamed.parameters).toEqual([
      'id-2',
      Buffer.from('ab'),
      new Date(0),
      ['id-2', 2],
      '{"id":"id-2"}',
      null,
      7,
    ]);
  });
});

it('CPU time of a family is what it used meanwhile', async () => {
  const burn = async () => {
    const until = process.cpuUsage().user + 120_000;
    while (process.cpuUsage().user < until);
  };
  const { own } = await cpuDuring({ own: withoutEngines(process.pid) }, burn);
  expect(own).toBeGreaterThanOrEqual(100);
  expect(own).toBeLessThan(2_000);
});

describe('trends', () => {
  it('compare the halves', () => {
    expect(
      growth([
        [0, 100],
        [1, 100],
        [2, 110],
        [3, 110],
      ]),
    ).toBeCloseTo(0.1);
  });

  it('are thinned to so many points', () => {
    const points = Array.from({ length: 1_000 }, (_, at) => [at, at] as const);
    expect(thinned(points, 100)).toHaveLength(100);
    expect(thinned(points.slice(0, 3), 100)).toEqual(points.slice(0, 3));
  });
});
