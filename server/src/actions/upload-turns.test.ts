/** Turns are counted by account, come back when they are over, and are never fewer than the plan has jobs. */
import { describe, expect, it } from 'vitest';
import { UploadLimiter } from './upload-turns.ts';

const taken = (turns: UploadLimiter, account: string, activeJobsMax: number, tries: number) =>
  Array.from({ length: tries }, () => turns.take(account, activeJobsMax)).filter((turn) => turn !== null);

describe('turns of uploads', () => {
  it('as many as the bound says, for each account alone', () => {
    const turns = new UploadLimiter(3);
    expect(taken(turns, 'a', 1, 9)).toHaveLength(3);
    expect(taken(turns, 'b', 1, 9)).toHaveLength(3);
  });

  it('as many as the plan has active jobs, where that is more', () => {
    const turns = new UploadLimiter(3);
    expect(turns.most(20)).toBe(20);
    expect(taken(turns, 'a', 20, 30)).toHaveLength(20);
  });

  it('one more for each that is over', () => {
    const turns = new UploadLimiter(2);
    const [first] = taken(turns, 'a', 1, 2);
    expect(turns.take('a', 1)).toBeNull();
    first?.[Symbol.dispose]();
    expect(taken(turns, 'a', 1, 2)).toHaveLength(1);
  });
});
