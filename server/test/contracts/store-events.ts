/** Contract of `Store` for events and job details. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DroppedContent } from '../../src/domain/dropped.ts';
import type { JobEvent } from '../../src/domain/event.ts';
import type { EngineWarning } from '../../src/ports/engine.ts';
import type { Store } from '../../src/ports/store.ts';
import {
  admit,
  admitted,
  ampleLimits,
  claimAgain,
  claimed,
  minutesLater,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from './samples.ts';

const budget = { cause: 'worker', failuresMax: 8, errorMessage: 'Lost too often.' } as const;
const dropped: DroppedContent = {
  count: 1_234,
  items: [{ page: 2, box: [72, 647.3, 306.048, 661.172], reason: 'hidden-text', kind: 'text' }],
};
const warning: EngineWarning = { code: 'page_only_image', message: 'Only images.', pages: [2], count: 1 };

export function describeEvents(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const all = (accountId: string) => store.events.after(accountId, 0, 100, null);
  const types = (events: readonly JobEvent[]) => events.map(({ type }) => type);

  describe('events', () => {
    it('record every change of a job, in order, numbered from 1 without gaps', async () => {
      const { id: accountId } = await newAccount(store);
      const job = sampleJob(accountId);
      const claim = await claimed(store, job);
      const { id } = claim;
      await store.jobs.handBack(claim, { budget, delayMs: 0 }, noon);
      const again = await claimAgain(store, id);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(job, again)] };
      await store.jobs.complete(again, result, noon);
      await store.jobs.beginDelete(accountId, id, noon);
      await store.jobs.beginDelete(accountId, id, noon);
      const events = await all(accountId);
      expect(types(events)).toEqual([
        'job.created',
        'job.processing',
        'job.pending',
        'job.processing',
        'job.done',
        'job.deleted',
      ]);
      expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(events[4]).toMatchObject({
        accountId,
        jobId: id,
        data: { status: 'done', pageCount: 3, errorMessage: null },
      });
      expect(await store.events.bounds(accountId)).toEqual({ oldest: 1, newest: 6 });
    });

    it('contain the reason of a failure', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId));
      await store.jobs.fail(claim, 'The document is damaged.', noon);
      expect((await all(accountId)).at(-1)).toMatchObject({
        type: 'job.failed',
        data: { status: 'failed', pageCount: null, errorMessage: 'The document is damaged.' },
      });
    });

    it('are numbered without gaps under parallel changes', async () => {
      const { id: accountId } = await newAccount(store);
      const jobs = await Promise.all(Array.from({ length: 10 }, () => claimed(store, sampleJob(accountId))));
      await Promise.all(jobs.map((claim) => store.jobs.fail(claim, 'Failed.', noon)));
      const events = await all(accountId);
      expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    });

    it('are not recorded for a refused submit or a lost lease', async () => {
      const { id: accountId } = await newAccount(store);
      await admit(store, sampleJob(accountId), { ...ampleLimits, activeJobsMax: 0 });
      const claim = await claimed(store, sampleJob(accountId));
      await store.jobs.fail({ ...claim, attempt: claim.attempt + 1 }, 'Too late.', noon);
      expect(types(await all(accountId))).toEqual(['job.created', 'job.processing']);
    });

    it('are read after a given number, optionally of one job, and never across accounts', async () => {
      const { id: accountId } = await newAccount(store);
      const first = await claimed(store, sampleJob(accountId));
      const second = await admitted(store, sampleJob(accountId));
      expect((await store.events.after(accountId, 1, 1, null)).map(({ number }) => number)).toEqual([2]);
      const ofSecond = await store.events.after(accountId, 0, 10, second);
      expect(ofSecond.map(({ jobId, number }) => [jobId, number])).toEqual([[second, 3]]);
      const { id: other } = await newAccount(store);
      expect(await store.events.after(other, 0, 10, first.id)).toEqual([]);
      expect(await store.events.bounds(other)).toEqual({ oldest: null, newest: 0 });
    });

    it('have a newest number for each account', async () => {
      const [busy, idle, left] = [await newAccount(store), await newAccount(store), await newAccount(store)];
      await claimed(store, sampleJob(busy.id));
      await admitted(store, sampleJob(left.id));
      const newest = await store.events.newest([busy.id, idle.id]);
      expect(Object.fromEntries(newest)).toEqual({ [busy.id]: 2, [idle.id]: 0 });
    });
  });

  describe('the details of a job', () => {
    it('have only the progress that the current lease holder reported', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId, { pages: 7 }));
      const { id } = claim;
      const progress = async () => (await store.jobs.find(accountId, id))?.progress;
      expect(await progress()).toEqual({ stage: 'fetch', done: 0, total: 7 });
      await store.jobs.recordProgress(claim, { stage: 'layout', done: 3, total: 7 });
      await store.jobs.recordProgress(
        { ...claim, attempt: claim.attempt - 1 },
        { stage: 'write', done: 1, total: 2 },
      );
      expect(await progress()).toEqual({ stage: 'layout', done: 3, total: 7 });
      await store.jobs.handBack(claim, uncounted, noon);
      await store.jobs.recordProgress(claim, { stage: 'write', done: 1, total: 2 });
      expect(await progress()).toBeNull();
    });

    it('have the start and end time and the number of attempts', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId, { documentPages: 9 }));
      const { id } = claim;
      await store.jobs.fail(claim, 'Failed.', minutesLater(2));
      const job = await store.jobs.find(accountId, id);
      expect(job).toMatchObject({ attempts: 1, pages: 3, documentPages: 9, finishedAt: minutesLater(2) });
      expect(job?.startedAt).toBeInstanceOf(Date);
    });

    it('have the warnings of a done job, only for its own account', async () => {
      const { id: accountId } = await newAccount(store);
      const job = sampleJob(accountId);
      const claim = await claimed(store, job);
      const { id } = claim;
      expect((await store.jobs.warnings(accountId, [id])).get(id)).toEqual([]);
      const result = { pageCount: 3, outputs: [sampleOutput(job, claim)], warnings: [warning] };
      await store.jobs.complete(claim, result, noon);
      expect((await store.jobs.warnings(accountId, [id])).get(id)).toEqual([warning]);
      const { id: other } = await newAccount(store);
      expect((await store.jobs.warnings(other, [id])).size).toBe(0);
    });

    it('have the dropped content of a done job, only for its own account and until it is deleted', async () => {
      const { id: accountId } = await newAccount(store);
      const { id: other } = await newAccount(store);
      const job = sampleJob(accountId);
      const claim = await claimed(store, job);
      const { id } = claim;
      expect(await store.jobs.dropped(accountId, id)).toEqual({ count: 0, items: [] });
      const outputs = [sampleOutput(job, claim)];
      await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [], dropped }, noon);
      expect(await store.jobs.dropped(accountId, id)).toEqual(dropped);
      expect(await store.jobs.dropped(other, id)).toBeNull();
      await store.jobs.beginDelete(accountId, id, noon);
      expect(await store.jobs.dropped(accountId, id)).toBeNull();
    });

    it('have the position in the queue: by priority, then by age, across accounts', async () => {
      const { id } = await newAccount(store);
      const { id: other } = await newAccount(store);
      // A higher priority than any job that other tests left in the queue.
      const urgent = { ...ampleLimits, priority: 900 };
      const first = await admitted(store, sampleJob(id, { pages: 5 }), urgent);
      const second = await admitted(
        store,
        sampleJob(other, { pages: 2, createdAt: minutesLater(1) }),
        urgent,
      );
      const third = await admitted(store, sampleJob(id, { createdAt: minutesLater(2) }), urgent);
      const overtaking = sampleJob(other, { pages: 7, createdAt: minutesLater(3) });
      await admitted(store, overtaking, { ...urgent, priority: 901 });
      const taken = await store.jobs.claim(first, 30_000);
      const places = await store.jobs.queuePositions([first, second, third]);
      expect(taken).not.toBeNull();
      expect(Object.fromEntries(places)).toEqual({
        [second]: { jobsAhead: 1, pagesAhead: 7 },
        [third]: { jobsAhead: 2, pagesAhead: 9 },
      });
    });
  });
}
