/** When numbers of a list can be left to the renderer. */
import { expect, it } from 'vitest';
import { item, list } from '../write/sample-document.ts';
import { listStyle } from './list-labels.ts';

const labelled = (labels: readonly (string | undefined)[], numbered: { start?: number } | null) =>
  list(
    labels.map((label) => item('x', [], label)),
    numbered,
  );

it.each([
  [['1.', '2.'], {}, 'numbers'],
  [['(3)', '(4)'], { start: 3 }, 'numbers'],
  [[undefined, undefined], {}, 'numbers'],
  [['1.', '3.'], {}, 'labels'],
  [['a)', 'b)'], {}, 'labels'],
  [['1.1', '1.2'], {}, 'labels'],
  [['•', '–'], null, 'bullets'],
  [['o', undefined], null, 'bullets'],
  [['A', '•'], null, 'labels'],
  [['☐', '☒'], null, 'labels'],
  [['☐', '☐'], null, 'labels'],
  [['□', '■'], null, 'labels'],
  [['✓', '✗'], null, 'labels'],
  [['✓', '✓'], null, 'bullets'],
  [['■', '–'], null, 'bullets'],
  [['-1'], { start: -1 }, 'labels'],
] as const)('reads labels %j of %j as %s', (labels, numbered, style) => {
  expect(listStyle(labelled(labels, numbered))).toBe(style);
});
