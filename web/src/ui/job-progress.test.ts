/** Pages are counted only where the count is about the stage that is shown. */
import { describe, expect, it } from 'vitest';
import { isCounted } from './job-progress.tsx';

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
});
