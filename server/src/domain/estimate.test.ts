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
  it('adds the pages ahead, divided by the running slots, and its own pages', () => {
    const place = { jobsAhead: 3, pagesAhead: 40 };
    expect(estimateJob(pending, { place, throughput }, now)).toEqual({
      queuePosition: 4,
      estimatedSeconds: 15,
    });
  });

  it('is null for a job beyond the counted part of the queue', () => {
    const place = { jobsAhead: jobsAheadMax, pagesAhead: 40 };
    expect(estimateJob(pending, { place, throughput }, now)).toEqual({
      queuePosition: jobsAheadMax + 1,
      estimatedSeconds: null,
    });
  });

  it('subtracts the time already spent and is at least one second', () => {
    expect(estimateJob({ ...processing, pages: 30 }, { place: null, throughput }, now).estimatedSeconds).toBe(
      5,
    );
    expect(estimateJob(processing, { place: null, throughput }, now).estimatedSeconds).toBe(1);
  });

  it('uses the speed of the document itself once pages have been reported', () => {
    const half = { ...processing, progress: { stage: 'layout', done: 5, total: 10 } } as Job;
    expect(estimateJob(half, { place: null, throughput }, now).estimatedSeconds).toBe(10);
  });

  it('is null without a known throughput and for finished jobs', () => {
    expect(estimateJob(processing, { place: null, throughput: null }, now).estimatedSeconds).toBeNull();
    const done = { ...processing, status: 'done' } as Job;
    expect(estimateJob(done, { place: null, throughput }, now)).toEqual({
      queuePosition: null,
      estimatedSeconds: null,
    });
  });
});
