/** The scale has a few round ticks and is never lower than the highest bar. */
import { describe, expect, it } from 'vitest';
import { chartScale } from './chart-scale.ts';

describe('the scale of the chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [10, [0, 3, 6, 9, 12]],
    [97, [0, 25, 50, 75, 100]],
    [1_234, [0, 500, 1_000, 1_500]],
  ])('for %d pages has the ticks %j', (highest, ticks) => {
    expect(chartScale(highest).ticks).toEqual(ticks);
  });

  it('is never lower than the highest bar, and has few ticks', () => {
    for (let highest = 0; highest < 5_000; highest += 7) {
      const { max, ticks } = chartScale(highest);
      expect(max).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});
