/** A period that was set by the API is among those offered. */
import { expect, it } from 'vitest';
import { offeredDays } from './offered-days.ts';

it.each([
  [null, [1, 7, 30, 90, 365]],
  [30, [1, 7, 30, 90, 365]],
  [14, [1, 7, 14, 30, 90, 365]],
])('%s is set', (set, days) => {
  expect(offeredDays(set)).toEqual(days);
});
