import { describe, expect, it } from 'vitest';
import { jobsAheadMax, outlookOf } from './estimate.ts';
import type { Job } from './job.ts';

const now = new Date('2026-11-15T12:00:10.000Z');
const pending = { status: 'pending', pages: 10, progress: null, claimedAt: null } as Job;
const processing = {
  ...pending,
  status: 'processing',
  claimedAt: new Date('2026-11-15T12:00:00.000Z'),
} as Job;
const pace = { msPerPage: 500, jobsInWork: 2 };

describe('an estimate', () => {
  it('counts the pages ahead, shared by those at work, and then its own', () => {
    const place = { jobsAhead: 3, pagesAhead: 40 };
    expect(outlookOf(pending, { place, pace }, now)).toEqual({ queuePosition: 4, estimatedSeconds: 15 });
  });

  it('is none for who stands too far back to be counted', () => {
    const place = { jobsAhead: jobsAheadMax, pagesAhead: 40 };
    expect(outlookOf(pending, { place, pace }, now)).toEqual({
      queuePosition: jobsAheadMax + 1,
      estimatedSeconds: null,
    });
  });

  it('takes off what has been spent, and is never less than a second', () => {
    expect(outlookOf({ ...processing, pages: 30 }, { place: null, pace }, now).estimatedSeconds).toBe(5);
    expect(outlookOf(processing, { place: null, pace }, now).estimatedSeconds).toBe(1);
  });

  it('believes the document’s own speed once pages are counted', () => {
    const half = { ...processing, progress: { stage: 'layout', done: 5, total: 10 } } as Job;
    expect(outlookOf(half, { place: null, pace }, now).estimatedSeconds).toBe(10);
  });

  it('is none without a pace, and none for what is finished', () => {
    expect(outlookOf(processing, { place: null, pace: null }, now).estimatedSeconds).toBeNull();
    const done = { ...processing, status: 'done' } as Job;
    expect(outlookOf(done, { place: null, pace }, now)).toEqual({
      queuePosition: null,
      estimatedSeconds: null,
    });
  });
});
