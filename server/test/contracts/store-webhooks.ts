/** Webhooks, their outbox and their log, as every `Store` keeps them. */
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

  async function made(overrides: Partial<NewWebhook> = {}) {
    const account = await newAccount(store);
    const webhook = await store.webhooks.create(sampleWebhook(account.id, overrides), 10);
    if (!webhook) throw new Error('expected a webhook');
    return { accountId: account.id, id: webhook.id };
  }

  async function jobDone(accountId: string): Promise<string> {
    const asked = sampleJob(accountId);
    const claim = await claimed(store, asked);
    const { id } = claim;
    await store.jobs.complete(
      claim,
      { pageCount: 3, outputs: [sampleOutput(asked, claim)], warnings: [] },
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

  it('hands out sealed secrets in steps, and replaces them unless they changed meanwhile', async () => {
    const webhook = await made();
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
    const renewed = Buffer.from('anew, renewed');
    expect(rotated && (await store.webhooks.replaceSealed(rotated, Buffer.from('n'), renewed))).toBe(true);
    expect(await find()).toMatchObject({ sealedSecret: Buffer.from('n'), sealedPrevious: renewed });
  });

  const logOf = async (webhook: { accountId: string; id: string }) =>
    (await store.webhooks.listDeliveries(webhook.accountId, webhook.id, firstPage))?.items ?? [];

  /** Everything due now, of this endpoint alone; what others left behind goes back at once. */
  async function due(webhookId: string, overrides: Partial<{ perEndpoint: number; leaseMs: number }> = {}) {
    const request = { limit: 1_000, perEndpoint: 100, busy: new Map<string, number>(), leaseMs: 60_000 };
    const claims = await store.webhooks.claimDue({ ...request, ...overrides });
    const others = claims.filter(({ delivery }) => delivery.webhookId !== webhookId);
    for (const claim of others) await store.webhooks.record(claim, broken, { kind: 'released' }, noon);
    return claims.filter(({ delivery }) => delivery.webhookId === webhookId);
  }

  async function oneDue(webhookId: string, leaseMs = 60_000): Promise<DeliveryClaim> {
    const [claim] = await due(webhookId, { leaseMs });
    if (!claim) throw new Error('expected something due');
    return claim;
  }

  const detail = async (webhook: { accountId: string; id: string }, deliveryId: string) => {
    const found = await store.webhooks.findDelivery(webhook.accountId, webhook.id, deliveryId);
    if (!found) throw new Error('expected a delivery');
    return found;
  };

  describe('webhooks', () => {
    it('never let parallel creations pass the limit', async () => {
      const { id } = await newAccount(store);
      const all = await Promise.all(
        Array.from({ length: 8 }, () => store.webhooks.create(sampleWebhook(id), 3)),
      );
      expect(all.filter((webhook) => webhook !== null)).toHaveLength(3);
      expect(await store.webhooks.list(id)).toHaveLength(3);
    });

    it('are listed newest first, and belong to their account alone', async () => {
      const mine = await made({ createdAt: minutesLater(1) });
      await store.webhooks.create(sampleWebhook(mine.accountId, { createdAt: minutesLater(2) }), 10);
      const listed = await store.webhooks.list(mine.accountId);
      expect(listed.map(({ createdAt }) => createdAt)).toEqual([minutesLater(2), minutesLater(1)]);
      const { id: stranger } = await newAccount(store);
      expect(await store.webhooks.list(stranger)).toEqual([]);
      expect(await store.webhooks.find(stranger, mine.id)).toBeNull();
      expect(await store.webhooks.update(stranger, mine.id, { description: 'x' }, noon)).toBeNull();
      expect(await store.webhooks.rotateSecret(stranger, mine.id, Buffer.from('x'), noon, noon)).toBeNull();
      expect(await store.webhooks.listDeliveries(stranger, mine.id, firstPage)).toBeNull();
      expect(await store.webhooks.addTest(stranger, mine.id, newId(0), noon)).toEqual({ kind: 'absent' });
      await jobDone(mine.accountId);
      const [delivery] = await logOf(mine);
      expect(await store.webhooks.findDelivery(stranger, mine.id, delivery?.id ?? '')).toBeNull();
      expect(await store.webhooks.replay(stranger, mine.id, delivery?.id ?? '', noon)).toEqual({
        kind: 'absent',
      });
      expect(await store.webhooks.remove(stranger, mine.id)).toBe(false);
      expect(await store.webhooks.find(mine.accountId, mine.id)).not.toBeNull();
    });

    it('change only what is requested', async () => {
      const mine = await made();
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

    it('keep the replaced secret for as long as was said', async () => {
      const mine = await made();
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

    it('go with their deliveries, even one that is under way', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      expect(await store.webhooks.remove(mine.accountId, mine.id)).toBe(true);
      expect(await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon)).toBe(false);
      expect(await store.webhooks.listDeliveries(mine.accountId, mine.id, firstPage)).toBeNull();
    });
  });

  describe('the outbox', () => {
    it('has one delivery for each finished job and subscribed endpoint', async () => {
      const both = await made();
      const failures = await store.webhooks.create(
        sampleWebhook(both.accountId, { events: ['job.failed'] }),
        10,
      );
      const [done, failed] = [await jobDone(both.accountId), await jobFailed(both.accountId)];
      const told = await logOf(both);
      expect(told.map(({ type, jobId, data }) => ({ type, jobId, data }))).toEqual(
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
      expect(told).toHaveLength(2);
      expect(told[0]).toMatchObject({ state: 'pending', failure: null, attempts: 0, endedAt: null });
      expect(told[0]?.nextAttemptAt).toBeInstanceOf(Date);
      const onlyFailures = await logOf({ accountId: both.accountId, id: failures?.id ?? '' });
      expect(onlyFailures.map(({ jobId }) => jobId)).toEqual([failed]);
    });

    it('gets nothing of other accounts, of unfinished jobs, or while it is disabled', async () => {
      const mine = await made();
      const stranger = await newAccount(store);
      await jobDone(stranger.id);
      await claimed(store, sampleJob(mine.accountId));
      await store.webhooks.update(mine.accountId, mine.id, { enabled: false }, noon);
      await jobDone(mine.accountId);
      expect(await logOf(mine)).toEqual([]);
    });

    it('keeps what it has when the job is deleted', async () => {
      const mine = await made();
      const jobId = await jobDone(mine.accountId);
      await store.jobs.beginDelete(mine.accountId, jobId, noon);
      await store.jobs.finishDelete(jobId);
      expect((await oneDue(mine.id)).delivery).toMatchObject({ jobId, type: 'job.done' });
    });
  });

  describe('a delivery', () => {
    it('is taken once, and ends with what was answered', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      expect(claim).toMatchObject({ attempt: 1, tries: 1, enabled: true, sealedPreviousSecret: null });
      expect(await due(mine.id)).toEqual([]);
      const under = await detail(mine, claim.delivery.id);
      expect(under.delivery).toMatchObject({ state: 'pending', attempts: 1, nextAttemptAt: null });
      expect(under.attempts).toMatchObject([{ number: 1, result: null }]);
      expect(await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon)).toBe(true);
      const ended = await detail(mine, claim.delivery.id);
      expect(ended.delivery).toMatchObject({ state: 'delivered', failure: null, endedAt: noon });
      expect(ended.attempts).toMatchObject([{ number: 1, result: ok }]);
      expect(await store.webhooks.record(claim, broken, again, noon)).toBe(false);
      expect(await due(mine.id)).toEqual([]);
    });

    it('is taken by one of many that look at once', async () => {
      const mine = await made();
      for (let made = 0; made < 3; made += 1) await jobDone(mine.accountId);
      const looks = await Promise.all(Array.from({ length: 6 }, () => due(mine.id, { perEndpoint: 3 })));
      const ids = looks.flat().map(({ delivery }) => delivery.id);
      expect(ids.length).toBeGreaterThan(0);
      expect(new Set(ids).size).toBe(ids.length);
    });

    it('that fails comes back when its wait is over, under the same id', async () => {
      const mine = await made();
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

    it('becomes due again when its lease ends, and its old worker changes nothing any more', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      const silent = await oneDue(mine.id, 0);
      const next = await oneDue(mine.id);
      expect([next.delivery.id, next.attempt]).toEqual([silent.delivery.id, 2]);
      expect(await store.webhooks.record(silent, broken, { kind: 'exhausted' }, noon)).toBe(false);
      expect(await store.webhooks.record(next, ok, { kind: 'delivered' }, noon)).toBe(true);
      const { delivery, attempts } = await detail(mine, next.delivery.id);
      expect(delivery.state).toBe('delivered');
      expect(attempts.map(({ result }) => result?.fault)).toEqual(['interrupted', null]);
    });

    it('that is handed back costs no try', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      const first = await oneDue(mine.id);
      await store.webhooks.record(first, { ...broken, fault: 'interrupted' }, { kind: 'released' }, noon);
      expect(await oneDue(mine.id)).toMatchObject({ attempt: 2, tries: 1 });
    });

    it('is one of few at once for its endpoint, and alone while that fails', async () => {
      const mine = await made();
      for (let made = 0; made < 4; made += 1) await jobDone(mine.accountId);
      const busy = new Map([[mine.id, 2]]);
      const request = { limit: 1_000, perEndpoint: 3, busy, leaseMs: 60_000 };
      const claims = await store.webhooks.claimDue(request);
      const own = claims.filter(({ delivery }) => delivery.webhookId === mine.id);
      expect(own).toHaveLength(1);
      for (const claim of own) await store.webhooks.record(claim, broken, again, noon);
      expect(await due(mine.id, { perEndpoint: 3 })).toHaveLength(1);
    });

    it('is replayed from the beginning of its schedule, unless it is under way', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      const first = await oneDue(mine.id);
      const { id } = first.delivery;
      const under = await store.webhooks.replay(mine.accountId, mine.id, id, noon);
      expect(under).toMatchObject({ kind: 'queued', delivery: { id, state: 'pending', attempts: 1 } });
      expect(await due(mine.id)).toEqual([]);
      await store.webhooks.record(first, ok, { kind: 'delivered' }, noon);
      const replayed = await store.webhooks.replay(mine.accountId, mine.id, id, noon);
      expect(replayed).toMatchObject({ kind: 'queued', delivery: { id, state: 'pending', endedAt: null } });
      expect(await oneDue(mine.id)).toMatchObject({ attempt: 2, tries: 1, delivery: { id } });
      const absent = await store.webhooks.replay(mine.accountId, mine.id, randomUUID(), noon);
      expect(absent).toEqual({ kind: 'absent' });
    });

    it('can be sent manually a limited number of times a minute', async () => {
      const mine = await made();
      const test = (now: Date) => store.webhooks.addTest(mine.accountId, mine.id, newId(now.getTime()), now);
      const kinds = [];
      for (let asked = 0; asked < manualPerMinute + 1; asked += 1) kinds.push((await test(noon)).kind);
      expect(kinds.filter((kind) => kind === 'queued')).toHaveLength(manualPerMinute);
      expect(kinds.at(-1)).toBe('too_many');
      expect(await test(minutesLater(1))).toMatchObject({
        kind: 'queued',
        delivery: { type: 'webhook.test', jobId: null, data: { webhook_id: mine.id } },
      });
    });

    it('is found by state and page', async () => {
      const mine = await made();
      for (let made = 0; made < 3; made += 1) await jobDone(mine.accountId);
      const [claim] = await due(mine.id);
      if (claim) await store.webhooks.record(claim, ok, { kind: 'delivered' }, noon);
      const find = (state: 'pending' | 'delivered' | null, number: number) =>
        store.webhooks.listDeliveries(mine.accountId, mine.id, { state, page: { number, size: 2 } });
      expect(await find('delivered', 1)).toMatchObject({ total: 1, items: [{ id: claim?.delivery.id }] });
      expect((await find('pending', 1))?.total).toBe(2);
      expect((await find(null, 2))?.items).toHaveLength(1);
      expect(await find(null, 3)).toEqual({ items: [], total: 3 });
    });

    it('is removed some time after it ended, and never before', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      await jobDone(mine.accountId);
      const [claim] = await due(mine.id, { perEndpoint: 1 });
      if (claim) await store.webhooks.record(claim, ok, { kind: 'delivered' }, new Date('2001-01-01'));
      expect(await store.webhooks.prune(yearsMs(100), 100)).toBe(0);
      expect(await store.webhooks.prune(yearsMs(10), 100)).toBe(1);
      expect(await logOf(mine)).toHaveLength(1);
    });
  });

  describe('an endpoint', () => {
    it('that is gone is switched off at once, with everything that waits for it', async () => {
      const mine = await made();
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

    it('that moved is not judged by the answers of its old address', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      const claim = await oneDue(mine.id);
      await store.webhooks.update(mine.accountId, mine.id, { url: 'https://new.example.test/' }, noon);
      await store.webhooks.record(claim, { ...broken, statusCode: 410 }, { kind: 'gone' }, noon);
      expect(await store.webhooks.find(mine.accountId, mine.id)).toMatchObject({ enabled: true });
    });

    it('that took nothing for three days is switched off when a delivery is used up, not before', async () => {
      const mine = await made();
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

    it('that is switched off ends what waits; what is under way ends by itself', async () => {
      const mine = await made();
      await jobDone(mine.accountId);
      await jobDone(mine.accountId);
      const [under] = await due(mine.id, { perEndpoint: 1 });
      await store.webhooks.update(mine.accountId, mine.id, { enabled: false }, noon);
      const states = async () => (await logOf(mine)).map(({ state }) => state).toSorted();
      expect(await states()).toEqual(['failed', 'pending']);
      if (under) await store.webhooks.record(under, broken, again, noon);
      expect((await logOf(mine)).map(({ failure }) => failure)).toEqual([
        'endpoint_disabled',
        'endpoint_disabled',
      ]);
    });
  });
}
