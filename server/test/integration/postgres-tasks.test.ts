/** Tasks in the Postgres queue: queued with their job, fetched in order, and found again when they are lost. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../src/ports/store.ts';
import type { Task } from '../../src/ports/tasks.ts';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { convertQueue, openQueue, queueSchema, taskTable } from '../../src/postgres/queue.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import {
  admit,
  admitted,
  ampleLimits,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from '../contracts/samples.ts';
import { migratedDatabase, settingsAt, storeAt } from './fresh-database.ts';

/** Like the sweeper: repeats until every pending job was checked. */
async function requeueLost(store: PostgresStore, staleMs: number): Promise<number> {
  const lost = await store.jobs.lostTasks(staleMs, 1_000, []);
  for (const { id } of lost) await store.jobs.requeue(id);
  return lost.length;
}

function claimOf(task: Task | undefined): Claim {
  if (!task?.claim) throw new Error('the task came without a claim');
  return task.claim;
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

  const takeOne = async (except: readonly string[] = []) => (await store.tasks.take(1, 30_000, except))[0];

  const hasTask = async (id: string) =>
    (await sql`select from ${taskTable} where id = ${id}`.execute(db)).rows.length > 0;

  async function addActiveTask(id: string): Promise<void> {
    await boss.send(convertQueue, { jobId: id }, { id, group: { id: randomUUID() } });
    await sql`update ${taskTable} set state = 'active', heartbeat_on = now() where id = ${id}`.execute(db);
  }

  it('queues a task in the transaction that admits the job', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id));
    expect(await queuedJobIds()).toContain(id);
  });

  it('queues nothing when the rest of the statement fails', async () => {
    const queue = openQueue(db, { onError: () => {} });
    await queue.start();
    const before = await queuedJobIds();
    const task = { jobId: randomUUID(), accountId: randomUUID(), priority: 0, traceParent: null };
    const refused = queue.enqueueWith(task, {
      query: 'select 1 / (count(*) - count(*)) from task',
      parameters: [],
    });
    await expect(refused).rejects.toThrow('division by zero');
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

  it('offers a requeued job to the next worker, and removes its task when it is done', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id), { ...ampleLimits, priority: 100 });
    const first = await takeOne();
    expect(first).toMatchObject({ jobId: id, accountId: account.id, claim: { attempt: 1 } });
    await store.jobs.handBack(claimOf(first), uncounted, noon);
    const second = await takeOne();
    expect(second).toMatchObject({ jobId: id, claim: { attempt: 2, job: { status: 'processing' } } });
    await store.tasks.keepAlive([id]);
    expect(await hasTask(id)).toBe(true);
    const outputs = [sampleOutput({ id, accountId: account.id }, claimOf(second))];
    const result = { pageCount: 3, warnings: [], outputs };
    expect(await store.jobs.complete(claimOf(first), result, noon)).toBe(false);
    expect(await hasTask(id)).toBe(true);
    expect(await store.jobs.complete(claimOf(second), result, noon)).toBe(true);
    expect(await hasTask(id)).toBe(false);
  });

  it('returns tasks by priority, then by age', async () => {
    const account = await newAccount(store);
    const admit = (priority: number) => admitted(store, sampleJob(account.id), { ...ampleLimits, priority });
    const [low, high, alsoHigh] = [await admit(200), await admit(300), await admit(300)];
    const order = [await takeOne(), await takeOne(), await takeOne()];
    expect(order.map((task) => task?.jobId)).toEqual([high, alsoHigh, low]);
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

  it('queues a job again when its worker died before it could claim it', async () => {
    const account = await newAccount(store);
    const id = await admitted(store, sampleJob(account.id, { createdAt: new Date('2026-11-01') }));
    await sql`update ${taskTable} set state = 'active', heartbeat_on = now() where id = ${id}`.execute(db);
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
    await takeOne();
    await store.tasks.complete(id);
    expect(await hasTask(id)).toBe(false);
  });

  it('removes stale tasks of jobs that ended or were deleted', async () => {
    const account = await newAccount(store);
    const urgent = { ...ampleLimits, priority: 970 };
    const [ended, deleted] = [
      await admitted(store, sampleJob(account.id), urgent),
      await admitted(store, sampleJob(account.id), urgent),
    ];
    const taken = await store.tasks.take(2, 30_000);
    const ofEnded = taken.find(({ jobId }) => jobId === ended);
    expect(await store.jobs.fail(claimOf(ofEnded), 'damaged', noon)).toBe(true);
    expect(await hasTask(ended)).toBe(false);
    await store.jobs.beginDelete(account.id, deleted, noon);
    await store.jobs.finishDelete(deleted);
    expect(await hasTask(deleted)).toBe(false);
    // As processes of the version before leave them.
    for (const id of [ended, deleted]) await addActiveTask(id);
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
    expect(await takeOne([first.id])).toMatchObject({ jobId: other, accountId: second.id });
    expect(await takeOne()).toMatchObject({ jobId: own, accountId: first.id });
  });

  it('claims the jobs of free accounts while one account is locked, and leaves its job to a claim that waits', async () => {
    const [locked, free] = [await newAccount(store), await newAccount(store)];
    const urgent = { ...ampleLimits, priority: 980 };
    const waiting = await admitted(store, sampleJob(locked.id), urgent);
    const others = [
      await admitted(store, sampleJob(free.id), urgent),
      await admitted(store, sampleJob(free.id), urgent),
    ];
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('accounts').select('id').where('id', '=', locked.id).forUpdate().execute();
      const taken = await store.tasks.take(3, 30_000);
      const claimedIds = taken.filter(({ claim }) => claim !== null).map(({ jobId }) => jobId);
      expect(claimedIds.sort()).toEqual(others.sort());
      expect(taken).toContainEqual({ jobId: waiting, accountId: locked.id, claim: null });
    });
    expect(await store.jobs.claim(waiting, 30_000)).toMatchObject({ attempt: 1 });
  });

  it('claims no job that was deleted or whose row is locked', async () => {
    const account = await newAccount(store);
    const urgent = { ...ampleLimits, priority: 990 };
    const [deleted, locked] = [
      await admitted(store, sampleJob(account.id), urgent),
      await admitted(store, sampleJob(account.id), urgent),
    ];
    await store.jobs.beginDelete(account.id, deleted, noon);
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('jobs').select('id').where('id', '=', locked).forUpdate().execute();
      const taken = await store.tasks.take(2, 30_000);
      expect(taken.map(({ claim }) => claim)).toEqual([null, null]);
    });
    expect(await store.jobs.claim(deleted, 30_000)).toBeNull();
    expect(await store.jobs.claim(locked, 30_000)).not.toBeNull();
  });

  it('gives each task to one of many workers', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => newAccount(store)));
    const urgent = { ...ampleLimits, priority: 995 };
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      ids.push(await admitted(store, sampleJob(accounts[count % 4]?.id ?? ''), urgent));
    }
    const taken = (await Promise.all(Array.from({ length: 8 }, () => store.tasks.take(5, 30_000)))).flat();
    expect(taken.map(({ jobId }) => jobId).sort()).toEqual(ids.sort());
    const claims = await Promise.all(
      taken.map(async ({ jobId, claim }) => claim ?? store.jobs.claim(jobId, 30_000)),
    );
    expect(claims.map((claim) => claim?.attempt)).toEqual(ids.map(() => 1));
  });

  it('does not return a task again before its delay has passed', async () => {
    const account = await newAccount(store);
    const urgent = { ...ampleLimits, priority: 950 };
    const id = await admitted(store, sampleJob(account.id), urgent);
    const taken = await takeOne();
    const budget = { cause: 'worker', failuresMax: 8, errorMessage: 'lost' } as const;
    await store.jobs.handBack(claimOf(taken), { budget, delayMs: 60_000 }, noon);
    expect((await takeOne())?.jobId).not.toBe(id);
    expect(await queuedJobIds()).toContain(id);
  });
});
