/** Tasks in the Postgres queue: queued with their job, fetched in order, and found again when they are lost. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { convertQueue, openQueue, queueSchema } from '../../src/postgres/queue.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import {
  admit,
  admitted,
  ampleLimits,
  claimAgain,
  newAccount,
  noon,
  sampleJob,
  uncounted,
} from '../contracts/samples.ts';
import { migratedDatabase, settingsAt, storeAt } from './fresh-database.ts';

/** Like the sweeper: repeats until every pending job was checked. */
async function requeueLost(store: PostgresStore, staleMs: number): Promise<number> {
  const lost = await store.jobs.lostTasks(staleMs, 1_000, []);
  for (const { id } of lost) await store.jobs.requeue(id);
  return lost.length;
}

describe('the task queue in Postgres', () => {
  let url: string;
  let db: Database;
  let boss: PgBoss;
  let store: PostgresStore;

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
});
