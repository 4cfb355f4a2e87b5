/** Contract of `Store` for listing jobs by status and time. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { JobFilter } from '../../src/domain/job.ts';
import type { Claim, Store } from '../../src/ports/store.ts';
import {
  admitted,
  claimAgain,
  claimed,
  minutesLater,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from './samples.ts';

export function describeFinding(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('listing by status and time', () => {
    /** Two jobs of each status, a minute apart (minutes 0 to 7), in a new account. */
    async function eightJobs() {
      const { id: accountId } = await newAccount(store);
      const ids: string[] = [];
      const claims: Claim[] = [];
      for (const round of [0, 4]) {
        const at = (minute: number) => sampleJob(accountId, { createdAt: minutesLater(round + minute) });
        ids.push(await admitted(store, at(0)));
        const processing = await claimed(store, at(1));
        claims.push(processing);
        ids.push(processing.id);
        const newJob = at(2);
        const done = await claimed(store, newJob);
        const outputs = [sampleOutput(newJob, done)];
        await store.jobs.complete(done, { pageCount: 3, warnings: [], outputs }, noon);
        const failed = await claimed(store, at(3));
        await store.jobs.fail(failed, 'damaged', noon);
        ids.push(done.id, failed.id);
      }
      const found = async (filter: JobFilter, number = 1, size = 10) => {
        const { items, total } = await store.jobs.list(accountId, { number, size }, filter);
        return { minutes: items.map(({ id }) => ids.indexOf(id)), total };
      };
      return { accountId, ids, claims, found };
    }

    it('filters by one status, or by several merged by time', async () => {
      const { found } = await eightJobs();
      expect(await found({ statuses: ['pending'] })).toEqual({ minutes: [4, 0], total: 2 });
      expect(await found({ statuses: ['failed', 'done'] })).toEqual({ minutes: [7, 6, 3, 2], total: 4 });
      const all = ['done', 'failed', 'pending', 'processing'] as const;
      expect(await found({ statuses: all })).toEqual({ minutes: [7, 6, 5, 4, 3, 2, 1, 0], total: 8 });
    });

    it('excludes jobs at exactly the given times', async () => {
      const { found } = await eightJobs();
      const [createdAfter, createdBefore] = [minutesLater(1), minutesLater(4)];
      expect(await found({ createdAfter })).toEqual({ minutes: [7, 6, 5, 4, 3, 2], total: 6 });
      expect(await found({ createdBefore })).toEqual({ minutes: [3, 2, 1, 0], total: 4 });
      expect(await found({ createdAfter, createdBefore })).toEqual({ minutes: [3, 2], total: 2 });
      expect(await found({ createdAfter: createdBefore, createdBefore })).toEqual({ minutes: [], total: 0 });
    });

    it('filters by status and time together', async () => {
      const { found } = await eightJobs();
      const filter: JobFilter = { statuses: ['done', 'processing'], createdAfter: minutesLater(1) };
      expect(await found(filter)).toEqual({ minutes: [6, 5, 2], total: 3 });
    });

    it('pages through the matches with the exact total, also past the end', async () => {
      const { found } = await eightJobs();
      const filter: JobFilter = { statuses: ['done', 'failed'] };
      expect(await found(filter, 1, 3)).toEqual({ minutes: [7, 6, 3], total: 4 });
      expect(await found(filter, 2, 3)).toEqual({ minutes: [2], total: 4 });
      expect(await found(filter, 3, 3)).toEqual({ minutes: [], total: 4 });
    });

    it('includes the outputs', async () => {
      const { accountId } = await eightJobs();
      const page = { number: 1, size: 10 };
      const { items } = await store.jobs.list(accountId, page, { statuses: ['done'] });
      expect(items.map(({ outputs }) => outputs.length)).toEqual([1, 1]);
    });

    it('counts neither deleted jobs nor those of other accounts, and follows every change of status', async () => {
      const { accountId, ids, claims, found } = await eightJobs();
      const [pending = '', , done = '', failed = ''] = ids;
      for (const id of [done, failed]) await store.jobs.beginDelete(accountId, id, noon);
      await store.jobs.finishDelete(done);
      if (claims[0]) await store.jobs.handBack(claims[0], uncounted, noon);
      await store.jobs.claim(pending, 30_000);
      await store.jobs.beginDelete(accountId, pending, noon);
      expect(await found({ statuses: ['done'] })).toEqual({ minutes: [6], total: 1 });
      expect(await found({ statuses: ['failed'] })).toEqual({ minutes: [7], total: 1 });
      expect(await found({ statuses: ['pending'] })).toEqual({ minutes: [4, 1], total: 2 });
      expect(await found({ statuses: ['processing'] })).toEqual({ minutes: [5], total: 1 });
      expect(await found({})).toEqual({ minutes: [7, 6, 5, 4, 1], total: 5 });
    });

    describe('by name', () => {
      const names = [
        'Invoice 2026-01.pdf',
        'u\u0308bersicht.pdf',
        'INVOICE 2026-02.pdf',
        '100%_a.pdf',
        'plan.pdf',
      ];

      async function namedJobs() {
        const { id: accountId } = await newAccount(store);
        const ids: string[] = [];
        for (const [minute, fileName] of names.entries()) {
          const job = sampleJob(accountId, { createdAt: minutesLater(minute) });
          ids.push(await admitted(store, { ...job, source: { ...job.source, fileName } }));
        }
        const found = async (filter: JobFilter, number = 1, size = 10) => {
          const { items, ...counts } = await store.jobs.list(accountId, { number, size }, filter);
          return { minutes: items.map(({ id }) => ids.indexOf(id)), ...counts };
        };
        return { accountId, ids, found };
      }

      it('finds a part of the name, in upper and lower case and in both forms of accents', async () => {
        const { found } = await namedJobs();
        expect(await found({ name: 'invoice 2026' })).toEqual({
          minutes: [2, 0],
          total: 2,
          isPartial: false,
        });
        expect(await found({ name: '26-01' })).toMatchObject({ minutes: [0], total: 1 });
        expect(await found({ name: '\u00fcbersicht' })).toMatchObject({ minutes: [1] });
        expect(await found({ name: 'absent' })).toMatchObject({ minutes: [], total: 0 });
      });

      it('takes wildcards as they are', async () => {
        const { found } = await namedJobs();
        expect(await found({ name: '%_a' })).toMatchObject({ minutes: [3], total: 1 });
        expect(await found({ name: '_' })).toMatchObject({ minutes: [3], total: 1 });
        expect(await found({ name: "'; --" })).toMatchObject({ total: 0 });
      });

      it('combines with status and time, and pages with the exact total', async () => {
        const { found, ids } = await namedJobs();
        const failed = await claimAgain(store, ids[2] ?? '');
        await store.jobs.fail(failed, 'damaged', noon, 'pdf_unreadable');
        expect(await found({ name: 'invoice', statuses: ['failed'] })).toMatchObject({
          minutes: [2],
          total: 1,
        });
        const early: JobFilter = { name: '.pdf', createdBefore: minutesLater(3) };
        expect(await found(early)).toMatchObject({ minutes: [2, 1, 0], total: 3 });
        expect(await found(early, 2, 2)).toMatchObject({ minutes: [0], total: 3 });
        expect(await found(early, 3, 2)).toMatchObject({ minutes: [], total: 3 });
      });

      it('finds neither deleted jobs nor those of other accounts', async () => {
        const { accountId, ids, found } = await namedJobs();
        await namedJobs();
        await store.jobs.beginDelete(accountId, ids[0] ?? '', noon);
        expect(await found({ name: 'invoice' })).toMatchObject({ minutes: [2], total: 1 });
      });
    });

    it('keeps its counts correct under parallel changes', async () => {
      const { id: accountId } = await newAccount(store);
      const ids = await Promise.all(
        Array.from({ length: 12 }, () => admitted(store, sampleJob(accountId, { createdAt: noon }))),
      );
      await Promise.all(
        ids.map(async (id, at) => {
          const claim = await claimAgain(store, id);
          if (at % 3 === 0) await store.jobs.handBack(claim, uncounted, noon);
          if (at % 3 === 1) await store.jobs.fail(claim, 'damaged', noon);
          if (at % 3 === 2) await store.jobs.beginDelete(accountId, id, noon);
        }),
      );
      const total = async (statuses: JobFilter['statuses'] & {}) =>
        (await store.jobs.list(accountId, { number: 1, size: 1 }, { statuses })).total;
      expect([await total(['pending']), await total(['failed']), await total(['processing'])]).toEqual([
        4, 4, 0,
      ]);
    });
  });
}
