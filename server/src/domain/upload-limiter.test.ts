/** Uploads are counted per account, released when they end, and never limited below the plan's active jobs. */
import { describe, expect, it } from 'vitest';
import { UploadLimiter } from './upload-limiter.ts';

const acquired = (limiter: UploadLimiter, account: string, activeJobsMax: number, tries: number) =>
  Array.from({ length: tries }, () => limiter.acquire(account, activeJobsMax)).filter(
    (slot) => slot !== null,
  );

describe('an upload limiter', () => {
  it('limits uploads per account', () => {
    const limiter = new UploadLimiter(3);
    expect(acquired(limiter, 'a', 1, 9)).toHaveLength(3);
    expect(acquired(limiter, 'b', 1, 9)).toHaveLength(3);
  });

  it('allows as many uploads as the plan allows active jobs when that is more', () => {
    const limiter = new UploadLimiter(3);
    expect(limiter.maxFor(20)).toBe(20);
    expect(acquired(limiter, 'a', 20, 30)).toHaveLength(20);
  });

  it('allows one more upload for each that has ended', () => {
    const limiter = new UploadLimiter(2);
    const [first] = acquired(limiter, 'a', 1, 2);
    expect(limiter.acquire('a', 1)).toBeNull();
    first?.[Symbol.dispose]();
    expect(acquired(limiter, 'a', 1, 2)).toHaveLength(1);
  });
});
