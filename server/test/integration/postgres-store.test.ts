/** The Postgres store meets the contract; its locks, ledger and events in a real database. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LedgerCheck, LedgerCursor } from '../../src/ports/stats.ts';
import type { Database } from '../../src/postgres/database.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import {
  admitted,
  claimed,
  doneJob,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
} from '../contracts/samples.ts';
import { describeStore } from '../contracts/store.ts';
import { databaseAt, migratedDatabase, storeAt } from './fresh-database.ts';

describeStore('the store in Postgres', async () => storeAt(await migratedDatabase()));

describe('Postgres itself', () => {
  let db: Database;
  let store: PostgresStore;

  beforeAll(async () => {
    const url = await migratedDatabase();
    store = storeAt(url);
    db = databaseAt(url);
  });

  /** A full round of the ledger audit: accounts that drift, and the most ledger rows that a step may read. */
  async function auditRound(ledgerRows: number) {
    const drifting: string[] = [];
    let [cursor, steps]: [LedgerCursor | null, number] = [null, 0];
    do {
      const check: LedgerCheck = await store.stats.checkLedger(
        cursor,
        { accounts: 2, ledgerRows },
        '2026-10-01',
      );
      drifting.push(...check.driftingAccountIds);
      [cursor, steps] = [check.next, steps + 1];
    } while (cursor);
    return { drifting, steps };
  }

  it.each([2, 4, 1_000])(
    'detects a counter that differs from the ledger, and its correction, in steps of %d rows',
    async (ledgerRows) => {
      const { id: accountId } = await newAccount(store);
      for (let count = 0; count < 8; count += 1) await admitted(store, sampleJob(accountId, { pages: 4 }));
      const before = await auditRound(ledgerRows);
      expect(before.drifting).toEqual([]);
      expect(before.steps).toBeGreaterThanOrEqual(7 / ledgerRows);
      const shift = (pages: number) =>
        sql`update usage_months set pages_reserved = pages_reserved + ${pages} where account_id = ${accountId}`.execute(
          db,
        );
      await shift(-1);
      expect((await auditRound(ledgerRows)).drifting).toEqual([accountId]);
      await shift(1);
      expect((await auditRound(ledgerRows)).drifting).toEqual([]);
    },
  );

  it('adds outputs before a concurrent deletion begins, or not at all', async () => {
    const { id: accountId } = await newAccount(store);
    for (let round = 0; round < 10; round += 1) {
      const job = await doneJob(store, sampleJob(accountId));
      const start = await store.outputWrites.begin(job, ['html'], 30_000);
      if (start.kind !== 'started') throw new Error(`expected a start, got ${start.kind}`);
      const output = { ...sampleOutput(job, { attempt: 1, claimId: null }), format: 'html' as const };
      const [isAdded] = await Promise.all([
        store.outputWrites.commit(start.write, [output]),
        store.jobs.beginDelete(accountId, job.id, noon),
      ]);
      // A lease that was not committed keeps the deletion waiting until its holder ends it.
      expect(await store.jobs.isHeld(job.id)).toBe(!isAdded);
    }
  });

  it('commits or abandons a lease that has ended, never both', async () => {
    const { id: accountId } = await newAccount(store);
    for (let round = 0; round < 10; round += 1) {
      const job = await doneJob(store, sampleJob(accountId));
      const start = await store.outputWrites.begin(job, ['html'], 3);
      if (start.kind !== 'started') throw new Error(`expected a start, got ${start.kind}`);
      const output = { ...sampleOutput(job, { attempt: 1, claimId: null }), format: 'html' as const };
      const [isAdded, abandoned] = await Promise.all([
        store.outputWrites.commit(start.write, [output]),
        store.outputWrites.abandoned(1_000, []),
      ]);
      const isAbandoned = abandoned.some(({ id }) => id === start.write.id);
      expect(isAdded && isAbandoned).toBe(false);
      const current = await store.jobs.find(accountId, job.id);
      expect(current?.outputs.some(({ format }) => format === 'html')).toBe(isAdded);
    }
  });

  it('counts jobs that are admitted and finished between two steps of the audit once', async () => {
    const { id: accountId } = await newAccount(store);
    for (let count = 0; count < 6; count += 1) await admitted(store, sampleJob(accountId));
    const limits = { accounts: 1, ledgerRows: 2 };
    const open = { accountId, month: '2026-11-01', afterId: 0, charged: 0, reserved: 0 };
    let check = await store.stats.checkLedger(
      { afterAccountId: accountId, open: [open] },
      limits,
      '2026-12-01',
    );
    for (let finished = 0; check.next?.open.length; finished += 1) {
      expect(check.driftingAccountIds).toEqual([]);
      if (finished < 2) {
        const claim = await claimed(store, sampleJob(accountId));
        await store.jobs.fail(claim, 'over', noon);
      }
      check = await store.stats.checkLedger(check.next, limits, '2026-12-01');
    }
    expect(check.driftingAccountIds).toEqual([]);
  });

  it('reclaims jobs of other accounts while the row of one account is locked', async () => {
    const [locked, free] = [await newAccount(store), await newAccount(store)];
    const jobs = await Promise.all(
      [locked, free].map(async ({ id }) => {
        const claim = await claimed(store, sampleJob(id));
        await sql`update jobs set lease_until = now() - interval '1 s' where id = ${claim.id}`.execute(db);
        return { id: claim.id, accountId: id, attempt: claim.attempt };
      }),
    );
    const [bad, good] = jobs as [(typeof jobs)[number], (typeof jobs)[number]];
    const budget = { cause: 'worker', failuresMax: 8, errorMessage: 'lost' } as const;
    await db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = ${locked.id} for no key update`.execute(tx);
      const began = performance.now();
      expect(await store.jobs.reclaim(bad, budget, noon)).toBeNull();
      expect(await store.jobs.reclaim(good, budget, noon)).toBe('pending');
      expect(performance.now() - began).toBeLessThan(5_000);
    });
    expect(await store.jobs.reclaim(bad, budget, noon)).toBe('pending');
  });

  it('waits for a running commit before it reports the state of a claim', async () => {
    const account = await newAccount(store);
    const claim = await claimed(store, sampleJob(account.id));
    let state: Promise<unknown> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`
        update jobs set status = 'failed', error_message = 'x', finished_at = now(), lease_until = null
        where id = ${claim.id}`.execute(tx);
      state = store.jobs.claimState(claim);
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    expect(await state).toEqual({ state: 'failed' });
  });

  it('writes one ledger row for each movement, and the rows add up to the counters', async () => {
    const account = await newAccount(store);
    const newJob = sampleJob(account.id, { pages: 7 });
    const claim = await claimed(store, newJob);
    await store.jobs.complete(
      claim,
      { pageCount: 5, warnings: [], outputs: [sampleOutput(newJob, claim)] },
      noon,
    );
    const rows = await db
      .selectFrom('ledger')
      .select(['kind', 'pages'])
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { kind: 'reserve', pages: 7 },
      { kind: 'charge', pages: 5 },
      { kind: 'release', pages: 2 },
    ]);
    expect(await store.accounts.monthUsage(account.id, '2026-11-01')).toEqual({
      pagesCharged: 5,
      pagesReserved: 0,
    });
  });

  it('removes events by age in limited batches, and keeps newer ones', async () => {
    const account = await newAccount(store);
    for (const _ of [1, 2, 3]) await admitted(store, sampleJob(account.id));
    await db
      .updateTable('events')
      .set({ at: new Date('2020-01-01') })
      .where('account_id', '=', account.id)
      .where('number', '<', 3)
      .execute();
    const keptMs = Date.now() - new Date('2020-01-02').getTime();
    expect(await store.retention.pruneEvents(keptMs, 1)).toBe(1);
    const parallel = await Promise.all([1, 2].map(() => store.retention.pruneEvents(keptMs, 10)));
    expect(parallel.toSorted()).toEqual([0, 1]);
    const left = await db
      .selectFrom('events')
      .select('number')
      .where('account_id', '=', account.id)
      .execute();
    expect(left).toEqual([{ number: 3 }]);
  });
});
