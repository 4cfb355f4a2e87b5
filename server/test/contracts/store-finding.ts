/** Lists of jobs by status and time, as every `Store` promises them. */
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

  describe('finding', () => {
    /** One job of each status a minute apart, then each once more: minutes 0 to 7, all of an account of their own. */
    async function eight() {
      const { id: accountId } = await newAccount(store);
      const ids: string[] = [];
      const held: Claim[] = [];
      for (const round of [0, 4]) {
        const at = (minute: number) => sampleJob(accountId, { createdAt: minutesLater(round + minute) });
        ids.push(await admitted(store, at(0)));
        const processing = await claimed(store, at(1));
        held.push(processing);
        ids.push(processing.id);
        const asked = at(2);
        const done = await claimed(store, asked);
        const outputs = [sampleOutput(asked, done)];
        await store.jobs.complete(done, { pageCount: 3, warnings: [], outputs }, noon);
        const failed = await claimed(store, at(3));
        await store.jobs.fail(failed, 'damaged', noon);
        ids.push(done.id, failed.id);
      }
      const found = async (filter: JobFilter, number = 1, size = 10) => {
        const { items, total } = await store.jobs.list(accountId, { number, size }, filter);
        return { minutes: items.map(({ id }) => ids.indexOf(id)), total };
      };
      return { accountId, ids, held, found };
    }

    it('takes one status, or several merged by time', async () => {
      const { found } = await eight();
      expect(await found({ statuses: ['pending'] })).toEqual({ minutes: [4, 0], total: 2 });
      expect(await found({ statuses: ['failed', 'done'] })).toEqual({ minutes: [7, 6, 3, 2], total: 4 });
      const all = ['done', 'failed', 'pending', 'processing'] as const;
      expect(await found({ statuses: all })).toEqual({ minutes: [7, 6, 5, 4, 3, 2, 1, 0], total: 8 });
    });

    it('takes times strictly', async () => {
      const { found } = await eight();
      const [createdAfter, createdBefore] = [minutesLater(1), minutesLater(4)];
      expect(await found({ createdAfter })).toEqual({ minutes: [7, 6, 5, 4, 3, 2], total: 6 });
      expect(await found({ createdBefore })).toEqual({ minutes: [3, 2, 1, 0], total: 4 });
      expect(await found({ createdAfter, createdBefore })).toEqual({ minutes: [3, 2], total: 2 });
      expect(await found({ createdAfter: createdBefore, createdBefore })).toEqual({ minutes: [], total: 0 });
    });

    it('takes both at once', async () => {
      const { found } = await eight();
      const filter: JobFilter = { statuses: ['done', 'processing'], createdAfter: minutesLater(1) };
      expect(await found(filter)).toEqual({ minutes: [6, 5, 2], total: 3 });
    });

    it('pages through what it found with the true total, also past the end', async () => {
      const { found } = await eight();
      const filter: JobFilter = { statuses: ['done', 'failed'] };
      expect(await found(filter, 1, 3)).toEqual({ minutes: [7, 6, 3], total: 4 });
      expect(await found(filter, 2, 3)).toEqual({ minutes: [2], total: 4 });
      expect(await found(filter, 3, 3)).toEqual({ minutes: [], total: 4 });
    });

    it('brings the outputs along', async () => {
      const { accountId } = await eight();
      const page = { number: 1, size: 10 };
      const { items } = await store.jobs.list(accountId, page, { statuses: ['done'] });
      expect(items.map(({ outputs }) => outputs.length)).toEqual([1, 1]);
    });

    it('counts neither deleted jobs nor those of others, and follows every change of status', async () => {
      const { accountId, ids, held, found } = await eight();
      const [pending = '', , done = '', failed = ''] = ids;
      for (const id of [done, failed]) await store.jobs.beginDelete(accountId, id, noon);
      await store.jobs.finishDelete(done);
      if (held[0]) await store.jobs.handBack(held[0], uncounted, noon);
      await store.jobs.claim(pending, 30_000);
      await store.jobs.beginDelete(accountId, pending, noon);
      expect(await found({ statuses: ['done'] })).toEqual({ minutes: [6], total: 1 });
      expect(await found({ statuses: ['failed'] })).toEqual({ minutes: [7], total: 1 });
      expect(await found({ statuses: ['pending'] })).toEqual({ minutes: [4, 1], total: 2 });
      expect(await found({ statuses: ['processing'] })).toEqual({ minutes: [5], total: 1 });
      expect(await found({})).toEqual({ minutes: [7, 6, 5, 4, 1], total: 5 });
    });

    it('keeps its counts under parallel changes', async () => {
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
