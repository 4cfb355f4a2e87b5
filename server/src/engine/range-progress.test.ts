/** Progress of ranges that are converted at the same time. */
import { expect, it } from 'vitest';
import { RangeProgress } from './range-progress.ts';

it('adds up ended and running ranges, and never goes back', () => {
  const told: number[] = [];
  const progress = new RangeProgress(200, ({ done }) => told.push(done));
  progress.report('a', 'read', 0);
  progress.report('a', 'layout', 40);
  progress.report('b', 'layout', 30);
  progress.end('a', 0);
  progress.report('c', 'layout', 50);
  progress.end('b', 100);
  progress.end('c', 100);
  expect(told).toEqual([0, 40, 70, 80, 150, 200]);
});
