import { describe, expect, it } from 'vitest';
import { estimateJob, jobsAheadMax } from './estimate.ts';
import type { Job } from './job.ts';

const now = new Date('2026-11-15T12:00:10.000Z');
const pending = { status: 'pending', pages: 10, progress: null, claimedAt: null } as Job;
const processing = {
  ...pending,
  status: 'processing',
  claimedAt: new Date('2026-11-15T12:00:00.000Z'),
} as Job;
const throughput = { msPerPage: 500, jobsProcessing: 2 };

describe('an estimate', () => {
  it('counts the pages ahead, shared by those at work, and then its own', () => {
    const place = { jobsAhead: 3, pagesAhead: 40 };
    expect(estimateJob(pending, { place, throughput }, now)).toEqual({
      queuePosition: 4,
      estimatedSeconds: 15,
    });
  });

  it('is null for a job too far back to be counted', () => {
    const place = { jobsAhead: jobsAheadMax, pagesAhead: 40 };
    expect(estimateJob(pending, { place, throughput }, now)).toEqual({
      queuePosition: jobsAheadMax + 1,
      estimatedSeconds: null,
    });
  });

  it('takes off what has been spent, and is never less than a second', () => {
    expect(estimateJob({ ...processing, pages: 30 }, { place: null, throughput }, now).estimatedSeconds).toBe(
      5,
    );
    expect(estimateJob(processing, { place: null, throughput }, now).estimatedSeconds).toBe(1);
  });

  it('believes the document’s own speed once pages are counted', () => {
    const half = { ...processing, progress: { stage: 'layout', done: 5, total: 10 } } as Job;
    expect(estimateJob(half, { place: null, throughput }, now).estimatedSeconds).toBe(10);
  });

  it('is none without a throughput, and none for what is finished', () => {
    expect(estimateJob(processing, { place: null, throughput: null }, now).estimatedSeconds).toBeNull();
    const done = { ...processing, status: 'done' } as Job;
    expect(estimateJob(done, { place: null, throughput }, now)).toEqual({
      queuePosition: null,
      estimatedSeconds: null,
    });
  });
});
