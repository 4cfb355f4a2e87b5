import { expect, it } from 'vitest';
import { pageRanges } from './page-ranges.ts';

it('neighbouring pages are one range', () => {
  expect(pageRanges([1, 2, 3, 7, 9, 10])).toBe('1-3, 7, 9-10');
  expect(pageRanges([])).toBe('');
});
