/** What workers do to jobs, as every `Store` promises it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import {
  admitted,
  claimed,
  minutesLater,
  month,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
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

    it('makes a job done, charged once and its outputs visible, all at once', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId, { pages: 7 });
      const { id, attempt } = await claimed(store, asked);
      const output = sampleOutput(asked, attempt);
      expect(
        await store.jobs.complete(
          id,
          attempt,
          { pageCount: 7, warnings: [], outputs: [output] },
          minutesLater(1),
        ),
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

    it('charges the fewer pages when the engine counted fewer than were reserved', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId, { pages: 7 });
      const { id, attempt } = await claimed(store, asked);
      await store.jobs.complete(
        id,
        attempt,
        { pageCount: 5, warnings: [], outputs: [sampleOutput(asked, attempt)] },
        noon,
      );
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 5,
        pagesReserved: 0,
      });
    });

    it('lets many finish the same attempt and charges it once', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const { id, attempt } = await claimed(store, asked);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, attempt)] };
      const ends = await Promise.all(
        Array.from({ length: 8 }, () => store.jobs.complete(id, attempt, result, noon)),
      );
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect((await store.accounts.monthUsage(accountId, month)).pagesCharged).toBe(3);
    });

    it('fails a job with its reason, frees its slot and charges nothing', async () => {
      const { id: accountId } = await newAccount(store);
      const { id, attempt } = await claimed(store, sampleJob(accountId));
      expect(await store.jobs.fail(id, attempt, 'The document is damaged.', noon)).toBe(true);
      expect(await store.jobs.find(accountId, id)).toMatchObject({
        status: 'failed',
        pageCount: null,
        errorMessage: 'The document is damaged.',
        outputs: [],
      });
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 0,
        pagesReserved: 0,
      });
      expect(await store.jobs.activeCount(accountId)).toBe(0);
    });

    it('changes nothing for a worker whose attempt is over', async () => {
      const { id: accountId } = await newAccount(store);
      const asked = sampleJob(accountId);
      const { id, attempt: old } = await claimed(store, asked);
      expect(await store.jobs.handBack(id, old, null, noon)).toBe('pending');
      expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'pending' });
      const claim = await store.jobs.claim(id, 30_000);
      expect(claim?.attempt).toBe(old + 1);

      expect(await store.jobs.renew(id, old, 30_000)).toBe(false);
      expect(await store.jobs.fail(id, old, 'late', noon)).toBe(false);
      expect(await store.jobs.handBack(id, old, null, noon)).toBeNull();
      const late = { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, old)] };
      expect(await store.jobs.complete(id, old, late, noon)).toBe(false);
      expect(await store.jobs.find(accountId, id)).toMatchObject({ status: 'processing', outputs: [] });
      expect(await store.jobs.renew(id, old + 1, 30_000)).toBe(true);
    });

    it.each(['engine', 'worker'] as const)(
      'fails a job that was lost too often by the %s, with the given sentence and uncharged',
      async (cause) => {
        const { id: accountId } = await newAccount(store);
        const loss = { cause, lossesMax: 2, errorMessage: 'It was lost too often.' };
        const first = await claimed(store, sampleJob(accountId));
        expect(await store.jobs.handBack(first.id, first.attempt, loss, noon)).toBe('pending');
        const second = await store.jobs.claim(first.id, 30_000);
        expect(await store.jobs.handBack(first.id, second?.attempt ?? 0, loss, noon)).toBe('failed');
        expect(await store.jobs.find(accountId, first.id)).toMatchObject({
          status: 'failed',
          errorMessage: 'It was lost too often.',
        });
        expect(await store.jobs.activeCount(accountId)).toBe(0);
        expect((await store.accounts.monthUsage(accountId, month)).pagesReserved).toBe(0);
      },
    );

    it('counts a hand-over without a loss for nothing', async () => {
      const { id: accountId } = await newAccount(store);
      const loss = { cause: 'worker', lossesMax: 2, errorMessage: 'lost' } as const;
      const { id } = await claimed(store, sampleJob(accountId));
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        expect(await store.jobs.handBack(id, attempt, null, noon)).toBe('pending');
        await store.jobs.claim(id, 30_000);
      }
      expect(await store.jobs.handBack(id, 6, loss, noon)).toBe('pending');
    });

    it('takes back jobs whose lease ran out, and no others', async () => {
      const { id: accountId } = await newAccount(store);
      const loss = { cause: 'worker', lossesMax: 8, errorMessage: 'lost' } as const;
      const alive = await claimed(store, sampleJob(accountId));
      const lost = await admitted(store, sampleJob(accountId));
      await store.jobs.claim(lost, 0);
      expect(await store.jobs.reclaimExpired(loss, 100, noon)).toBeGreaterThanOrEqual(1);
      expect(await store.jobs.find(accountId, lost)).toMatchObject({ status: 'pending' });
      expect(await store.jobs.find(accountId, alive.id)).toMatchObject({ status: 'processing' });
      expect((await store.jobs.claim(lost, 30_000))?.attempt).toBe(2);
    });

    it('hands the sealed password and the page counts to the worker, and forgets the password at the end', async () => {
      const { id: accountId } = await newAccount(store);
      const sealedPassword = Buffer.from('sealed');
      const id = await admitted(store, sampleJob(accountId, { sealedPassword, pages: 2, documentPages: 9 }));
      const claim = await store.jobs.claim(id, 30_000);
      expect(claim).toMatchObject({ sealedPassword, job: { pages: 2, documentPages: 9 } });
      await store.jobs.handBack(id, claim?.attempt ?? 0, null, noon);
      expect((await store.jobs.claim(id, 30_000))?.sealedPassword).toEqual(sealedPassword);
    });

    it('hands the trace of the submit to every attempt', async () => {
      const { id: accountId } = await newAccount(store);
      const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const id = await admitted(store, sampleJob(accountId, { traceParent }));
      const first = await store.jobs.claim(id, 30_000);
      expect(first).toMatchObject({ traceParent });
      await store.jobs.handBack(id, first?.attempt ?? 0, null, noon);
      expect(await store.jobs.claim(id, 30_000)).toMatchObject({ traceParent, attempt: 2 });
      const plain = await admitted(store, sampleJob(accountId));
      expect(await store.jobs.claim(plain, 30_000)).toMatchObject({ traceParent: null });
    });

    it('keeps done and failed as they are', async () => {
      const { id: accountId } = await newAccount(store);
      const { id, attempt } = await claimed(store, sampleJob(accountId));
      await store.jobs.fail(id, attempt, 'first', noon);
      expect(await store.jobs.fail(id, attempt, 'second', noon)).toBe(false);
      expect(await store.jobs.handBack(id, attempt, null, noon)).toBeNull();
      expect(await store.jobs.claim(id, 30_000)).toBeNull();
      expect(await store.jobs.find(accountId, id)).toMatchObject({
        status: 'failed',
        errorMessage: 'first',
      });
    });
  });
}
