/** The Postgres store meets the contract, and tests that need a real database. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { convertQueue, openQueue, queueSchema } from '../../src/postgres/queue.ts';
import {
  admit,
  admitted,
  ampleLimits,
  claimAgain,
  claimed,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from '../contracts/samples.ts';
import { describeStore } from '../contracts/store.ts';
import { migratedDatabase, settingsAt, storeAt } from './fresh-database.ts';

/** Like the sweeper: repeats until every pending job was checked. */
async function requeueLost(store: ReturnType<typeof storeAt>, staleMs: number): Promise<number> {
  const lost = await store.jobs.lostTasks(staleMs, 1_000, []);
  for (const { id } of lost) await store.jobs.requeue(id);
  return lost.length;
}

describeStore('the store in Postgres', async () => storeAt(await migratedDatabase()));

describe('Postgres itself', () => {
  let url: string;
  let db: Database;
  let boss: PgBoss;
  let store: ReturnType<typeof storeAt>;

  beforeAll(async () => {
    url = await migratedDatabase();
    store = storeAt(url);
    db = openDatabase(settingsAt(url));
    boss = new PgBoss({
      db: fromKysely(db),
      schema: queueSchema,
      migrate: false,
      supervise: false,
      schedule: false,
    });
    await boss.start();
    return async () => {
      await boss.stop({ graceful: false });
      await db.destroy();
    };
  });

  const queuedJobIds = async () => {
    const tasks = await boss.findJobs<{ jobId: string }>(convertQueue, { queued: true });
    return tasks.map((task) => task.data.jobId);
  };

  it('queues a task in the transaction that admits the job', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id));
    expect(await queuedJobIds()).toContain(id);
  });

  it('detects a counter that differs from the ledger, and its correction', async () => {
    const { id: accountId } = await newAccount(store);
    await admitted(store, sampleJob(accountId, { pages: 4 }));
    const drifting = async () =>
      (await store.stats.checkLedger(null, 1_000, '2026-10-01')).driftingAccountIds;
    expect(await drifting()).toEqual([]);
    const shift = (pages: number) =>
      sql`update usage_months set pages_reserved = pages_reserved + ${pages} where account_id = ${accountId}`.execute(
        db,
      );
    await shift(-1);
    expect(await drifting()).toEqual([accountId]);
    await shift(1);
    expect(await drifting()).toEqual([]);
  });

  it('queues nothing when the transaction rolls back', async () => {
    const queue = openQueue(db, { onError: () => {} });
    await queue.start();
    const before = await queuedJobIds();
    const interrupted = db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, {
        jobId: randomUUID(),
        accountId: randomUUID(),
        priority: 0,
        traceParent: null,
      });
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(await queuedJobIds()).toEqual(before);
    await queue.stop();
  });

  it('leaves no row, no reservation and no task when admission is refused', async () => {
    const account = await newAccount(store);
    const before = await queuedJobIds();
    const refused = sampleJob(account.id, { pages: 11 });
    await admit(store, refused, { ...ampleLimits, pagesPerMonth: 10 });
    expect(await queuedJobIds()).toEqual(before);
    const traces = await db.selectFrom('ledger').selectAll().where('job_id', '=', refused.id).execute();
    expect(traces).toEqual([]);
  });

  it('offers a requeued job to the next worker, and a completed task to none', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id), { ...ampleLimits, priority: 100 });
    const task = { jobId: id, accountId: account.id };
    expect(await store.tasks.fetch(1)).toEqual([task]);
    await store.jobs.handBack(await claimAgain(store, id), uncounted, noon);
    expect(await store.tasks.fetch(1)).toEqual([task]);
    await store.tasks.keepAlive([id]);
    await store.tasks.complete(id);
    expect(await queuedJobIds()).not.toContain(id);
  });

  it('returns tasks by priority, then by age', async () => {
    const account = await newAccount(store);
    const admit = (priority: number) => admitted(store, sampleJob(account.id), { ...ampleLimits, priority });
    const [low, high, alsoHigh] = [await admit(200), await admit(300), await admit(300)];
    const order = [
      ...(await store.tasks.fetch(1)),
      ...(await store.tasks.fetch(1)),
      ...(await store.tasks.fetch(1)),
    ];
    expect(order.map(({ jobId }) => jobId)).toEqual([high, alsoHigh, low]);
  });

  it('queues pending jobs again when the whole queue is lost', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id, { createdAt: new Date('2026-11-01') }));
    // Earlier tests fetched tasks without completing them.
    await requeueLost(store, 0);
    expect(await requeueLost(store, 0)).toBe(0);
    await sql`delete from ${sql.id(queueSchema, 'job')}`.execute(db);
    expect(await requeueLost(store, 0)).toBeGreaterThan(0);
    expect(await queuedJobIds()).toContain(id);
    expect(await requeueLost(store, 0)).toBe(0);
  });

  it('queues a job again when its worker died between fetching its task and claiming it', async () => {
    const account = await newAccount(store);
    const fresh = storeAt(url);
    const id = await admitted(store, sampleJob(account.id, { createdAt: new Date('2026-11-01') }));
    while (!(await fresh.tasks.fetch(100)).some(({ jobId }) => jobId === id));
    expect(await queuedJobIds()).not.toContain(id);
    await requeueLost(store, 60_000);
    expect(await queuedJobIds()).not.toContain(id);
    await requeueLost(store, 0);
    expect(await queuedJobIds()).toContain(id);
    expect(await store.jobs.claim(id, 30_000)).not.toBeNull();
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

  it('finds a lost task among more pending jobs than one query reads', async () => {
    const account = await newAccount(store);
    const ids: string[] = [];
    for (let count = 0; count < 200; count += 1) ids.push(await admitted(store, sampleJob(account.id)));
    const lost = ids[170] ?? '';
    await sql`delete from ${sql.id(queueSchema, 'job')} where id = ${lost}`.execute(db);
    await sql`update jobs set updated_at = now() - interval '1 hour' where id = ${lost}`.execute(db);
    const found: string[] = [];
    for (let look = 0; look < 20 && !found.includes(lost); look += 1) {
      found.push(...(await store.jobs.lostTasks(60_000, 100, [])).map(({ id }) => id));
    }
    expect(found).toContain(lost);
    expect(await store.jobs.requeue(lost)).toBe(true);
    expect(await queuedJobIds()).toContain(lost);
  });

  it('completes the fetched task, and not the new task of a requeued job', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id), { ...ampleLimits, priority: 960 });
    await store.tasks.complete(id);
    expect(await queuedJobIds()).toContain(id);
    await store.tasks.fetch(1);
    await store.tasks.complete(id);
    const left = await sql`select from ${sql.id(queueSchema, 'job')} where id = ${id}`.execute(db);
    expect(left.rows).toHaveLength(0);
  });

  it('removes stale tasks of jobs that ended or were deleted', async () => {
    const account = await newAccount(store);
    const urgent = { ...ampleLimits, priority: 970 };
    const [ended, deleted] = [
      await admitted(store, sampleJob(account.id), urgent),
      await admitted(store, sampleJob(account.id), urgent),
    ];
    await store.tasks.fetch(2);
    await store.jobs.fail(await claimAgain(store, ended), 'damaged', noon);
    await store.jobs.beginDelete(account.id, deleted, noon);
    await store.jobs.finishDelete(deleted);
    const tasks = async () => {
      const ids = sql.join([ended, deleted]);
      const { rows } = await sql`select from ${sql.id(queueSchema, 'job')} where id in (${ids})`.execute(db);
      return rows.length;
    };
    await store.jobs.lostTasks(60_000, 100, []);
    expect(await tasks()).toBe(2);
    await store.jobs.lostTasks(0, 100, []);
    expect(await tasks()).toBe(0);
  });

  it('skips tasks of excluded accounts', async () => {
    const [first, second] = [await newAccount(store), await newAccount(store)];
    const urgent = { ...ampleLimits, priority: 900 };
    const own = await admitted(store, sampleJob(first.id), urgent);
    const other = await admitted(store, sampleJob(second.id), urgent);
    expect(await store.tasks.fetch(1, [first.id])).toEqual([{ jobId: other, accountId: second.id }]);
    expect(await store.tasks.fetch(1)).toEqual([{ jobId: own, accountId: first.id }]);
  });

  it('does not return a task again before its delay has passed', async () => {
    const account = await newAccount(store);
    const urgent = { ...ampleLimits, priority: 950 };
    const id = await admitted(store, sampleJob(account.id), urgent);
    await store.tasks.fetch(1);
    const budget = { cause: 'worker', failuresMax: 8, errorMessage: 'lost' } as const;
    await store.jobs.handBack(await claimAgain(store, id), { budget, delayMs: 60_000 }, noon);
    expect((await store.tasks.fetch(1)).map(({ jobId }) => jobId)).not.toContain(id);
    expect(await queuedJobIds()).toContain(id);
  });

  it('erases a password when its job ends, and refuses to store one afterwards', async () => {
    const account = await newAccount(store);
    const claim = await claimed(store, sampleJob(account.id, { sealedPassword: Buffer.from('x') }));
    const { id } = claim;
    await store.jobs.fail(claim, 'damaged', noon);
    const keep = db
      .updateTable('jobs')
      .set({ password_sealed: Buffer.from('x') })
      .where('id', '=', id);
    await expect(keep.execute()).rejects.toThrow('jobs_forget_passwords');
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

  describe('database constraints refuse', () => {
    it('a changed or deleted ledger row', async () => {
      const account = await newAccount(store);
      await admitted(store, sampleJob(account.id));
      const change = db.updateTable('ledger').set({ pages: 1 }).execute();
      await expect(change).rejects.toThrow('append-only');
      await expect(db.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
    });

    it('a job that leaves done or failed, or skips processing', async () => {
      const account = await newAccount(store);
      const claim = await claimed(store, sampleJob(account.id));
      const { id } = claim;
      await store.jobs.fail(claim, 'damaged', noon);
      const revive = db
        .updateTable('jobs')
        .set({ status: 'pending', error_message: null, finished_at: null })
        .where('id', '=', id)
        .execute();
      await expect(revive).rejects.toThrow('cannot go from failed to pending');
      const pending = await admitted(store, sampleJob(account.id));
      const skip = db
        .updateTable('jobs')
        .set({ status: 'done', page_count: 1, finished_at: noon })
        .where('id', '=', pending)
        .execute();
      await expect(skip).rejects.toThrow('cannot go from pending to done');
    });

    it('a done job without a page count', async () => {
      const account = await newAccount(store);
      const { id } = await claimed(store, sampleJob(account.id));
      const careless = db
        .updateTable('jobs')
        .set({ status: 'done', finished_at: noon, lease_until: null })
        .where('id', '=', id)
        .execute();
      await expect(careless).rejects.toThrow('check constraint');
    });

    it('more pages than the month allows', async () => {
      const account = await newAccount(store);
      await admitted(store, sampleJob(account.id), { ...ampleLimits, pagesPerMonth: 5 });
      const overdraw = db
        .updateTable('usage_months')
        .set({ pages_reserved: 6 })
        .where('account_id', '=', account.id)
        .execute();
      await expect(overdraw).rejects.toThrow('check constraint');
    });

    it('a second charge for a job', async () => {
      const account = await newAccount(store);
      const id = await admitted(store, sampleJob(account.id));
      const charge = {
        account_id: account.id,
        job_id: id,
        month: '2026-11-01',
        kind: 'charge',
        pages: 3,
        at: noon,
      };
      await db.insertInto('ledger').values(charge).execute();
      await expect(db.insertInto('ledger').values(charge).execute()).rejects.toThrow('unique constraint');
    });
  });
});
