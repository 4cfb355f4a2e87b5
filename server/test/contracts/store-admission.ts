/** Contract of `Store` for admitting and reading jobs. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { admit, admitted, ampleLimits, minutesLater, month, newAccount, noon, sampleJob } from './samples.ts';

export function describeAdmission(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('admission', () => {
    it('returns a pending job with the requested fields and reserves its pages', async () => {
      const { id: accountId } = await newAccount(store);
      const origin = { kind: 'source_url', host: 'files.example.test' } as const;
      const newJob = sampleJob(accountId, { pages: 7, origin });
      const admission = await admit(store, newJob, ampleLimits);
      expect(admission).toMatchObject({
        kind: 'admitted',
        job: {
          id: newJob.id,
          accountId,
          status: 'pending',
          options: newJob.options,
          source: newJob.source,
          pageCount: null,
          errorMessage: null,
          errorCode: null,
          apiKeyId: null,
          origin,
          outputs: [],
        },
      });
      expect(await store.jobs.find(accountId, newJob.id)).toEqual(
        admission.kind === 'admitted' ? admission.job : null,
      );
      expect(await store.accounts.monthUsage(accountId, month)).toEqual({
        pagesCharged: 0,
        pagesReserved: 7,
      });
    });

    it('admits exactly as many parallel jobs as there are slots, and stores nothing of the rest', async () => {
      const { id } = await newAccount(store);
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          admit(store, sampleJob(id, { pages: 2 }), { ...ampleLimits, activeJobsMax: 5 }),
        ),
      );
      expect(answers.filter((answer) => answer.kind === 'admitted')).toHaveLength(5);
      const refused = answers.find((answer) => answer.kind === 'too_many_jobs');
      expect(refused?.activeJobs).toBe(5);
      expect(await store.jobs.activeCount(id)).toBe(5);
      expect((await store.jobs.list(id, { number: 1, size: 100 })).total).toBe(5);
      expect(await store.accounts.monthUsage(id, month)).toEqual({ pagesCharged: 0, pagesReserved: 10 });
    });

    it('reserves exactly up to the monthly limit under parallel submits', async () => {
      const { id } = await newAccount(store);
      const limits = { ...ampleLimits, pagesPerMonth: 10 };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => admit(store, sampleJob(id, { pages: 3 }), limits)),
      );
      expect(answers.filter((answer) => answer.kind === 'admitted')).toHaveLength(3);
      expect(await admit(store, sampleJob(id, { pages: 2 }), limits)).toEqual({
        kind: 'page_limit',
        usage: { pagesCharged: 0, pagesReserved: 9 },
      });
      await admitted(store, sampleJob(id, { pages: 1 }), limits);
      expect(await store.jobs.activeCount(id)).toBe(4);
    });

    it('refuses a document larger than the monthly limit, even as the first of the month', async () => {
      const { id } = await newAccount(store);
      const answer = await admit(store, sampleJob(id, { pages: 11 }), { ...ampleLimits, pagesPerMonth: 10 });
      expect(answer).toEqual({ kind: 'page_limit', usage: { pagesCharged: 0, pagesReserved: 0 } });
      expect(await store.jobs.activeCount(id)).toBe(0);
    });

    it('bills the month in which the job was accepted', async () => {
      const { id } = await newAccount(store);
      await admitted(store, sampleJob(id, { createdAt: new Date('2026-12-31T23:59:59.999Z') }));
      expect((await store.accounts.monthUsage(id, '2026-12-01')).pagesReserved).toBe(3);
      expect((await store.accounts.monthUsage(id, '2027-01-01')).pagesReserved).toBe(0);
    });
  });
  describe('reading', () => {
    it('lists newest first, page by page, with the exact total, also past the end', async () => {
      const { id } = await newAccount(store);
      const ids: string[] = [];
      for (const minute of [0, 1, 2, 3, 4]) {
        ids.unshift(await admitted(store, sampleJob(id, { createdAt: minutesLater(minute) })));
      }
      const page = async (number: number) => {
        const { items, total } = await store.jobs.list(id, { number, size: 2 });
        return { ids: items.map((job) => job.id), total };
      };
      expect(await page(1)).toEqual({ ids: ids.slice(0, 2), total: 5 });
      expect(await page(3)).toEqual({ ids: ids.slice(4), total: 5 });
      expect(await page(4)).toEqual({ ids: [], total: 5 });
    });

    it('does not show the job of another account', async () => {
      const [owner, otherAccount] = [await newAccount(store), await newAccount(store)];
      const id = await admitted(store, sampleJob(owner.id));
      expect(await store.jobs.find(otherAccount.id, id)).toBeNull();
      expect(await store.jobs.list(otherAccount.id, { number: 1, size: 10 })).toEqual({
        items: [],
        total: 0,
      });
      expect(await store.jobs.beginDelete(otherAccount.id, id, noon)).toBe(false);
      expect(await store.jobs.find(owner.id, id)).not.toBeNull();
    });
  });
  describe('uploads', () => {
    it('are abandoned without a heartbeat, and removed when their job is admitted or they end', async () => {
      const { id: accountId } = await newAccount(store);
      const [dead, alive, ended, admittedJob] = [1, 2, 3, 4].map(() => sampleJob(accountId));
      for (const job of [dead, alive, ended, admittedJob]) {
        await store.uploads.begin({ id: job?.id ?? '', accountId }, 0);
      }
      await store.uploads.keepAlive(alive?.id ?? '', 60_000);
      await store.uploads.end(ended?.id ?? '');
      await store.jobs.admit(admittedJob ?? sampleJob(accountId), ampleLimits);
      const abandoned = await store.uploads.abandoned(1_000, []);
      expect(abandoned.filter((place) => place.accountId === accountId)).toEqual([
        { id: dead?.id, accountId },
      ]);
    });

    it('that were abandoned cannot become a job, even after a late heartbeat', async () => {
      const { id: accountId } = await newAccount(store);
      const [refused, swept] = [sampleJob(accountId), sampleJob(accountId)];
      for (const job of [refused, swept]) await store.uploads.begin({ id: job.id, accountId }, 0);
      expect(await store.uploads.abandon(refused.id)).toBe(true);
      await store.uploads.abandoned(1_000, []);
      for (const job of [refused, swept]) {
        await store.uploads.keepAlive(job.id, 60_000);
        await expect(store.jobs.admit(job, ampleLimits)).rejects.toMatchObject({
          code: 'service_unavailable',
        });
        expect(await store.jobs.find(accountId, job.id)).toBeNull();
      }
      expect(await store.jobs.activeCount(accountId)).toBe(0);
      const left = (await store.uploads.abandoned(1_000, [])).filter(
        (place) => place.accountId === accountId,
      );
      expect(new Set(left.map(({ id }) => id))).toEqual(new Set([refused.id, swept.id]));
    });

    it('that are no longer recorded cannot become a job, because their file may have been removed', async () => {
      const { id: accountId } = await newAccount(store);
      const [never, removed] = [sampleJob(accountId), sampleJob(accountId)];
      await store.uploads.begin(removed, 60_000);
      await store.uploads.end(removed.id);
      for (const job of [never, removed]) {
        await expect(store.jobs.admit(job, ampleLimits)).rejects.toMatchObject({
          code: 'service_unavailable',
        });
        expect(await store.jobs.find(accountId, job.id)).toBeNull();
      }
      expect(await store.jobs.activeCount(accountId)).toBe(0);
    });

    it('cannot be abandoned after their job was admitted', async () => {
      const { id: accountId } = await newAccount(store);
      const job = sampleJob(accountId);
      await admitted(store, job);
      expect(await store.uploads.abandon(job.id)).toBe(false);
    });
  });
}
