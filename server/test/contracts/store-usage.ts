/** Contract of `Store` for usage by day and by job. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewJob, Store } from '../../src/ports/store.ts';
import { admitted, claimed, month, newAccount, noon, sampleJob, sampleKey, sampleOutput } from './samples.ts';

export function describeUsage(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  /** Submits and completes a job; `pageCount` is the number of charged pages. */
  async function charge(job: NewJob, at: Date, pageCount = job.pages): Promise<string> {
    const claim = await claimed(store, job);
    const { id } = claim;
    await store.jobs.complete(claim, { pageCount, warnings: [], outputs: [sampleOutput(job, claim)] }, at);
    return id;
  }

  const november = { from: '2026-11-01', to: '2026-11-30' };
  const always = { from: '2026-01-01', to: '2027-12-31' };

  describe('usage by day', () => {
    it('sums charged pages per day and API key, and ignores jobs without a charge', async () => {
      const { id: accountId } = await newAccount(store);
      const key = await store.apiKeys.create(sampleKey(accountId, { name: 'ci' }), 5);
      const byKey = { apiKeyId: key?.id ?? '' };
      const second = new Date('2026-11-02T23:59:59.999Z');
      const third = new Date('2026-11-03T00:00:00.000Z');
      await charge(sampleJob(accountId, { pages: 3, createdAt: second }), second);
      await charge(sampleJob(accountId, { pages: 9, createdAt: second, ...byKey }), second, 4);
      await charge(sampleJob(accountId, { pages: 5, createdAt: second, ...byKey }), second);
      await charge(sampleJob(accountId, { pages: 2, createdAt: second }), third);
      const failed = await claimed(store, sampleJob(accountId, { pages: 100, createdAt: second }));
      await store.jobs.fail(failed, 'damaged', second);
      await admitted(store, sampleJob(accountId, { pages: 50, createdAt: second }));

      const charges = await store.usage.charges(accountId, november);
      const ci = { id: key?.id, name: 'ci', keyPrefix: key?.keyPrefix };
      expect(charges).toHaveLength(3);
      expect(charges).toEqual(
        expect.arrayContaining([
          { day: '2026-11-02', key: null, pages: 3, jobs: 1 },
          { day: '2026-11-02', key: ci, pages: 9, jobs: 2 },
          { day: '2026-11-03', key: null, pages: 2, jobs: 1 },
        ]),
      );
      expect(charges.at(-1)?.day).toBe('2026-11-03');
    });

    it('adds up to the ledger’s charges and to the month’s counter', async () => {
      const { id: accountId } = await newAccount(store);
      const moments = ['2026-11-01T00:00:00Z', '2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z'];
      const ids: string[] = [];
      for (const [at, moment] of moments.entries()) {
        const job = sampleJob(accountId, { pages: at + 1, createdAt: new Date(moment) });
        ids.push(await charge(job, new Date('2026-12-01T00:00:05Z')));
      }
      const charges = await store.usage.charges(accountId, always);
      const ofNovember = charges.filter(({ day }) => day.startsWith('2026-11'));
      const sum = (pages: readonly { pages: number }[]) => pages.reduce((all, one) => all + one.pages, 0);
      const movements = await Promise.all(ids.map((id) => store.usage.movements(accountId, id)));
      expect(sum(charges)).toBe(sum(movements.flat().filter(({ kind }) => kind === 'charge')));
      expect(sum(charges)).toBe(6);
      expect(sum(ofNovember)).toBe((await store.accounts.monthUsage(accountId, month)).pagesCharged);
      expect(sum(ofNovember)).toBe(3);
    });

    it('assigns a charge to the last or first day of its billed month when the day is outside of it', async () => {
      const { id: accountId } = await newAccount(store);
      const late = sampleJob(accountId, { createdAt: new Date('2026-11-30T23:59:00Z') });
      await charge(late, new Date('2026-12-01T00:01:00Z'));
      // A worker whose clock is behind the API's.
      const early = sampleJob(accountId, { createdAt: new Date('2027-01-01T00:00:00Z') });
      await charge(early, new Date('2026-12-31T23:59:59Z'));
      const days = (await store.usage.charges(accountId, always)).map(({ day }) => day);
      expect(days).toEqual(['2026-11-30', '2027-01-01']);
    });

    it('includes both ends of the range, and excludes other days and accounts', async () => {
      const [owner, otherAccount] = [await newAccount(store), await newAccount(store)];
      for (const day of [9, 10, 11, 12]) {
        const at = new Date(Date.UTC(2026, 10, day, 12));
        await charge(sampleJob(owner.id, { createdAt: at }), at);
      }
      const days = (await store.usage.charges(owner.id, { from: '2026-11-10', to: '2026-11-11' })).map(
        ({ day }) => day,
      );
      expect(days).toEqual(['2026-11-10', '2026-11-11']);
      expect(await store.usage.charges(otherAccount.id, always)).toEqual([]);
    });

    it('loses no charge under parallel completions on the same day', async () => {
      const { id: accountId } = await newAccount(store);
      await Promise.all(Array.from({ length: 12 }, () => charge(sampleJob(accountId, { pages: 2 }), noon)));
      expect(await store.usage.charges(accountId, always)).toEqual([
        { day: '2026-11-15', key: null, pages: 24, jobs: 12 },
      ]);
    });

    it('is kept after the jobs are deleted', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await charge(sampleJob(accountId), noon);
      await store.jobs.beginDelete(accountId, id, noon);
      await store.jobs.finishDelete(id);
      expect(await store.usage.charges(accountId, always)).toHaveLength(1);
    });
  });

  describe('the ledger of a job', () => {
    it('has every movement in order, only for its owner', async () => {
      const [owner, otherAccount] = [await newAccount(store), await newAccount(store)];
      const later = new Date('2026-11-15T12:05:00.000Z');
      const id = await charge(sampleJob(owner.id, { pages: 7 }), later, 5);
      expect(await store.usage.movements(owner.id, id)).toEqual([
        { kind: 'reserve', pages: 7, month, at: noon },
        { kind: 'charge', pages: 5, month, at: later },
        { kind: 'release', pages: 2, month, at: later },
      ]);
      expect(await store.usage.movements(otherAccount.id, id)).toEqual([]);
    });
  });
}
