/** Formatting of numbers, progress bars, text widths and tables. */
import { describe, expect, it } from 'vitest';
import { fakeEnvironment } from '../testing/fake-environment.ts';
import { progressBar } from './progress-bar.ts';
import { ago, elapsed, localTime, plural, queuePosition, size, utcDate } from './quantities.ts';
import { shellWord } from './shell-word.ts';
import { hasColors, stylesFor } from './style.ts';
import { keyValueLines, table } from './table.ts';
import { padEnd, textWidth, truncateEnd, truncateStart } from './text-width.ts';

const plain = stylesFor({ env: {} }, fakeEnvironment().stdout);

describe('quantities', () => {
  it('have units', () => {
    expect([0, 1023, 1024, 5_242_880, 157_286_400].map(size)).toEqual([
      '0 B',
      '1023 B',
      '1.0 KB',
      '5.0 MB',
      '150 MB',
    ]);
    expect([0, 9_940, 59_000, 61_000, 3_700_000].map(elapsed)).toEqual([
      '0.0 s',
      '9.9 s',
      '59 s',
      '1 min 01 s',
      '1 h 01 min',
    ]);
    expect([1, 2, 1200].map((count) => plural(count, 'page'))).toEqual(['1 page', '2 pages', '1,200 pages']);
    expect([7, 1_000, 1_001].map(queuePosition)).toEqual(['7', '1,000', '1,000+']);
    const now = Date.parse('2026-11-15T12:00:00Z');
    expect(
      ['2026-11-15T11:59:30Z', '2026-11-15T11:00:00Z', '2026-11-14T11:00:00Z'].map((at) => ago(at, now)),
    ).toEqual(['30 s ago', '1 h ago', '1 day ago']);
  });
});

describe('dates', () => {
  it('are short and readable', () => {
    expect(utcDate('2026-12-01T00:00:00.000Z')).toBe('Dec 1, 2026');
    expect(localTime('2026-11-16T12:19:48')).toBe('Nov 16, 2026, 12:19');
  });
});

describe('a progress bar', () => {
  it.each([
    [0, '░░░░'],
    [0.5, '██░░'],
    [0.54, '██▏░'],
    [1, '████'],
    [7, '████'],
    [Number.NaN, '░░░░'],
  ])('at %d is %s', (share, shown) => {
    expect(progressBar(share, 4)).toBe(shown);
  });

  it('uses ASCII without block characters', () => {
    expect(progressBar(0.5, 4, false)).toBe('##--');
  });
});

describe('text width', () => {
  it('counts columns, not characters or color sequences', () => {
    expect(['abc', '報告', 'e\u0301', '\u001b[31mred\u001b[39m', '📄'].map(textWidth)).toEqual([
      3, 4, 1, 3, 2,
    ]);
  });

  it('is truncated at either end', () => {
    expect([
      truncateEnd('abcdef', 4),
      truncateStart('abcdef', 4),
      truncateEnd('報告書', 4),
      padEnd('報', 4),
    ]).toEqual(['abc…', '…def', '報…', '報  ']);
  });
});

describe('a table', () => {
  const columns = [
    { title: 'ID' },
    { title: 'PAGES', align: 'right' },
    { title: 'FILE', canShrink: true },
  ] as const;
  const rows = [
    ['a', '3', 'a-rather-long-name.pdf'],
    ['bb', '12', 'short\u001b[2J.pdf'],
  ];

  it('aligns its columns and replaces control characters', () => {
    expect(table(columns, rows, plain)).toEqual([
      'ID  PAGES  FILE',
      'a       3  a-rather-long-name.pdf',
      'bb     12  short\ufffd[2J.pdf',
    ]);
  });

  it('fits the terminal by shrinking one column', () => {
    expect(table(columns, rows, plain, 20)[1]).toBe('a       3  a-rather…');
  });

  it('of key-value pairs aligns the values', () => {
    expect(
      keyValueLines(
        [
          ['plan', 'pro'],
          ['account', 'ann'],
        ],
        plain,
      ),
    ).toEqual(['plan     pro', 'account  ann']);
  });
});

describe('colors', () => {
  it.each([
    ['a terminal', { columns: 80 }, {}, true],
    ['a pipe', {}, {}, false],
    ['NO_COLOR', { columns: 80 }, { NO_COLOR: '1' }, false],
    ['FORCE_COLOR', {}, { FORCE_COLOR: '1' }, true],
    ['a dumb terminal', { columns: 80 }, { TERM: 'dumb' }, false],
  ])('%s', (_, options, env, wanted) => {
    const environment = fakeEnvironment({ ...options, env: env as Record<string, string> });
    expect(hasColors(environment, environment.stderr)).toBe(wanted);
  });
});

describe('shellWord', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['my report.pdf', "'my report.pdf'"],
    ["it's", "'it'\\''s'"],
  ])('%s', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });
});
