/** Contract of `Store` for deleting jobs. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { admitted, claimed, month, newAccount, noon, sampleJob, sampleOutput } from './samples.ts';

export function describeDeletion(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('deletion', () => {
    it('soft-deletes a pending job at once, frees its slot and releases its pages', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await admitted(store, sampleJob(accountId));
      expect(await store.jobs.beginDelete(accountId, id, noon)).toBe(true);
      expect(await store.jobs.find(accountId, id)).toBeNull();
      expect(await store.jobs.list(accountId, { number: 1, size: 10 })).toEqual({ items: [], total: 0 });
      expect(await store.jobs.activeCount(accountId)).toBe(0);
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 0,
        pagesReserved: 0,
      });
      expect(await store.jobs.claim(id, 30_000)).toBeNull();
    });

    it('ends the claim of a worker that is converting the job, so that late results are ignored', async () => {
      const { id: accountId } = await newAccount(store);
      const newJob = sampleJob(accountId);
      const claim = await claimed(store, newJob);
      const { id } = claim;
      await store.jobs.beginDelete(accountId, id, noon);
      expect(await store.jobs.renew(claim, 30_000)).toBe(false);
      const late = { pageCount: 3, warnings: [], outputs: [sampleOutput(newJob, claim)] };
      expect(await store.jobs.complete(claim, late, noon)).toBe(false);
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 0,
        pagesReserved: 0,
      });
    });

    it('refunds no pages for a done job', async () => {
      const { id: accountId } = await newAccount(store);
      const newJob = sampleJob(accountId);
      const claim = await claimed(store, newJob);
      const { id } = claim;
      await store.jobs.complete(
        claim,
        { pageCount: 3, warnings: [], outputs: [sampleOutput(newJob, claim)] },
        noon,
      );
      await store.jobs.beginDelete(accountId, id, noon);
      expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
    });

    it('can be started repeatedly until it is finished, and releases pages once', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await admitted(store, sampleJob(accountId));
      const starts = await Promise.all(
        Array.from({ length: 5 }, () => store.jobs.beginDelete(accountId, id, noon)),
      );
      expect(starts).toEqual([true, true, true, true, true]);
      expect(await store.jobs.activeCount(accountId)).toBe(0);
      await store.jobs.finishDelete(id);
      expect(await store.jobs.beginDelete(accountId, id, noon)).toBe(false);
    });

    it('reports that a worker may still be writing until the lease is released or expires', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId));
      const { id } = claim;
      expect(await store.jobs.isHeld(id)).toBe(true);
      await store.jobs.releaseLease(claim);
      expect(await store.jobs.isHeld(id)).toBe(true);
      await store.jobs.beginDelete(accountId, id, noon);
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [])).not.toContainEqual({
        id,
        accountId,
      });
      await store.jobs.releaseLease(claim);
      expect(await store.jobs.isHeld(id)).toBe(false);
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [])).toContainEqual({ id, accountId });
      await store.jobs.finishDelete(id);
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [])).not.toContainEqual({
        id,
        accountId,
      });
    });

    it('does not finish a deletion that was not started', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await admitted(store, sampleJob(accountId));
      await store.jobs.finishDelete(id);
      expect(await store.jobs.find(accountId, id)).not.toBeNull();
    });
  });
}
