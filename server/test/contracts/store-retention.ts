/** How long things are kept, as every `Store` promises it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewJob, Store } from '../../src/ports/store.ts';
import {
  admitted,
  claimed,
  minutesLater,
  month,
  newAccount,
  noon,
  roomy,
  sampleJob,
  sampleOutput,
} from './samples.ts';

export function describeRetention(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  const failed = async (job: NewJob) => {
    const { id, attempt } = await claimed(store, job);
    await store.jobs.fail(id, attempt, 'damaged', noon);
    return id;
  };
  const expiryOf = async (accountId: string, id: string) => (await store.jobs.find(accountId, id))?.expiresAt;

  /** Everything that is due, of whichever test. */
  const expire = async (now: Date) => {
    const ids: string[] = [];
    for (;;) {
      const place = await store.retention.beginExpired(now);
      if (!place) return ids;
      ids.push(place.id);
      await store.jobs.finishDelete(place.id);
    }
  };

  describe('settings', () => {
    it('keep jobs until told otherwise, and again when that is taken back', async () => {
      const { id } = await newAccount(store);
      expect(await store.retention.settings(id)).toEqual({ retentionDays: null });
      expect(await store.retention.changeSettings(id, { retentionDays: 30 })).toBe(true);
      expect(await store.retention.changeSettings(id, { retentionDays: 31 })).toBe(true);
      expect(await store.retention.settings(id)).toEqual({ retentionDays: 31 });
      await store.retention.changeSettings(id, { retentionDays: null });
      expect(await store.retention.settings(id)).toEqual({ retentionDays: null });
    });

    it('belong to accounts that exist', async () => {
      expect(await store.retention.changeSettings(randomUUID(), { retentionDays: 30 })).toBe(false);
    });
  });

  describe('the expiry of a job', () => {
    it('is its own, else that of its account when it was accepted, else never', async () => {
      const { id: accountId } = await newAccount(store);
      const before = await admitted(store, sampleJob(accountId));
      await store.retention.changeSettings(accountId, { retentionDays: 2 });
      const after = await admitted(store, sampleJob(accountId));
      const own = await admitted(store, sampleJob(accountId, { expiresAt: minutesLater(7) }));
      expect(await expiryOf(accountId, before)).toBeNull();
      expect(await expiryOf(accountId, after)).toEqual(new Date('2026-11-17T12:00:00.000Z'));
      expect(await expiryOf(accountId, own)).toEqual(minutesLater(7));
    });

    it('can be changed and taken away, by its owner, while the job is there', async () => {
      const [owner, stranger] = [await newAccount(store), await newAccount(store)];
      const id = await admitted(store, sampleJob(owner.id));
      expect(await store.retention.setExpiry(owner.id, id, minutesLater(9))).toBe(true);
      expect(await expiryOf(owner.id, id)).toEqual(minutesLater(9));
      expect(await store.retention.setExpiry(stranger.id, id, null)).toBe(false);
      expect(await expiryOf(owner.id, id)).toEqual(minutesLater(9));
      expect(await store.retention.setExpiry(owner.id, id, null)).toBe(true);
      expect(await expiryOf(owner.id, id)).toBeNull();
      expect(await store.retention.setExpiry(owner.id, randomUUID(), null)).toBe(false);
      await store.jobs.beginDelete(owner.id, id, noon);
      expect(await store.retention.setExpiry(owner.id, id, minutesLater(9))).toBe(false);
    });
  });

  describe('expired jobs', () => {
    it('go when their time has come and not before, and give nothing back', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId, { expiresAt: minutesLater(10) });
      const { id, attempt } = await claimed(store, asked);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, attempt)] };
      await store.jobs.complete(id, attempt, result, noon);
      expect(await expire(minutesLater(9))).not.toContain(id);
      expect(await expire(minutesLater(10))).toContain(id);
      expect(await store.jobs.find(accountId, id)).toBeNull();
      expect((await store.jobs.list(accountId, { number: 1, size: 1 })).total).toBe(0);
      expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
    });

    it('are hidden first, and stay known to the sweeper until they are finished', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await failed(sampleJob(accountId, { expiresAt: minutesLater(1) }));
      let place = await store.retention.beginExpired(minutesLater(2));
      while (place && place.id !== id) place = await store.retention.beginExpired(minutesLater(2));
      expect(place).toEqual({ id, accountId });
      expect(await store.jobs.find(accountId, id)).toBeNull();
      expect(await store.jobs.unfinishedDeletes(minutesLater(3), 1_000)).toContainEqual({ id, accountId });
    });

    it('are never those that still wait or are being converted', async () => {
      const { id: accountId } = await newAccount(store);
      const pending = await admitted(store, sampleJob(accountId, { expiresAt: minutesLater(1) }));
      const processing = await claimed(store, sampleJob(accountId, { expiresAt: minutesLater(1) }));
      const late = await expire(minutesLater(60));
      expect(late).not.toContain(pending);
      expect(late).not.toContain(processing.id);
      await store.jobs.fail(processing.id, processing.attempt, 'damaged', minutesLater(61));
      expect(await expire(minutesLater(62))).toContain(processing.id);
      expect(await store.jobs.find(accountId, pending)).not.toBeNull();
    });

    it('are spared when their owner was first to say so', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await failed(sampleJob(accountId, { expiresAt: minutesLater(1) }));
      await store.retention.setExpiry(accountId, id, null);
      expect(await expire(minutesLater(60))).not.toContain(id);
      expect(await store.jobs.find(accountId, id)).not.toBeNull();
    });

    it('go once each, however many sweepers there are', async () => {
      const { id: accountId } = await newAccount(store);
      await expire(minutesLater(60));
      const jobs = Array.from({ length: 12 }, () => sampleJob(accountId, { expiresAt: minutesLater(1) }));
      const ids = await Promise.all(jobs.map(failed));
      const rounds = await Promise.all([1, 2, 3, 4].map(() => expire(minutesLater(60))));
      expect(rounds.flat().toSorted()).toEqual(ids.toSorted());
      expect((await store.jobs.list(accountId, { number: 1, size: 1 })).total).toBe(0);
      expect((await store.jobs.list(accountId, { number: 1, size: 1 }, { statuses: ['failed'] })).total).toBe(
        0,
      );
    });

    it('are either spared or gone when owner and sweeper meet', async () => {
      const { id: accountId } = await newAccount(store);
      const jobs = Array.from({ length: 10 }, () => sampleJob(accountId, { expiresAt: minutesLater(1) }));
      const ids = await Promise.all(jobs.map(failed));
      const [spared] = await Promise.all([
        Promise.all(ids.map((id) => store.retention.setExpiry(accountId, id, null))),
        expire(minutesLater(60)),
      ]);
      const there = await Promise.all(ids.map(async (id) => (await store.jobs.find(accountId, id)) !== null));
      expect(there).toEqual(spared);
    });
  });

  describe('events', () => {
    it('are removed by age, no more at a time than asked, and their numbers are not used again', async () => {
      const { id: accountId } = await newAccount(store);
      for (const _ of [1, 2, 3]) await admitted(store, sampleJob(accountId));
      await store.retention.pruneEvents(new Date('2000-01-01'), 1_000);
      expect(await store.events.bounds(accountId)).toEqual({ oldest: 1, newest: 3 });
      const tomorrow = new Date(Date.now() + 86_400_000);
      expect(await store.retention.pruneEvents(tomorrow, 2)).toBe(2);
      while ((await store.retention.pruneEvents(tomorrow, 1_000)) > 0);
      expect(await store.events.bounds(accountId)).toEqual({ oldest: null, newest: 3 });
      await admitted(store, sampleJob(accountId));
      expect(await store.events.bounds(accountId)).toEqual({ oldest: 4, newest: 4 });
    });
  });

  describe('idempotency keys', () => {
    it('are removed by age, no more at a time than asked', async () => {
      const { id: accountId } = await newAccount(store);
      const at = async (minute: number) => {
        const idempotency = { key: `k${minute}`, fingerprint: Buffer.alloc(32) };
        const job = sampleJob(accountId, {
          idempotency,
          createdAt: new Date(Date.UTC(2020, 0, 1, 0, minute)),
        });
        await store.jobs.admit(job, roomy);
      };
      for (const minute of [1, 2, 3]) await at(minute);
      const before = new Date(Date.UTC(2020, 0, 1, 0, 3));
      expect(await store.retention.pruneIdempotencyKeys(before, 1)).toBe(1);
      expect(await store.retention.pruneIdempotencyKeys(before, 10)).toBe(1);
      expect(await store.retention.pruneIdempotencyKeys(before, 10)).toBe(0);
      expect(await store.jobs.findByIdempotencyKey(accountId, 'k3', before)).not.toBeNull();
    });
  });
}
