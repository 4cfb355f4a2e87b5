/** Contract of `Store` for operator statistics. They cover the whole store, including the records of other tests. */
import { beforeAll, describe, expect, it } from 'vitest';
import { queuePriority } from '../../src/domain/plan.ts';
import type { LedgerCursor, OutputCursor } from '../../src/ports/stats.ts';
import type { Store } from '../../src/ports/store.ts';
import {
  admitted,
  ampleLimits,
  claimAgain,
  claimed,
  month,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
} from './samples.ts';

export function describeStats(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const waitingOf = async (tier: string) => {
    const found = (await store.stats.read()).waiting.find((one) => one.tier === tier);
    if (!found) throw new Error(`no stats for ${tier}`);
    return found;
  };

  describe('stats', () => {
    it('count waiting jobs by plan with the age of the oldest, without claimed jobs', async () => {
      const { id: accountId } = await newAccount(store);
      const before = await waitingOf('business');
      const free = await waitingOf('free');
      const createdAt = new Date(Date.now() - 3_600_000);
      const limits = { ...ampleLimits, priority: queuePriority.business };
      const id = await admitted(store, sampleJob(accountId, { createdAt }), limits);
      const after = await waitingOf('business');
      expect(after.jobs).toBe(before.jobs + 1);
      expect(after.oldestSeconds).toBeGreaterThan(3_590);
      expect((await waitingOf('free')).jobs).toBe(free.jobs);
      const { processing } = await store.stats.read();
      await store.jobs.claim(id, 30_000);
      expect(await waitingOf('business')).toMatchObject({ jobs: before.jobs });
      expect((await store.stats.read()).processing).toBe(processing + 1);
    });

    it('list every output of done jobs once, newest first, with any batch size', async () => {
      const { id: accountId } = await newAccount(store);
      const done: string[] = [];
      for (let created = 0; created < 3; created += 1) {
        const newJob = sampleJob(accountId);
        const claim = await claimed(store, newJob);
        const outputs = [
          sampleOutput(newJob, claim),
          { ...sampleOutput(newJob, claim), format: 'json' as const },
        ];
        await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs }, noon);
        done.push(`${claim.id} markdown`, `${claim.id} json`);
      }
      const seen: string[] = [];
      let before: OutputCursor | null = null;
      do {
        const step = await store.stats.storedOutputs(before, 2);
        seen.push(...step.outputs.map(({ jobId, format }) => `${jobId} ${format}`));
        before = step.next;
      } while (before);
      expect(seen).toEqual(seen.toSorted().toReversed());
      expect(seen.filter((name) => done.includes(name)).toSorted()).toEqual(done.toSorted());
    });

    it('report the age of the oldest expired lease', async () => {
      const { id: accountId } = await newAccount(store);
      const id = await admitted(store, sampleJob(accountId));
      const claim = await claimAgain(store, id, -60_000);
      expect((await store.stats.read()).overdueLeaseSeconds).toBeGreaterThan(59);
      await store.jobs.fail(claim, 'over', noon);
    });

    // One ledger row of a month, then three more per step.
    it('find no difference between counters and ledger for any account, also in several steps', async () => {
      const { id: accountId } = await newAccount(store);
      const claim = await claimed(store, sampleJob(accountId, { pages: 5 }));
      await store.jobs.fail(claim, 'over', noon);
      await admitted(store, sampleJob(accountId, { pages: 2 }));
      let next: LedgerCursor | null = null;
      let rows = 0;
      do {
        const step = await store.stats.checkLedger(next, { accounts: 3, ledgerRows: 3 }, month);
        expect(step.driftingAccountIds).toEqual([]);
        rows += step.rows;
        next = step.next;
      } while (next !== null);
      expect(rows).toBeGreaterThanOrEqual((await store.accounts.list(1_000)).length);
    });
  });
}
