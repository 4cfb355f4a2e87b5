/** Changes are marked on the right page of the right document, and their texts stay short. */
import type { DiffItem, Job, WordEdit } from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { comparedJobs } from '../../format/compared-jobs.ts';
import { marksByPage, placeOf } from './change-places.ts';
import { candidatesFor } from './compare-candidates.ts';
import { readCompareSearch } from './compare-search.ts';
import { shortenedEdits } from './shortened-edits.ts';
import { stepFrom } from './use-comparison.ts';

const box = (n: number) => [n, n, n + 10, n + 10];
const place = (page: number, n: number) => ({ page, box: box(n) });

const block = (page: number, ...boxes: readonly number[]) => ({
  ...{ ref: '/kids/0', type: 'paragraph', level: null, label: null, section: null, text: 'text', page },
  boxes: boxes.map((n) => place(page, n)),
});

const word = (op: WordEdit['op'], page: number, n: number): WordEdit => ({
  ...{ op, text: op, boxes: [place(page, n)] },
});

const changed: DiffItem = {
  op: 'changed',
  base: block(1, 1),
  head: block(2, 2),
  words: [word('delete', 1, 11), word('insert', 2, 22), { op: 'equal', text: '.', boxes: [] }],
  table: null,
};
const added: DiffItem = { op: 'added', base: null, head: block(3, 3), words: [], table: null };
const table: DiffItem = {
  ...{ op: 'changed', base: block(4, 4), head: block(4, 4), words: [] },
  table: {
    rows: [
      { op: 'added', index: 2, boxes: [place(4, 41)], cells: ['a'] },
      { op: 'removed', index: 3, boxes: [place(4, 42)], cells: ['b'] },
    ],
    columns: [],
    cells: [
      {
        base: { row: 1, column: 1, ...place(4, 43) },
        head: { row: 1, column: 1, ...place(4, 44) },
        words: [],
      },
    ],
  },
};

describe('the marks of a document', () => {
  const shown = (side: 'base' | 'head', page: number) =>
    marksByPage([changed, added, table], side)
      .get(page)
      ?.map(({ change, kind, isBlock, box: [left] }) => [change, kind, isBlock, left]);

  it('are its own blocks and words', () => {
    expect(shown('base', 1)).toEqual([
      [0, 'changed', true, 1],
      [0, 'removed', false, 11],
    ]);
    expect(shown('head', 2)).toEqual([
      [0, 'changed', true, 2],
      [0, 'added', false, 22],
    ]);
  });

  it('leave out what the other document has', () => {
    expect(shown('base', 3)).toBeUndefined();
    expect(shown('head', 3)).toEqual([[1, 'added', true, 3]]);
  });

  it('are rows and cells of a table', () => {
    expect(shown('base', 4)).toEqual([
      [2, 'changed', true, 4],
      [2, 'removed', false, 42],
      [2, 'changed', false, 43],
    ]);
    expect(shown('head', 4)).toEqual([
      [2, 'changed', true, 4],
      [2, 'added', false, 41],
      [2, 'changed', false, 44],
    ]);
  });

  it('have keys of their own', () => {
    const keys = [...marksByPage([changed, added, table], 'head').values()].flat().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the place of a change', () => {
  it('is the first part that differs, or the block', () => {
    expect(placeOf(changed, 'base')).toMatchObject(place(1, 11));
    expect(placeOf(added, 'head')).toMatchObject(place(3, 3));
    expect(placeOf(added, 'base')).toBeNull();
  });
});

describe('the words of a change', () => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const texts = (...words: readonly [WordEdit['op'], string][]) =>
    shortenedEdits(words.map(([op, text]) => ({ op, text, boxes: [] }))).map(({ text }) => text);

  it('keep all edits, and the equal text next to them', () => {
    const [before, removed, between, inserted, after] = texts(
      ['equal', `${long} `],
      ['delete', long],
      ['equal', ` ${long} `],
      ['insert', 'new'],
      ['equal', ` ${long}`],
    );
    expect(before).toMatch(/^… .*word59 ?$/);
    expect(removed).toBe(long);
    expect(between).toMatch(/^ word0 .* … .*word59/);
    expect(inserted).toBe('new');
    expect(after).toMatch(/^ word0 .* …$/);
    for (const text of [before, between, after]) expect(text?.length).toBeLessThan(110);
  });

  it('stay whole if they are short', () => {
    expect(texts(['equal', 'not exceed EUR '], ['delete', '5'], ['insert', '6'], ['equal', '.'])).toEqual([
      'not exceed EUR ',
      '5',
      '6',
      '.',
    ]);
  });
});

describe('the way through the changes', () => {
  it('begins at either end and goes round', () => {
    expect(stepFrom(null, 3, 1)).toBe(0);
    expect(stepFrom(null, 3, -1)).toBe(2);
    expect(stepFrom(2, 3, 1)).toBe(0);
    expect(stepFrom(0, 3, -1)).toBe(2);
  });

  it('is read from the address, which may be anything', () => {
    expect(readCompareSearch({ change: '2', scope: 'structure' })).toEqual({ change: 2, scope: 'structure' });
    expect(readCompareSearch({ change: '-1', scope: 'text' })).toEqual({});
  });
});

describe('the jobs of a comparison', () => {
  const job = (id: string, name: string, created_at: string) =>
    ({ id, file: { name }, created_at }) as unknown as Job;
  const first = job('1', 'contract.pdf', '2026-11-01T08:00:00Z');
  const other = job('2', 'annex.pdf', '2026-11-02T08:00:00Z');
  const last = job('3', 'contract.pdf', '2026-11-03T08:00:00Z');

  it('go from the older to the newer', () => {
    expect(comparedJobs(last, first)).toEqual({ baseId: '1', headId: '3' });
    expect(comparedJobs(first, last)).toEqual({ baseId: '1', headId: '3' });
  });

  it('are offered with those of the same name first, without the job itself', () => {
    const ids = (typed: string) => candidatesFor(first, [last, other, first], typed).map(({ id }) => id);
    expect(ids('')).toEqual(['3', '2']);
    expect(ids(' ANNEX')).toEqual(['2']);
  });
});
