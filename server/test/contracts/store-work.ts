/** Contract of `Store` for workers: claims, completion, failure and retries. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimPrefix } from '../../src/domain/job.ts';
import type { Claim, Store } from '../../src/ports/store.ts';
import {
  admitted,
  ampleLimits,
  claimAgain,
  claimed,
  minutesLater,
  month,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from './samples.ts';

export function describeWork(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('work', () => {
    it('gives a pending job to exactly one of many workers', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await admitted(store, sampleJob(accountId));
      const claims = await Promise.all(Array.from({ length: 10 }, () => store.jobs.claim(id, 30_000)));
      const won = claims.filter((claim) => claim !== null);
      expect(won).toHaveLength(1);
      expect(won[0]).toMatchObject({ attempt: 1, job: { id, status: 'processing' } });
      expect(won[0]?.leaseUntil.getTime()).toBeGreaterThan(Date.now());
    });

    it('completes a job, charges it once and publishes its outputs in one step', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId, { pages: 7 });
      const claim = await claimed(store, asked);
      const { id } = claim;
      const output = sampleOutput(asked, claim);
      expect(
        await store.jobs.complete(claim, { pageCount: 7, warnings: [], outputs: [output] }, minutesLater(1)),
      ).toBe(true);
      expect(await store.jobs.find(accountId, id)).toMatchObject({
        status: 'done',
        pageCount: 7,
        errorMessage: null,
        updatedAt: minutesLater(1),
        outputs: [output],
      });
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 7,
        pagesReserved: 0,
      });
      expect(await store.jobs.activeCount(accountId)).toBe(0);
    });

    it('charges fewer pages when the engine counted fewer than reserved', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId, { pages: 7 });
      const claim = await claimed(store, asked);
      await store.jobs.complete(
        claim,
        { pageCount: 5, warnings: [], outputs: [sampleOutput(asked, claim)] },
        noon,
      );
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 5,
        pagesReserved: 0,
      });
    });

    it('charges once when the same attempt is completed in parallel', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const claim = await claimed(store, asked);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, claim)] };
      const ends = await Promise.all(
        Array.from({ length: 8 }, () => store.jobs.complete(claim, result, noon)),
      );
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
    });

    it('fails a job with its reason, frees its slot and charges nothing', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId));
      const { id } = claim;
      expect(await store.jobs.fail(claim, 'The document is damaged.', noon, 'pdf_unreadable')).toBe(true);
      expect(await store.jobs.find(accountId, id)).toMatchObject({
        status: 'failed',
        pageCount: null,
        errorMessage: 'The document is damaged.',
        errorCode: 'pdf_unreadable',
        outputs: [],
      });
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 0,
        pagesReserved: 0,
      });
      expect(await store.jobs.activeCount(accountId)).toBe(0);
    });

    it('ignores a worker whose attempt has ended', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const old = await claimed(store, asked);
      const { id } = old;
      expect(await store.jobs.handBack(old, uncounted, noon)).toBe('pending');
      expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'pending' });
      const claim = await claimAgain(store, id);
      expect(claim.attempt).toBe(old.attempt + 1);
      expect(claim.claimId).not.toBe(old.claimId);

      expect(await store.jobs.renew(old, 30_000)).toBe(false);
      expect(await store.jobs.fail(old, 'late', noon)).toBe(false);
      expect(await store.jobs.handBack(old, uncounted, noon)).toBeNull();
      const late = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, old)] };
      expect(await store.jobs.complete(old, late, noon)).toBe(false);
      expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'processing', outputs: [] });
      expect(await store.jobs.renew(claim, 30_000)).toBe(true);
    });

    it.each(['engine', 'worker'] as const)(
      'fails a job that used up the retry budget for %s failures, with the given message and without a charge',
      async (cause) => {
        const { id: accountId } = await newAccount(store);
        const budget = {
          cause,
          failuresMax: 2,
          errorMessage: 'It was lost too often.',
          errorCode: 'interrupted',
        } as const;
        const first = await claimed(store, sampleJob(accountId));
        const back = { budget, delayMs: 0 };
        expect(await store.jobs.handBack(first, back, noon)).toBe('pending');
        const second = await claimAgain(store, first.id);
        expect(await store.jobs.handBack(second, back, noon)).toBe('failed');
        expect(await store.jobs.find(accountId, first.id)).toMatchObject({
          status: 'failed',
          errorMessage: 'It was lost too often.',
          errorCode: 'interrupted',
        });
        expect(await store.jobs.activeCount(accountId)).toBe(0);
        expect((await store.accounts.monthUsage(accountId, month)).pagesReserved).toBe(0);
      },
    );

    it('fails a job that exceeds a retry budget that was lowered', async () => {
      const { id: accountId } = await newAccount(store);
      const lost = (failuresMax: number) => ({
        budget: { cause: 'worker', failuresMax, errorMessage: 'It was lost too often.' } as const,
        delayMs: 0,
      });
      const first = await claimed(store, sampleJob(accountId));
      expect(await store.jobs.handBack(first, lost(8), noon)).toBe('pending');
      const second = await claimAgain(store, first.id);
      expect(await store.jobs.handBack(second, lost(8), noon)).toBe('pending');
      const third = await claimAgain(store, first.id);
      expect(await store.jobs.handBack(third, lost(2), noon)).toBe('failed');
    });

    it('does not count a requeue without a retry budget', async () => {
      const { id: accountId } = await newAccount(store);
      const budget = { cause: 'worker', failuresMax: 2, errorMessage: 'lost' } as const;
      let claim: Claim = await claimed(store, sampleJob(accountId));
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await store.jobs.handBack(claim, uncounted, noon)).toBe('pending');
        claim = await claimAgain(store, claim.jobId);
      }
      expect(await store.jobs.handBack(claim, { budget, delayMs: 0 }, noon)).toBe('pending');
    });

    it('reclaims only jobs whose lease expired', async () => {
      const { id: accountId } = await newAccount(store);
      const budget = { cause: 'worker', failuresMax: 8, errorMessage: 'lost' } as const;
      const alive = await claimed(store, sampleJob(accountId));
      const lost = await admitted(store, sampleJob(accountId));
      await store.jobs.claim(lost, 0);
      const leases = await store.jobs.expiredLeases(100, []);
      expect(leases).toContainEqual({ id: lost, accountId, attempt: 1 });
      expect(leases.map(({ id }) => id)).not.toContain(alive.id);
      expect(await store.jobs.expiredLeases(100, [lost])).not.toContainEqual({
        id: lost,
        accountId,
        attempt: 1,
      });
      expect(await store.jobs.reclaim({ id: alive.id, accountId, attempt: 1 }, budget, noon)).toBeNull();
      expect(await store.jobs.reclaim({ id: lost, accountId, attempt: 2 }, budget, noon)).toBeNull();
      expect(await store.jobs.reclaim({ id: lost, accountId, attempt: 1 }, budget, noon)).toBe('pending');
      expect(await store.jobs.find(accountId, lost)).toMatchObject({ status: 'pending' });
      expect(await store.jobs.find(accountId, alive.id)).toMatchObject({ status: 'processing' });
      expect((await store.jobs.claim(lost, 30_000))?.attempt).toBe(2);
    });

    it('passes the sealed password and the page counts to the worker, and erases the password at the end', async () => {
      const { id: accountId } = await newAccount(store);
      const sealedPassword = Buffer.from('sealed');
      const id = await admitted(
        store,
        sampleJob(accountId, { sealedPassword, ocrPagesMax: 7, pages: 2, documentPages: 9 }),
      );
      const claim = await claimAgain(store, id);
      expect(claim).toMatchObject({ sealedPassword, job: { pages: 2, documentPages: 9, ocrPagesMax: 7 } });
      await store.jobs.handBack(claim, uncounted, noon);
      expect((await store.jobs.claim(id, 30_000))?.sealedPassword).toEqual(sealedPassword);
    });

    it('passes the trace context of the submit to every attempt', async () => {
      const { id: accountId } = await newAccount(store);
      const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const id = await admitted(store, sampleJob(accountId, { traceParent }));
      const first = await claimAgain(store, id);
      expect(first).toMatchObject({ traceParent });
      await store.jobs.handBack(first, uncounted, noon);
      expect(await store.jobs.claim(id, 30_000)).toMatchObject({ traceParent, attempt: 2 });
      const plain = await admitted(store, sampleJob(accountId));
      expect(await store.jobs.claim(plain, 30_000)).toMatchObject({ traceParent: null });
    });

    it('ignores a claim with the current attempt number but a different id', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const claim = await claimed(store, asked);
      const twin = { ...claim, claimId: randomUUID() };
      expect(await store.jobs.renew(twin, 30_000)).toBe(false);
      expect(await store.jobs.fail(twin, 'late', noon)).toBe(false);
      expect(await store.jobs.handBack(twin, uncounted, noon)).toBeNull();
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, twin)] };
      expect(await store.jobs.complete(twin, result, noon)).toBe(false);
      expect(await store.jobs.claimState(twin)).toEqual({ state: 'lost' });
      expect(await store.jobs.find(accountId, claim.id)).toMatchObject({ status: 'processing', outputs: [] });
    });

    it('reports the state of a claim: held, done, failed or lost', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const done = await claimed(store, asked);
      expect(await store.jobs.claimState(done)).toEqual({ state: 'held' });
      await store.jobs.complete(
        done,
        { pageCount: 2, warnings: [], outputs: [sampleOutput(asked, done)] },
        noon,
      );
      expect(await store.jobs.claimState(done)).toEqual({ state: 'done', pageCount: 2 });
      const failed = await claimed(store, sampleJob(accountId));
      await store.jobs.fail(failed, 'damaged', noon);
      expect(await store.jobs.claimState(failed)).toEqual({ state: 'failed' });
      const back = await claimed(store, sampleJob(accountId));
      await store.jobs.handBack(back, uncounted, noon);
      expect(await store.jobs.claimState(back)).toEqual({ state: 'lost' });
      const deleted = await claimed(store, sampleJob(accountId));
      await store.jobs.beginDelete(accountId, deleted.id, noon);
      expect(await store.jobs.claimState(deleted)).toEqual({ state: 'lost' });
    });

    it('returns the prefixes in use: of the claim, then of the outputs, then none', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const first = await claimed(store, asked);
      // Also that of a worker of the previous version, whose claims have no id.
      const ofOldVersion = claimPrefix(asked, { ...first, claimId: null });
      expect(await store.jobs.prefixesInUse(first.id)).toEqual(
        new Set([claimPrefix(asked, first), ofOldVersion]),
      );
      await store.jobs.handBack(first, uncounted, noon);
      expect(await store.jobs.prefixesInUse(first.id)).toEqual(new Set());
      const second = await claimAgain(store, first.id);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, second)] };
      await store.jobs.complete(second, result, noon);
      expect(await store.jobs.prefixesInUse(first.id)).toEqual(new Set([claimPrefix(asked, second)]));
      await store.jobs.beginDelete(accountId, first.id, noon);
      expect(await store.jobs.prefixesInUse(first.id)).toBeNull();
    });

    it('replaces the outputs of a done job once and charges nothing', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const claim = await claimed(store, asked);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, claim)] };
      const waiting = await store.jobs.findForOperator(claim.id);
      expect(waiting && (await store.jobs.replaceOutputs(waiting, result.outputs))).toBe(false);
      await store.jobs.complete(claim, result, noon);
      const done = await store.jobs.findForOperator(claim.id);
      if (!done) throw new Error('expected a job');
      const again = [sampleOutput(asked, { ...claim, claimId: randomUUID() })];
      expect(await store.jobs.replaceOutputs(done, again)).toBe(true);
      expect((await store.jobs.find(accountId, claim.id))?.outputs).toEqual(again);
      await expect(store.jobs.replaceOutputs(done, result.outputs)).rejects.toThrow('replaced meanwhile');
      expect((await store.jobs.find(accountId, claim.id))?.outputs).toEqual(again);
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 3,
        pagesReserved: 0,
      });
      await store.jobs.beginDelete(accountId, claim.id, noon);
      expect(await store.jobs.findForOperator(claim.id)).toBeNull();
    });

    it('reports whether a job of another account has waited for a given time', async () => {
      const [mine, other] = [await newAccount(store), await newAccount(store)];
      const id = await admitted(store, sampleJob(other.id), { ...ampleLimits, priority: 1_000 });
      expect(await store.jobs.othersWait(mine.id, 0)).toBe(true);
      expect(await store.jobs.othersWait(mine.id, 1_000 * 365 * 86_400_000)).toBe(false);
      await store.jobs.beginDelete(other.id, id, noon);
    });

    it('never changes done and failed jobs', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId));
      const { id } = claim;
      await store.jobs.fail(claim, 'first', noon);
      expect(await store.jobs.fail(claim, 'second', noon)).toBe(false);
      expect(await store.jobs.handBack(claim, uncounted, noon)).toBeNull();
      expect(await store.jobs.claim(id, 30_000)).toBeNull();
      expect(await store.jobs.find(accountId, id)).toMatchObject({
        status: 'failed',
        errorMessage: 'first',
      });
    });
  });
}
