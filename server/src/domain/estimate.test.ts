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
const throughput = { msPerPage: 500, running: [] };
const secondsOf = (job: Job, input: Parameters<typeof estimateJob>[1]) =>
  estimateJob(job, input, now).estimatedSeconds;

describe('an estimate', () => {
  /** `pages` pages that were started `agoMs` ago. */
  const running = (pages: number, agoMs: number, done = 0) => ({
    pages,
    claimedAt: new Date(now.getTime() - agoMs),
    progress: done > 0 ? ({ stage: 'layout', done, total: pages } as const) : null,
  });
  const next = { jobsAhead: 0, pagesAhead: 0 };

  it('adds the pages ahead, divided by the slots, and its own pages', () => {
    const place = { jobsAhead: 3, pagesAhead: 40 };
    const busy = { msPerPage: 500, running: [running(20, 10_000, 20), running(20, 10_000, 20)] };
    expect(estimateJob(pending, { place, throughput: busy }, now)).toEqual({
      queuePosition: 4,
      estimatedSeconds: 15,
    });
    expect(secondsOf(pending, { place, throughput })).toBe(25);
  });

  it('waits for the running job, by its own speed once it has one', () => {
    // 2 of 40 pages in 10 seconds: 190 seconds are left, and 5 for the job itself.
    const busy = { msPerPage: 500, running: [running(40, 10_000, 2)] };
    expect(secondsOf(pending, { place: next, throughput: busy })).toBe(195);
    // Just started: 40 pages at the usual speed.
    const started = { msPerPage: 500, running: [running(40, 0)] };
    expect(secondsOf(pending, { place: next, throughput: started })).toBe(25);
  });

  it('expects a running job that is late and shows no progress to take as long again', () => {
    const late = { msPerPage: 500, running: [running(4, 60_000)] };
    expect(secondsOf(pending, { place: next, throughput: late })).toBe(65);
    expect(secondsOf({ ...processing, pages: 4 }, { place: null, throughput })).toBe(10);
  });

  it('takes the slot that becomes free first', () => {
    const busy = { msPerPage: 500, running: [running(400, 0), running(4, 0)] };
    expect(secondsOf(pending, { place: next, throughput: busy })).toBe(7);
    // 50 seconds of work ahead fit on the second slot before the first becomes free.
    expect(secondsOf(pending, { place: { jobsAhead: 1, pagesAhead: 100 }, throughput: busy })).toBe(57);
    // After 198 seconds both are free and share what is left: 202 of 400 seconds.
    expect(secondsOf(pending, { place: { jobsAhead: 1, pagesAhead: 800 }, throughput: busy })).toBe(306);
  });

  it('is null for a job beyond the counted part of the queue', () => {
    const place = { jobsAhead: jobsAheadMax, pagesAhead: 40 };
    expect(estimateJob(pending, { place, throughput }, now)).toEqual({
      queuePosition: jobsAheadMax + 1,
      estimatedSeconds: null,
    });
  });

  it('subtracts the time already spent and is at least one second', () => {
    expect(secondsOf({ ...processing, pages: 30 }, { place: null, throughput })).toBe(5);
    const writing = { ...processing, progress: { stage: 'write', done: 0, total: 2 } } as Job;
    expect(secondsOf(writing, { place: null, throughput })).toBe(1);
  });

  it('uses the speed of the document itself once pages have been reported', () => {
    const half = { ...processing, progress: { stage: 'layout', done: 5, total: 10 } } as Job;
    expect(secondsOf(half, { place: null, throughput })).toBe(10);
    const recognizing = { ...processing, progress: { stage: 'recognize', done: 1, total: 4 } } as Job;
    expect(secondsOf(recognizing, { place: null, throughput })).toBe(30);
  });

  it('is null without a known throughput and for finished jobs', () => {
    expect(secondsOf(processing, { place: null, throughput: null })).toBeNull();
    const done = { ...processing, status: 'done' } as Job;
    expect(estimateJob(done, { place: null, throughput }, now)).toEqual({
      queuePosition: null,
      estimatedSeconds: null,
    });
  });
});
