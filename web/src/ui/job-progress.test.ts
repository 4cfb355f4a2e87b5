/** Pages are counted only where the count is about the stage that is shown. */
import { describe, expect, it } from 'vitest';
import { isCounted, shareOf } from './job-progress.tsx';

describe('the progress of a job', () => {
  it.each([
    ['layout', 0, 234, true],
    ['recognize', 3, 4, true],
    ['layout', 0, 0, false],
    ['read', 0, 234, false],
    ['write', 234, 234, false],
  ] as const)('%s, %d of %d pages: counted is %s', (stage, pages_done, pages_total, expected) => {
    expect(isCounted({ stage, pages_done, pages_total })).toBe(expected);
  });

  it.each([
    [0, 4, 0],
    [1, 4, 0.25],
    [4, 4, null],
  ])('%d of %d pages: the bar shows %s', (pages_done, pages_total, expected) => {
    expect(shareOf({ stage: 'layout', pages_done, pages_total })).toBe(expected);
  });
});
