/** Contract of `Store` for webhooks, their outbox and their log. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import { manualPerMinute, type NextStep } from '../../src/domain/webhook.ts';
import type { Store } from '../../src/ports/store.ts';
import type { DeliveryClaim, NewWebhook } from '../../src/ports/webhook-store.ts';
import { claimed, minutesLater, newAccount, noon, sampleJob, sampleOutput } from './samples.ts';

const firstPage = { state: null, page: { number: 1, size: 20 } };
const ok = { statusCode: 204, fault: null, redirects: 0, durationMs: 12 } as const;
const broken = { statusCode: 500, fault: 'status', redirects: 0, durationMs: 34 } as const;
const again: NextStep = { kind: 'retry', delayMs: 0 };
const daysLater = (days: number) => minutesLater(days * 24 * 60);

export function sampleWebhook(accountId: string, overrides: Partial<NewWebhook> = {}): NewWebhook {
  return {
    id: newId(noon.getTime()),
    accountId,
    url: 'https://receiver.example.test/hook',
    events: ['job.done', 'job.failed'],
    description: '',
    sealedSecret: Buffer.from('sealed'),
    createdAt: noon,
    ...overrides,
  };
}

const yearsMs = (years: number) => years * 365 * 86_400_000;

export function describeWebhooks(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  async function newWebhook(overrides: Partial<NewWebhook> = {}) {
    const account = await newAccount(store);
    const webhook = await store.webhooks.create(sampleWebhook(account.id, overrides), 10);
    if (!webhook) throw new Error('expected a webhook');
    return { accountId: account.id, id: webhook.id };
  }

  async function jobDone(accountId: string): Promise<string> {
    const newJob = sampleJob(accountId);
    const claim = await claimed(store, newJob);
    const { id } = claim;
    await store.jobs.complete(
      claim,
      { pageCount: 3, outputs: [sampleOutput(newJob, claim)], warnings: [] },
      noon,
    );
    return id;
  }

  async function jobFailed(accountId: string): Promise<string> {
    const claim = await claimed(store, sampleJob(accountId));
    const { id } = claim;
    await store.jobs.fail(claim, 'The file is damaged.', noon);
    return id;
  }

  it('lists sealed secrets in batches, and replaces a secret unless it changed in between', async () => {
    const webhook = await newWebhook();
    const first = (await store.webhooks.sealedSecrets(null, 1))[0];
    expect((await store.webhooks.sealedSecrets(first?.webhookId ?? '', 1))[0]?.webhookId).not.toBe(
      first?.webhookId,
    );
    const find = async () =>
      (await store.webhooks.sealedSecrets(null, 10_000)).find((one) => one.webhookId === webhook.id);
    const read = await find();
    if (!read) throw new Error('expected the secret');
    expect(read).toMatchObject({ sealedSecret: Buffer.from('sealed'), sealedPrevious: null });
    expect(await store.webhooks.replaceSealed(read, Buffer.from('anew'), null)).toBe(true);
    expect(await find()).toMatchObject({ sealedSecret: Buffer.from('anew') });
    expect(await store.webhooks.replaceSealed(read, Buffer.from('late'), null)).toBe(false);
    await store.webhooks.rotateSecret(
      webhook.accountId,
      webhook.id,
      Buffer.from('next'),
      minutesLater(1),
      noon,
    );
    const rotated = await find();
    expect(rotated).toMatchObject({ sealedPrevious: Buffer.from('anew') });
    const renewed = Buffer.from('resealed');
    expect(rotated && (await store.webhooks.replaceSealed(rotated, Buffer.from('n'), renewed))).toBe(true);
    expect(await find()).toMatchObject({ sealedSecret: Buffer.from('n'), sealedPrevious: renewed });
  });

  const logOf = async (webhook: { accountId: string; id: string }) =>
    (await store.webhooks.listDeliveries(webhook.accountId, webhook.id, firstPage))?.items ?? [];

  /** Claims all due deliveries of this endpoint; those left by other tests are released at once. */
  async function due(webhookId: string, overrides: Partial<{ perEndpoint: number; leaseMs: number }> = {}) {
    const request = { limit: 1_000, perEndpoint: 100, busy: new Map<string, number>(), leaseMs: 60_000 };
    const claims = await store.webhooks.claimDue({ ...request, ...overrides });
    const others = claims.filter(({ delivery }) => delivery.webhookId !== webhookId);
    for (const claim of others) await store.webhooks.record(claim, broken, { kind: 'released' }, noon);
    return claims.filter(({ delivery }) => delivery.webhookId === webhookId);
  }

  async function oneDue(webhookId: string, leaseMs = 60_000): Promise<DeliveryClaim> {
    const [claim] = await due(webhookId, { leaseMs });
    if (!claim) throw new Error('expected a due delivery');
    return claim;
  }

  const detail = async (webhook: { accountId: string; id: string }, deliveryId: string) => {
    const found = await store.webhooks.findDelivery(webhook.accountId, webhook.id, deliveryId);
    if (!found) throw new Error('expected a delivery');
    return found;
  };

  describe('webhooks', () => {
    it('never exceed the limit under parallel creation', async () => {
      const { id } = await newAccount(store);
      const all = await Promise.all(
        Array.from({ length: 8 }, () => store.webhooks.create(sampleWebhook(id), 3)),
      );
      expect(all.filter((webhook) => webhook !== null)).toHaveLength(3);
      expect(await store.webhooks.list(id)).toHaveLength(3);
    });

    it('are listed newest first, and only accessible to their account', async () => {
      const mine = await newWebhook({ createdAt: minutesLater(1) });
      await store.webhooks.create(sampleWebhook(mine.accountId, { createdAt: minutesLater(2) }), 10);
      const listed = await store.webhooks.list(mine.accountId);
      expect(listed.map(({ createdAt }) => createdAt)).toEqual([minutesLater(2), minutesLater(1)]);
      const { id: otherAccount } = await newAccount(store);
      expect(await store.webhooks.list(otherAccount)).toEqual([]);
      expect(await store.webhooks.find(otherAccount, mine.id)).toBeNull();
      expect(await store.webhooks.update(otherAccount, mine.id, { description: 'x' }, noon)).toBeNull();
      expect(
        await store.webhooks.rotateSecret(otherAccount, mine.id, Buffer.from('x'), noon, noon),
      ).toBeNull();
      expect(await store.webhooks.listDeliveries(otherAccount, mine.id, firstPage)).toBeNull();
      expect(await store.webhooks.addTest(otherAccount, mine.id, newId(0), noon)).toEqual({ kind: 'absent' });
      await jobDone(mine.accountId);
      const [delivery] = await logOf(mine);
      expect(await store.webhooks.findDelivery(otherAccount, mine.id, delivery?.id ?? '')).toBeNull();
      expect(await store.webhooks.replay(otherAccount, mine.id, delivery?.id ?? '', noon)).toEqual({
        kind: 'absent',
      });
      expect(await store.webhooks.remove(otherAccount, mine.id)).toBe(false);
      expect(await store.webhooks.find(mine.accountId, mine.id)).not.toBeNull();
    });

    it('change only the given fields', async () => {
      const mine = await newWebhook();
      const changed = await store.webhooks.update(
        mine.accountId,
        mine.id,
        { events: ['job.failed'], description: 'failures' },
        minutesLater(1),
      );
      expect(changed).toMatchObject({
        url: 'https://receiver.example.test/hook',
        events: ['job.failed'],
        description: 'failures',
        enabled: true,
        updatedAt: minutesLater(1),
      });
    });

    it('keep the replaced secret until its given end', async () => {
      const mine = await newWebhook();
      const soon = new Date(Date.now() + 60_000);
      await store.webhooks.rotateSecret(mine.accountId, mine.id, Buffer.from('new'), soon, noon);
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      expect([claim.sealedSecret.toString(), claim.sealedPreviousSecret?.toString()]).toEqual([
        'new',
        'sealed',
      ]);
      await store.webhooks.record(claim, broken, again, noon);
      const past = new Date(Date.now() - 1);
      await store.webhooks.rotateSecret(mine.accountId, mine.id, Buffer.from('newer'), past, noon);
      const later = await oneDue(mine.id);
      expect([later.sealedSecret.toString(), later.sealedPreviousSecret]).toEqual(['newer', null]);
    });

    it('are removed with their deliveries, even one in progress', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      expect(await store.webhooks.remove(mine.accountId, mine.id)).toBe(true);
      expect(await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon)).toBe(false);
      expect(await store.webhooks.listDeliveries(mine.accountId, mine.id, firstPage)).toBeNull();
    });
  });

  describe('the outbox', () => {
    it('has one delivery for each finished job and subscribed endpoint', async () => {
      const both = await newWebhook();
      const failures = await store.webhooks.create(
        sampleWebhook(both.accountId, { events: ['job.failed'] }),
        10,
      );
      const [done, failed] = [await jobDone(both.accountId), await jobFailed(both.accountId)];
      const deliveries = await logOf(both);
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
      const onlyFailures = await logOf({ accountId: both.accountId, id: failures?.id ?? '' });
      expect(onlyFailures.map(({ jobId }) => jobId)).toEqual([failed]);
    });

    it('has no deliveries for other accounts, unfinished jobs or a disabled endpoint', async () => {
      const mine = await newWebhook();
      const otherAccount = await newAccount(store);
      await jobDone(otherAccount.id);
      await claimed(store, sampleJob(mine.accountId));
      await store.webhooks.update(mine.accountId, mine.id, { enabled: false }, noon);
      await jobDone(mine.accountId);
      expect(await logOf(mine)).toEqual([]);
    });

    it('keeps deliveries when the job is deleted', async () => {
      const mine = await newWebhook();
      const jobId = await jobDone(mine.accountId);
      await store.jobs.beginDelete(mine.accountId, jobId, noon);
      await store.jobs.finishDelete(jobId);
      expect((await oneDue(mine.id)).delivery).toMatchObject({ jobId, type: 'job.done' });
    });
  });

  describe('a delivery', () => {
    it('is claimed once and stores the response', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      expect(claim).toMatchObject({ attempt: 1, tries: 1, enabled: true, sealedPreviousSecret: null });
      expect(await due(mine.id)).toEqual([]);
      const inProgress = await detail(mine, claim.delivery.id);
      expect(inProgress.delivery).toMatchObject({ state: 'pending', attempts: 1, nextAttemptAt: null });
      expect(inProgress.attempts).toMatchObject([{ number: 1, result: null }]);
      expect(await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon)).toBe(true);
      const ended = await detail(mine, claim.delivery.id);
      expect(ended.delivery).toMatchObject({ state: 'delivered', failure: null, endedAt: noon });
      expect(ended.attempts).toMatchObject([{ number: 1, result: ok }]);
      expect(await store.webhooks.record(claim, broken, again, noon)).toBe(false);
      expect(await due(mine.id)).toEqual([]);
    });

    it('is claimed by one of many parallel workers', async () => {
      const mine = await newWebhook();
      for (let created = 0; created < 3; created += 1) await jobDone(mine.accountId);
      const claimsByWorker = await Promise.all(
        Array.from({ length: 6 }, () => due(mine.id, { perEndpoint: 3 })),
      );
      const ids = claimsByWorker.flat().map(({ delivery }) => delivery.id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('that failed is retried after its delay, under the same id', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const first = await oneDue(mine.id);
      await store.webhooks.record(first, broken, { kind: 'retry', delayMs: 60_000 }, noon);
      expect(await due(mine.id)).toEqual([]);
      const { delivery } = await detail(mine, first.delivery.id);
      expect(delivery.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() + 50_000);
      await store.webhooks.replay(mine.accountId, mine.id, delivery.id, noon);
      const second = await oneDue(mine.id);
      expect(second.delivery.id).toBe(first.delivery.id);
      await store.webhooks.record(second, broken, { kind: 'exhausted' }, noon);
      const ended = await detail(mine, delivery.id);
      expect(ended.delivery).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', attempts: 2 });
      expect(ended.attempts.map(({ result }) => result)).toEqual([broken, broken]);
    });

    it('becomes due again when its lease expires, and its previous worker can no longer change it', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const expiredClaim = await oneDue(mine.id, 0);
      const next = await oneDue(mine.id);
      expect([next.delivery.id, next.attempt]).toEqual([expiredClaim.delivery.id, 2]);
      expect(await store.webhooks.record(expiredClaim, broken, { kind: 'exhausted' }, noon)).toBe(false);
      expect(await store.webhooks.record(next, ok, { kind: 'delivered' }, noon)).toBe(true);
      const { delivery, attempts } = await detail(mine, next.delivery.id);
      expect(delivery.state).toBe('delivered');
      expect(attempts.map(({ result }) => result?.fault)).toEqual(['interrupted', null]);
    });

    it('that is released does not count as a try', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const first = await oneDue(mine.id);
      await store.webhooks.record(first, { ...broken, fault: 'interrupted' }, { kind: 'released' }, noon);
      expect(await oneDue(mine.id)).toMatchObject({ attempt: 2, tries: 1 });
    });

    it('is limited in parallel per endpoint, and to one at a time while the endpoint fails', async () => {
      const mine = await newWebhook();
      for (let created = 0; created < 4; created += 1) await jobDone(mine.accountId);
      const busy = new Map([[mine.id, 2]]);
      const request = { limit: 1_000, perEndpoint: 3, busy, leaseMs: 60_000 };
      const claims = await store.webhooks.claimDue(request);
      const own = claims.filter(({ delivery }) => delivery.webhookId === mine.id);
      expect(own).toHaveLength(1);
      for (const claim of own) await store.webhooks.record(claim, broken, again, noon);
      expect(await due(mine.id, { perEndpoint: 3 })).toHaveLength(1);
    });

    it('is replayed from the start of its schedule, and a delivery in progress is not claimed twice', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const first = await oneDue(mine.id);
      const { id } = first.delivery;
      const inProgress = await store.webhooks.replay(mine.accountId, mine.id, id, noon);
      expect(inProgress).toMatchObject({ kind: 'queued', delivery: { id, state: 'pending', attempts: 1 } });
      expect(await due(mine.id)).toEqual([]);
      await store.webhooks.record(first, ok, { kind: 'delivered' }, noon);
      const replayed = await store.webhooks.replay(mine.accountId, mine.id, id, noon);
      expect(replayed).toMatchObject({ kind: 'queued', delivery: { id, state: 'pending', endedAt: null } });
      expect(await oneDue(mine.id)).toMatchObject({ attempt: 2, tries: 1, delivery: { id } });
      const absent = await store.webhooks.replay(mine.accountId, mine.id, randomUUID(), noon);
      expect(absent).toEqual({ kind: 'absent' });
    });

    it('can be triggered manually a limited number of times per minute', async () => {
      const mine = await newWebhook();
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
      const mine = await newWebhook();
      for (let created = 0; created < 3; created += 1) await jobDone(mine.accountId);
      const [claim] = await due(mine.id);
      if (claim) await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon);
      const find = (state: 'pending' | 'delivered' | null, number: number) =>
        store.webhooks.listDeliveries(mine.accountId, mine.id, { state, page: { number, size: 2 } });
      expect(await find('delivered', 1)).toMatchObject({ total: 1, items: [{ id: claim?.delivery.id }] });
      expect((await find('pending', 1))?.total).toBe(2);
      expect((await find(null, 2))?.items).toHaveLength(1);
      expect(await find(null, 3)).toEqual({ items: [], total: 3 });
    });

    it('is removed by age after it ended, and never before', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      await jobDone(mine.accountId);
      const [claim] = await due(mine.id, { perEndpoint: 1 });
      if (claim) await store.webhooks.record(claim, ok, { kind: 'delivered' }, new Date('2001-01-01'));
      expect(await store.webhooks.prune(yearsMs(100), 100)).toBe(0);
      expect(await store.webhooks.prune(yearsMs(10), 100)).toBe(1);
      expect(await logOf(mine)).toHaveLength(1);
    });
  });

  describe('a webhook endpoint', () => {
    it('that answers 410 is disabled at once, and its waiting deliveries end', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      await jobDone(mine.accountId);
      const [claim] = await due(mine.id, { perEndpoint: 1 });
      if (claim) await store.webhooks.record(claim, { ...broken, statusCode: 410 }, { kind: 'gone' }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({
        enabled: false,
        disabledReason: 'gone',
      });
      expect((await logOf(mine)).map(({ failure }) => failure)).toEqual(['endpoint_gone', 'endpoint_gone']);
      expect(await store.webhooks.addTest(mine.accountId, mine.id, newId(0), noon)).toEqual({
        kind: 'disabled',
      });
      await store.webhooks.update(mine.accountId, mine.id, { enabled: true }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({
        enabled: true,
        disabledReason: null,
      });
    });

    it('with a new URL is not disabled by responses of the old URL', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      await store.webhooks.update(mine.accountId, mine.id, { url: 'https://new.example.test/' }, noon);
      await store.webhooks.record(claim, { ...broken, statusCode: 410 }, { kind: 'gone' }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({ enabled: true });
    });

    it('without a success for three days is disabled when a delivery exhausts its retries, not before', async () => {
      const mine = await newWebhook();
      const attemptAt = async (now: Date, next: NextStep) => {
        await jobDone(mine.accountId);
        await store.webhooks.record(
          await oneDue(mine.id),
          next.kind === 'delivered' ? ok : broken,
          next,
          now,
        );
        return (await store.webhooks.find(mine.accountId, mine.id))?.disabledReason;
      };
      const later: NextStep = { kind: 'retry', delayMs: 3_600_000 };
      expect(await attemptAt(daysLater(0), { kind: 'exhausted' })).toBeNull();
      expect(await attemptAt(daysLater(2), { kind: 'delivered' })).toBeNull();
      expect(await attemptAt(daysLater(2), later)).toBeNull();
      expect(await attemptAt(daysLater(4), { kind: 'exhausted' })).toBeNull();
      expect(await attemptAt(daysLater(6), later)).toBeNull();
      expect(await attemptAt(daysLater(6), { kind: 'exhausted' })).toBe('failing');
    });

    it('that is disabled ends waiting deliveries; a delivery in progress ends by itself', async () => {
      const mine = await newWebhook();
      await jobDone(mine.accountId);
      await jobDone(mine.accountId);
      const [inProgress] = await due(mine.id, { perEndpoint: 1 });
      await store.webhooks.update(mine.accountId, mine.id, { enabled: false }, noon);
      const states = async () => (await logOf(mine)).map(({ state }) => state).toSorted();
      expect(await states()).toEqual(['failed', 'pending']);
      if (inProgress) await store.webhooks.record(inProgress, broken, again, noon);
      expect((await logOf(mine)).map(({ failure }) => failure)).toEqual([
        'endpoint_disabled',
        'endpoint_disabled',
      ]);
    });
  });
}
