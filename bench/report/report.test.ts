/** The pages contain the results, and nothing that was not measured. */
import { describe, expect, it } from 'vitest';
import type { Result } from '../bench.ts';
import { missedAims } from './missed-aims.ts';
import { pagesFrom } from './pages.ts';
import { dollarsPerMillionPages, needFor, of } from './scale-figures.ts';
import { number } from './words.ts';

const about = {
  about: 'what it measures',
  size: 'full',
  at: '2026-11-15T00:00:00.000Z',
  commit: 'abc',
  machine: 'a machine',
  tookSeconds: 1,
} as const;

const ratio: Result = {
  ...about,
  bench: 'read',
  comparisons: [
    {
      what: 'reading a job',
      unit: 'requests/s',
      better: 'higher',
      ours: 'ours',
      bare: 'bare',
      rounds: [
        { ours: 80, bare: 100 },
        { ours: 90, bare: 100 },
        { ours: 70, bare: 100 },
      ],
      aim: { kind: 'ratio', atLeast: 0.85 },
    },
  ],
  series: [
    {
      title: 'By workers',
      x: 'workers',
      y: 'tasks/s',
      lines: [
        {
          name: 'ours',
          points: [
            [1, 2],
            [2, 3],
          ],
        },
      ],
    },
  ],
  costs: { apiCpuMsPerRead: 0.5 },
};

const costs: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  throughput: {
    pagesPerJob: 5,
    engineCpuMsPerPage: 60,
    workerCpuMsPerJob: 10,
    apiCpuMsPerJob: 10,
    preflightCpuMsPerJob: 5,
    databaseCpuMsPerJob: 5,
    storageCpuMsPerJob: 5,
  },
  read: { apiCpuMsPerRead: 0.5 },
  submit: { apiCpuMsPerSubmit: 3, statementsPerSubmit: 13 },
  queue: { queueTasksPerSecondOneAccount: 100, statementsPerTask: 10, databaseCpuMsPerTask: 2 },
  workers: { queueCeilingTasksPerSecond: 300, queueCeilingWorkers: 4 },
  memory: { apiMegabytes: 200 },
};

const everything = (size: Result['size']) =>
  new Map(
    Object.entries(costs).map(([bench, measured]) => [bench, { ...about, size, bench, costs: measured }]),
  );

describe('the pages', () => {
  it('are none before anything was measured', () => {
    expect(pagesFrom(new Map(), [])).toEqual(new Map());
  });

  it('quote the median of the ratios, their spread, and whether the aim was reached', () => {
    const page = pagesFrom(new Map([['read', ratio]]), ['read']).get('docs/reference/benchmarks.md') ?? '';
    expect(page).toContain('| 0.80 (0.72 to 0.88) | at least 0.85 | **no** |');
  });

  it('have a chart for each series that is SVG on its own, with colours for a dark page', () => {
    const pages = pagesFrom(new Map([['read', ratio]]), ['read']);
    const chart = pages.get('docs/reference/benchmarks/read-by-workers.svg') ?? '';
    expect(pages.get('docs/reference/benchmarks.md')).toContain('(benchmarks/read-by-workers.svg)');
    expect(chart).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(chart).toContain('prefers-color-scheme:dark');
    expect(chart.length).toBeLessThan(8_000);
  });

  it('leave the labels of an axis as they are', () => {
    const points = [
      [0.25, 1],
      [0.75, 2],
    ] as const;
    const series = [{ title: 'fine', x: 'minutes', y: 'MB', logX: true, lines: [{ name: 'a', points }] }];
    const chart = pagesFrom(new Map([['read', { ...ratio, series }]]), []).get(
      'docs/reference/benchmarks/read-fine.svg',
    );
    expect(chart).toContain('>0.25<');
  });

  it('say what limits where an aim is missed: what the run saw and what somebody found, or that it was not looked into', () => {
    const [comparison] = ratio.comparisons ?? [];
    if (comparison === undefined) throw new Error('nothing to miss');
    const missed = (limit?: string): Result => ({
      ...ratio,
      comparisons: [limit === undefined ? comparison : { ...comparison, limit }],
    });
    expect(missedAims([missed()], {})).toContain(
      '- **reading a job**: 0.80, aim at least 0.85. Not looked into yet.',
    );
    expect(missedAims([missed('it signs')], { 'reading a job': 'Signing is most of it.' })).toContain(
      'It signs. Signing is most of it.',
    );
    const reached = { ...comparison, aim: { kind: 'ratio', atLeast: 0.5 } as const };
    expect(missedAims([{ ...ratio, comparisons: [reached] }], {})).toBe('');
    const figures = [{ what: 'memory', unit: 'MB', values: [200, 300], atMost: 250 }];
    expect(missedAims([{ ...ratio, comparisons: [], figures }], {})).toContain('300 MB, aim at most 250');
  });

  it('are the same for the same results', () => {
    const make = () => pagesFrom(new Map([['read', ratio]]), ['read']);
    expect(make()).toEqual(make());
  });

  it('say nothing of scale while a part of it was not measured, or only tried', () => {
    const path = 'docs/operations/scale.md';
    expect(pagesFrom(everything('full'), []).has(path)).toBe(true);
    expect(pagesFrom(everything('smoke'), []).has(path)).toBe(false);
    const partly = everything('full');
    partly.delete('workers');
    expect(pagesFrom(partly, []).has(path)).toBe(false);
  });

  it('leave no gap in the text on scale', () => {
    const text = pagesFrom(everything('full'), []).get('docs/operations/scale.md') ?? '';
    expect(text).not.toMatch(/undefined|NaN|\bnull\b/);
    expect(text).toContain('| engine | 300 | 60 |');
  });
});

describe('the figures of scale', () => {
  const figures = Object.assign({}, ...Object.values(costs)) as Record<string, number>;

  it('count cores and cells for a billion pages', () => {
    const need = needFor(figures, 1e9);
    // 11,574 pages a second, 1.8 times that at the peak, 60 ms each, 60 % used.
    expect(Math.round(need.engineCores)).toBe(2_083);
    // 4,167 jobs a second at the peak; 16 cores, 60 % used, have 9,600 ms of CPU each second.
    expect(need.cells).toBe(Math.ceil((4_167 * of(figures, 'databaseCpuMsPerJob')) / 9_600));
  });

  it('add up what a million pages cost', () => {
    const { compute, storage } = dollarsPerMillionPages(figures);
    expect(compute).toBeCloseTo(((66 * 1e6) / 3.6e6 / 0.6) * 0.04, 6);
    expect(storage).toBeCloseTo(200 * (5 * 0.005 + 0.0004), 6);
  });
});

it.each([
  [1234.5, '1,235'],
  [123.4, '123'],
  [12.34, '12.3'],
  [1.234, '1.23'],
  [0.01234, '0.012'],
  [7, '7'],
  [Number.NaN, '–'],
])('%d reads %s', (value, text) => {
  expect(number(value)).toBe(text);
});
