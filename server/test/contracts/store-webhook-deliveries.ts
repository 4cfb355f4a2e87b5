/** Contract of `Store` for the webhook outbox and the log of deliveries. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import { manualPerMinute } from '../../src/domain/webhook.ts';
import type { Store } from '../../src/ports/store.ts';
import { claimed, minutesLater, newAccount, noon, sampleJob } from './samples.ts';
import {
  again,
  broken,
  detail,
  due,
  jobDone,
  jobFailed,
  logOf,
  newWebhook,
  ok,
  oneDue,
  sampleWebhook,
} from './webhook-samples.ts';

const yearsMs = (years: number) => years * 365 * 86_400_000;

export function describeWebhookDeliveries(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('the outbox', () => {
    it('has one delivery for each finished job and subscribed endpoint', async () => {
      const both = await newWebhook(store);
      const failures = await store.webhooks.create(
        sampleWebhook(both.accountId, { events: ['job.failed'] }),
        10,
      );
      const [done, failed] = [await jobDone(store, both.accountId), await jobFailed(store, both.accountId)];
      const deliveries = await logOf(store, both);
      expect(deliveries.map(({ type, jobId, data }) => ({ type, jobId, data }))).toEqual(
        expect.arrayContaining([
          {
            type: 'job.done',
            jobId: done,
            data: { job_id: done, status: 'done', page_count: 3, error_message: null },
          },
          {
            type: 'job.failed',
            jobId: failed,
            data: {
              job_id: failed,
              status: 'failed',
              page_count: null,
              error_message: 'The file is damaged.',
            },
          },
        ]),
      );
      expect(deliveries).toHaveLength(2);
      expect(deliveries[0]).toMatchObject({ state: 'pending', failure: null, attempts: 0, endedAt: null });
      expect(deliveries[0]?.nextAttemptAt).toBeInstanceOf(Date);
      const onlyFailures = await logOf(store, { accountId: both.accountId, id: failures?.id ?? '' });
      expect(onlyFailures.map(({ jobId }) => jobId)).toEqual([failed]);
    });

    it('has no deliveries for other accounts, unfinished jobs or a disabled endpoint', async () => {
      const mine = await newWebhook(store);
      const otherAccount = await newAccount(store);
      await jobDone(store, otherAccount.id);
      await claimed(store, sampleJob(mine.accountId));
      await store.webhooks.update(mine.accountId, mine.id, { enabled: false }, noon);
      await jobDone(store, mine.accountId);
      expect(await logOf(store, mine)).toEqual([]);
    });

    it('keeps deliveries when the job is deleted', async () => {
      const mine = await newWebhook(store);
      const jobId = await jobDone(store, mine.accountId);
      await store.jobs.beginDelete(mine.accountId, jobId, noon);
      await store.jobs.finishDelete(jobId);
      expect((await oneDue(store, mine.id)).delivery).toMatchObject({ jobId, type: 'job.done' });
    });
  });

  describe('a delivery', () => {
    it('is claimed once and stores the response', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const claim = await oneDue(store, mine.id);
      expect(claim).toMatchObject({ attempt: 1, tries: 1, enabled: true, sealedPreviousSecret: null });
      expect(await due(store, mine.id)).toEqual([]);
      const inProgress = await detail(store, mine, claim.delivery.id);
      expect(inProgress.delivery).toMatchObject({ state: 'pending', attempts: 1, nextAttemptAt: null });
      expect(inProgress.attempts).toMatchObject([{ number: 1, result: null }]);
      expect(await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon)).toBe(true);
      const ended = await detail(store, mine, claim.delivery.id);
      expect(ended.delivery).toMatchObject({ state: 'delivered', failure: null, endedAt: noon });
      expect(ended.attempts).toMatchObject([{ number: 1, result: ok }]);
      expect(await store.webhooks.record(claim, broken, again, noon)).toBe(false);
      expect(await due(store, mine.id)).toEqual([]);
    });

    it('is claimed by one of many parallel workers', async () => {
      const mine = await newWebhook(store);
      for (let created = 0; created < 3; created += 1) await jobDone(store, mine.accountId);
      const claimsByWorker = await Promise.all(
        Array.from({ length: 6 }, () => due(store, mine.id, { perEndpoint: 3 })),
      );
      const ids = claimsByWorker.flat().map(({ delivery }) => delivery.id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('that failed is retried after its delay, under the same id', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const first = await oneDue(store, mine.id);
      await store.webhooks.record(first, broken, { kind: 'retry', delayMs: 60_000 }, noon);
      expect(await due(store, mine.id)).toEqual([]);
      const { delivery } = await detail(store, mine, first.delivery.id);
      expect(delivery.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 50_000);
      await store.webhooks.replay(mine.accountId, mine.id, delivery.id, noon);
      const second = await oneDue(store, mine.id);
      expect(second.delivery.id).toBe(first.delivery.id);
      await store.webhooks.record(second, broken, { kind: 'exhausted' }, noon);
      const ended = await detail(store, mine, delivery.id);
      expect(ended.delivery).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', attempts: 2 });
      expect(ended.attempts.map(({ result }) => result)).toEqual([broken, broken]);
    });

    it('becomes due again when its lease expires, and its previous worker can no longer change it', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const expiredClaim = await oneDue(store, mine.id, 0);
      const next = await oneDue(store, mine.id);
      expect([next.delivery.id, next.attempt]).toEqual([expiredClaim.delivery.id, 2]);
      expect(await store.webhooks.record(expiredClaim, broken, { kind: 'exhausted' }, noon)).toBe(false);
      expect(await store.webhooks.record(next, ok, { kind: 'delivered' }, noon)).toBe(true);
      const { delivery, attempts } = await detail(store, mine, next.delivery.id);
      expect(delivery.state).toBe('delivered');
      expect(attempts.map(({ result }) => result?.fault)).toEqual(['interrupted', null]);
    });

    it('that is released does not count as a try', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const first = await oneDue(store, mine.id);
      await store.webhooks.record(first, { ...broken, fault: 'interrupted' }, { kind: 'released' }, noon);
      expect(await oneDue(store, mine.id)).toMatchObject({ attempt: 2, tries: 1 });
    });

    it('is limited in parallel per endpoint, and to one at a time while the endpoint fails', async () => {
      const mine = await newWebhook(store);
      for (let created = 0; created < 4; created += 1) await jobDone(store, mine.accountId);
      const busy = new Map([[mine.id, 2]]);
      const request = { limit: 1_000, perEndpoint: 3, busy, leaseMs: 60_000 };
      const claims = await store.webhooks.claimDue(request);
      const own = claims.filter(({ delivery }) => delivery.webhookId === mine.id);
      expect(own).toHaveLength(1);
      for (const claim of own) await store.webhooks.record(claim, broken, again, noon);
      expect(await due(store, mine.id, { perEndpoint: 3 })).toHaveLength(1);
    });

    it('is replayed from the start of its schedule, and a delivery in progress is not claimed twice', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      const first = await oneDue(store, mine.id);
      const { id } = first.delivery;
      const inProgress = await store.webhooks.replay(mine.accountId, mine.id, id, noon);
      expect(inProgress).toMatchObject({ kind: 'queued', delivery: { id, state: 'pending', attempts: 1 } });
      expect(await due(store, mine.id)).toEqual([]);
      await store.webhooks.record(first, ok, { kind: 'delivered' }, noon);
      const replayed = await store.webhooks.replay(mine.accountId, mine.id, id, noon);
      expect(replayed).toMatchObject({ kind: 'queued', delivery: { id, state: 'pending', endedAt: null } });
      expect(await oneDue(store, mine.id)).toMatchObject({ attempt: 2, tries: 1, delivery: { id } });
      const absent = await store.webhooks.replay(mine.accountId, mine.id, randomUUID(), noon);
      expect(absent).toEqual({ kind: 'absent' });
    });

    it('can be triggered manually a limited number of times per minute', async () => {
      const mine = await newWebhook(store);
      const test = (now: Date) => store.webhooks.addTest(mine.accountId, mine.id, newId(now.getTime()), now);
      const kinds = [];
      for (let count = 0; count < manualPerMinute + 1; count += 1) kinds.push((await test(noon)).kind);
      expect(kinds.filter((kind) => kind === 'queued')).toHaveLength(manualPerMinute);
      expect(kinds.at(-1)).toBe('too_many');
      expect(await test(minutesLater(1))).toMatchObject({
        kind: 'queued',
        delivery: { type: 'webhook.test', jobId: null, data: { webhook_id: mine.id } },
      });
    });

    it('is found by state and page', async () => {
      const mine = await newWebhook(store);
      for (let created = 0; created < 3; created += 1) await jobDone(store, mine.accountId);
      const [claim] = await due(store, mine.id);
      if (claim) await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon);
      const find = (state: 'pending' | 'delivered' | null, number: number) =>
        store.webhooks.listDeliveries(mine.accountId, mine.id, { state, page: { number, size: 2 } });
      expect(await find('delivered', 1)).toMatchObject({ total: 1, items: [{ id: claim?.delivery.id }] });
      expect((await find('pending', 1))?.total).toBe(2);
      expect((await find(null, 2))?.items).toHaveLength(1);
      expect(await find(null, 3)).toEqual({ items: [], total: 3 });
    });

    it('is removed by age after it ended, and never before', async () => {
      const mine = await newWebhook(store);
      await jobDone(store, mine.accountId);
      await jobDone(store, mine.accountId);
      const [claim] = await due(store, mine.id, { perEndpoint: 1 });
      if (claim) await store.webhooks.record(claim, ok, { kind: 'delivered' }, new Date('2001-01-01'));
      expect(await store.webhooks.prune(yearsMs(100), 100)).toBe(0);
      expect(await store.webhooks.prune(yearsMs(10), 100)).toBe(1);
      expect(await logOf(store, mine)).toHaveLength(1);
    });
  });
}
