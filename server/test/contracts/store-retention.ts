/** Contract of `Store` for retention. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewJob, Store } from '../../src/ports/store.ts';
import {
  admit,
  admitted,
  claimed,
  minutesLater,
  month,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
} from './samples.ts';

export function describeRetention(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  const failed = async (job: NewJob) => {
    const claim = await claimed(store, job);
    const { id } = claim;
    await store.jobs.fail(claim, 'damaged', noon);
    return id;
  };
  const expiryOf = async (accountId: string, id: string) => (await store.jobs.find(accountId, id))?.expiresAt;

  const minuteMs = 60_000;
  const daysLeft = async (accountId: string, id: string) =>
    (Number(await expiryOf(accountId, id)) - Date.now()) / (24 * 60 * minuteMs);
  const soon = () => new Date(Date.now() + 10 * minuteMs);
  const past = () => new Date(Date.now() - minuteMs);

  /** Expires all due jobs, also those of other tests. */
  const expire = async () => {
    const ids: string[] = [];
    for (const { id } of await store.retention.expired(1_000, [])) {
      if (!(await store.retention.beginExpiry(id, noon))) continue;
      ids.push(id);
      await store.jobs.finishDelete(id);
    }
    return ids;
  };

  describe('settings', () => {
    it('keep jobs forever by default and after the setting is removed', async () => {
      const { id } = await newAccount(store);
      expect(await store.retention.settings(id)).toEqual({ retentionDays: null });
      expect(await store.retention.changeSettings(id, { retentionDays: 30 })).toBe(true);
      expect(await store.retention.changeSettings(id, { retentionDays: 31 })).toBe(true);
      expect(await store.retention.settings(id)).toEqual({ retentionDays: 31 });
      await store.retention.changeSettings(id, { retentionDays: null });
      expect(await store.retention.settings(id)).toEqual({ retentionDays: null });
    });

    it('cannot be stored for an unknown account', async () => {
      expect(await store.retention.changeSettings(randomUUID(), { retentionDays: 30 })).toBe(false);
    });
  });

  describe('the expiry of a job', () => {
    it('is its own, else that of the account at submit, else never', async () => {
      const { id: accountId } = await newAccount(store);
      const before = await admitted(store, sampleJob(accountId));
      await store.retention.changeSettings(accountId, { retentionDays: 2 });
      const after = await admitted(store, sampleJob(accountId));
      const own = await admitted(store, sampleJob(accountId, { expiresAt: minutesLater(7) }));
      expect(await expiryOf(accountId, before)).toBeNull();
      expect(await daysLeft(accountId, after)).toBeCloseTo(2, 2);
      expect(await expiryOf(accountId, own)).toEqual(minutesLater(7));
    });

    it('by the account is counted from the time of the store, whatever the clock of the process says', async () => {
      const { id: accountId } = await newAccount(store);
      await store.retention.changeSettings(accountId, { retentionDays: 2 });
      for (const offDays of [-10, 10]) {
        const createdAt = new Date(Date.now() + offDays * 24 * 60 * minuteMs);
        const id = await failed(sampleJob(accountId, { createdAt }));
        expect(await daysLeft(accountId, id)).toBeCloseTo(2, 2);
        expect(await expire()).not.toContain(id);
      }
    });

    it('can be changed and removed by its owner while the job exists', async () => {
      const [owner, otherAccount] = [await newAccount(store), await newAccount(store)];
      const id = await admitted(store, sampleJob(owner.id));
      expect(await store.retention.setExpiry(owner.id, id, minutesLater(9))).toBe(true);
      expect(await expiryOf(owner.id, id)).toEqual(minutesLater(9));
      expect(await store.retention.setExpiry(otherAccount.id, id, null)).toBe(false);
      expect(await expiryOf(owner.id, id)).toEqual(minutesLater(9));
      expect(await store.retention.setExpiry(owner.id, id, null)).toBe(true);
      expect(await expiryOf(owner.id, id)).toBeNull();
      expect(await store.retention.setExpiry(owner.id, randomUUID(), null)).toBe(false);
      await store.jobs.beginDelete(owner.id, id, noon);
      expect(await store.retention.setExpiry(owner.id, id, minutesLater(9))).toBe(false);
    });
  });

  describe('expired jobs', () => {
    it('are deleted once expired by the clock of the store, and refund no pages', async () => {
      const { id: accountId } = await newAccount(store);
      const newJob = sampleJob(accountId, { expiresAt: soon() });
      const claim = await claimed(store, newJob);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(newJob, claim)] };
      await store.jobs.complete(claim, result, noon);
      expect(await store.retention.beginExpiry(claim.id, minutesLater(1_000_000))).toBe(false);
      expect(await expire()).not.toContain(claim.id);
      await store.retention.setExpiry(accountId, claim.id, past());
      expect(await expire()).toContain(claim.id);
      expect(await store.jobs.find(accountId, claim.id)).toBeNull();
      expect((await store.jobs.list(accountId, { number: 1, size: 1 })).total).toBe(0);
      expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
    });

    it('are soft-deleted first, and stay visible to recovery until the deletion is finished', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await failed(sampleJob(accountId, { expiresAt: past() }));
      expect(await store.retention.expired(1_000, [])).toContainEqual({ id, accountId });
      expect(await store.retention.expired(1_000, [id])).not.toContainEqual({ id, accountId });
      expect(await store.retention.beginExpiry(id, noon)).toBe(true);
      expect(await store.jobs.find(accountId, id)).toBeNull();
      expect(await store.jobs.unfinishedDeletes(60_000, 1_000, [])).not.toContainEqual({ id, accountId });
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [])).toContainEqual({ id, accountId });
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [id])).not.toContainEqual({ id, accountId });
    });

    it('never include pending or processing jobs', async () => {
      const { id: accountId } = await newAccount(store);
      const pending = await admitted(store, sampleJob(accountId, { expiresAt: past() }));
      const processing = await claimed(store, sampleJob(accountId, { expiresAt: past() }));
      const expiredIds = await expire();
      expect(expiredIds).not.toContain(pending);
      expect(expiredIds).not.toContain(processing.id);
      expect(await store.retention.beginExpiry(pending, noon)).toBe(false);
      await store.jobs.fail(processing, 'damaged', minutesLater(61));
      expect(await expire()).toContain(processing.id);
      expect(await store.jobs.find(accountId, pending)).not.toBeNull();
    });

    it('are kept when their owner removed the expiry before', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await failed(sampleJob(accountId, { expiresAt: past() }));
      await store.retention.setExpiry(accountId, id, null);
      expect(await expire()).not.toContain(id);
      expect(await store.jobs.find(accountId, id)).not.toBeNull();
    });

    it('are deleted once each by any number of parallel sweepers', async () => {
      const { id: accountId } = await newAccount(store);
      await expire();
      const jobs = Array.from({ length: 12 }, () => sampleJob(accountId, { expiresAt: past() }));
      const ids = await Promise.all(jobs.map(failed));
      const rounds: string[][] = [];
      // Jobs of an account that another sweeper has locked are skipped until the next round.
      while (rounds.flat().length < ids.length) {
        rounds.push(...(await Promise.all([1, 2, 3, 4].map(() => expire()))));
      }
      expect(rounds.flat().toSorted()).toEqual(ids.toSorted());
      expect((await store.jobs.list(accountId, { number: 1, size: 1 })).total).toBe(0);
      expect((await store.jobs.list(accountId, { number: 1, size: 1 }, { statuses: ['failed'] })).total).toBe(
        0,
      );
    });

    it('are either kept or deleted when a change by the owner and the sweeper race', async () => {
      const { id: accountId } = await newAccount(store);
      const jobs = Array.from({ length: 10 }, () => sampleJob(accountId, { expiresAt: past() }));
      const ids = await Promise.all(jobs.map(failed));
      const [spared] = await Promise.all([
        Promise.all(ids.map((id) => store.retention.setExpiry(accountId, id, null))),
        expire(),
      ]);
      const there = await Promise.all(ids.map(async (id) => (await store.jobs.find(accountId, id)) !== null));
      expect(there).toEqual(spared);
    });
  });

  describe('events', () => {
    it('are removed by age in limited batches, and their numbers are not reused', async () => {
      const { id: accountId } = await newAccount(store);
      for (const _ of [1, 2, 3]) await admitted(store, sampleJob(accountId));
      await store.retention.pruneEvents(60 * minuteMs, 1_000);
      expect(await store.events.bounds(accountId)).toEqual({ oldest: 1, newest: 3 });
      expect(await store.retention.pruneEvents(-minuteMs, 2)).toBe(2);
      while ((await store.retention.pruneEvents(-minuteMs, 1_000)) > 0);
      expect(await store.events.bounds(accountId)).toEqual({ oldest: null, newest: 3 });
      await admitted(store, sampleJob(accountId));
      expect(await store.events.bounds(accountId)).toEqual({ oldest: 4, newest: 4 });
    });
  });

  describe('idempotency keys', () => {
    it('are removed by age in limited batches', async () => {
      const { id: accountId } = await newAccount(store);
      const at = async (hoursAgo: number) => {
        const idempotency = { key: `k${hoursAgo}`, fingerprint: Buffer.alloc(32) };
        const createdAt = new Date(Date.now() - hoursAgo * 60 * minuteMs);
        await admit(store, sampleJob(accountId, { idempotency, createdAt }));
      };
      const hours = (count: number) => count * 60 * minuteMs;
      for (const hoursAgo of [90_003, 90_002, 90_001]) await at(hoursAgo);
      expect(await store.retention.pruneIdempotencyKeys(hours(90_001.5), 1)).toBe(1);
      expect(await store.retention.pruneIdempotencyKeys(hours(90_001.5), 10)).toBe(1);
      expect(await store.retention.pruneIdempotencyKeys(hours(90_001.5), 10)).toBe(0);
      const then = new Date(Date.now() - hours(90_001));
      expect(await store.jobs.findByIdempotencyKey(accountId, 'k90001', then)).not.toBeNull();
    });
  });
}
