import type { JobAccessibility } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { entriesOf, pagesOf } from './report-entries.ts';

const places = [
  { page: 3, box: [72, 410.5, 310.2, 655] },
  { page: 3, box: null },
  { page: 1, box: [0, 0, 1, 1] },
];
const check = (clause: string) => ({
  passes: false,
  rules_failed: 1,
  failures: [{ clause, description: 'Figures have alternative texts', count: 3, places }],
});
const report: JobAccessibility = {
  standard: 'PDF/UA-1',
  checked_by: 'veraPDF',
  before: check('7.1-3'),
  before_error: null,
  after: check('7.3-1'),
  after_error: null,
  written: [],
  to_do: [{ what: 'alternative_text', message: 'Describe 3 images.', count: 3, places }],
};

it('have boxes where they are known, and a number that no other place has', () => {
  const { toDo, after, before } = entriesOf(report);
  const hits = [...toDo, ...after, ...before].flatMap((entry) => entry.hits);
  expect(new Set(hits.map(({ start }) => start)).size).toBe(9);
  expect(hits.slice(0, 3).map(({ page, boxes }) => [page, boxes.length])).toEqual([
    [3, 1],
    [3, 0],
    [1, 1],
  ]);
  expect(after[0]).toMatchObject({ clause: '7.3-1', count: 3, text: 'Figures have alternative texts' });
});

it('are empty for a check that could not be made', () => {
  expect(entriesOf({ ...report, before: null, after: null })).toMatchObject({ before: [], after: [] });
});

it('name each page once', () => {
  expect(pagesOf(entriesOf(report).toDo[0]?.hits ?? [])).toEqual([3, 1]);
});
