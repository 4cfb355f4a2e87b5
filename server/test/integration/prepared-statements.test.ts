/** Frequent statements are prepared once per connection, others are not, and none behind a pooler. */
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { accountsIn } from '../../src/postgres/accounts.ts';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { prepared } from '../../src/postgres/prepared.ts';
import { openQueue } from '../../src/postgres/queue.ts';
import { openStore } from '../../src/postgres/store.ts';
import { withTranslatedErrors } from '../../src/postgres/translate-errors.ts';
import { atEnd } from '../at-end.ts';
import { admitted, newAccount, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { migratedDatabase, settingsAt } from './fresh-database.ts';

/** A pool of one connection, so that all statements use it. */
async function database(preparesStatements: boolean): Promise<Database> {
  const url = await migratedDatabase();
  const db = openDatabase({ ...settingsAt(url), poolMax: 1, preparesStatements });
  atEnd(() => db.destroy());
  return db;
}

async function kept(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

describe('a marked statement', () => {
  it('is prepared once for any number of runs and values', async () => {
    const db = await database(true);
    const accounts = accountsIn(db);
    const made = await accounts.findOrCreate({ issuer: 'i', subject: 'a', email: 'a@b.c' }, new Date());
    for (const subject of ['a', 'b', 'a']) {
      const found = await accounts.findOrCreate({ issuer: 'i', subject, email: 'a@b.c' }, new Date());
      expect(found.id === made.id).toBe(subject === 'a');
    }
    expect((await kept(db)).filter((statement) => statement.includes('from "accounts"'))).toHaveLength(1);
  });

  it('works in a transaction that is rolled back, and afterwards', async () => {
    const db = await database(true);
    const add = (tx: Pick<Database, 'insertInto'>, subject: string) =>
      tx
        .insertInto('accounts')
        .values({ id: crypto.randomUUID(), issuer: 'i', subject, email: '', created_at: new Date() })
        .modifyEnd(prepared)
        .execute();
    const rolledBack = db.transaction().execute(async (tx) => {
      await add(tx, 'a');
      await add(tx, 'a');
    });
    await expect(rolledBack).rejects.toMatchObject({ code: '23505' });
    await add(db, 'a');
    const { rows } = await sql<{ count: number }>`select count(*) from accounts`.execute(db);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('survives a migration that adds columns, with the same plan', async () => {
    const db = await database(true);
    const accounts = accountsIn(db);
    const identity = { issuer: 'i', subject: 'a', email: 'a@b.c' };
    const made = await accounts.findOrCreate(identity, new Date());
    await sql`alter table accounts add column later text default 'x'`.execute(db);
    await db.transaction().execute(async (tx) => {
      // A lost statement would abort the transaction and fail the test.
      expect((await accountsIn(tx).findOrCreate(identity, new Date())).id).toBe(made.id);
    });
  });

  it('still runs when its columns have changed, or a pooler switched the connection', async () => {
    const db = await database(true);
    const accounts = accountsIn(db);
    const identity = { issuer: 'i', subject: 'a', email: 'a@b.c' };
    const made = await accounts.findOrCreate(identity, new Date());
    await sql`alter table accounts alter column tier type varchar(40)`.execute(db);
    expect((await accounts.findOrCreate(identity, new Date())).id).toBe(made.id);
    await sql`discard all`.execute(db);
    for (const _again of [1, 2]) await accounts.monthUsage(made.id, '2030-01-01');
    await sql`deallocate all`.execute(db);
    await accounts.monthUsage(made.id, '2030-01-01');
    expect(await kept(db)).toEqual([]);
  });

  it('that is lost in a transaction fails it as unavailable, and the next transaction succeeds', async () => {
    const db = await database(true);
    await sql`create table notes (words text)`.execute(db);
    const { read } = withTranslatedErrors({
      read: () => db.transaction().execute((tx) => sql`select words from notes ${prepared}`.execute(tx)),
    });
    await read();
    await sql`alter table notes alter column words type varchar(4000)`.execute(db);
    await expect(read()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await read()).rows).toEqual([]);
  });

  it('that calls a function of jobs survives a migration that adds and removes columns', async () => {
    const url = await migratedDatabase();
    const store = openStore({ ...settingsAt(url), poolMax: 1 });
    atEnd(() => store.close());
    const other = openDatabase({ ...settingsAt(url), poolMax: 1 });
    atEnd(() => other.destroy());
    const account = await newAccount(store);
    const runOne = async () => {
      const id = await admitted(store, sampleJob(account.id));
      const [task] = await store.tasks.take(1, 30_000);
      if (!task?.claim) throw new Error('the task came without a claim');
      const outputs = [sampleOutput({ id, accountId: account.id }, task.claim)];
      expect(await store.jobs.complete(task.claim, { pageCount: 3, warnings: [], outputs }, noon)).toBe(true);
    };
    // The server replaces the plan of a session with a generic one after five runs.
    for (let count = 0; count < 6; count += 1) await runOne();
    await sql`alter table jobs add column later text, add column latest int not null default 3`.execute(
      other,
    );
    await runOne();
    await sql`alter table jobs drop column later`.execute(other);
    await runOne();
  });

  it('plans a claim once, whatever the number of tasks', async () => {
    const db = openDatabase({ ...settingsAt(await migratedDatabase()), poolMax: 1 });
    atEnd(() => db.destroy());
    const { rows } = await sql<{ settings: string[] }>`
      select proconfig as settings from pg_proc where proname = 'claim_fetched_jobs'`.execute(db);
    expect(rows[0]?.settings).toContain('plan_cache_mode=force_generic_plan');
  });

  it('is prepared again on the connection that replaces a lost one', async () => {
    const url = await migratedDatabase();
    const db = openDatabase({ ...settingsAt(url), poolMax: 1 });
    atEnd(() => db.destroy());
    const other = openDatabase({ ...settingsAt(url), poolMax: 1 });
    atEnd(() => other.destroy());
    const read = () => accountsIn(db).monthUsage(crypto.randomUUID(), '2030-01-01');
    await read();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other);
    // The pool may return the dead connection before it notices.
    await vi.waitFor(read, 30_000);
    expect(await kept(db)).toHaveLength(1);
  });

  it('is sent unprepared when connections are shared through a pooler', async () => {
    const db = await database(false);
    await accountsIn(db).findOrCreate({ issuer: 'i', subject: 'a', email: '' }, new Date());
    expect(await kept(db)).toEqual([]);
  });
});

it('statements of the queue are prepared once for any task', async () => {
  const db = await database(true);
  const queue = openQueue(db, { onError: (error) => expect.unreachable(error.message) });
  await queue.start();
  atEnd(() => queue.stop());
  const all = { query: 'select id from task', parameters: [] };
  for (const _again of [1, 2]) {
    const jobId = crypto.randomUUID();
    const task = { jobId, accountId: crypto.randomUUID(), priority: 1, traceParent: null };
    expect(await queue.enqueueWith(task, all)).toEqual([{ id: jobId }]);
    expect(await queue.fetchWith(1, [], all)).toEqual([{ id: jobId }]);
    await queue.keepAlive([jobId]);
    await db.transaction().execute((tx) => queue.requeue(tx, task));
    expect(await queue.fetchWith(1, [task.accountId], all)).toEqual([]);
    await queue.fetchWith(1, [], all);
    await queue.complete(jobId);
  }
  // Two kinds of insert and of fetch, delete, and keep-alive.
  expect((await kept(db)).filter((statement) => statement.includes('queue.job'))).toHaveLength(6);
});

it('a statement without the mark is not prepared', async () => {
  const db = await database(true);
  await sql`select ${1}::int`.execute(db);
  expect(await kept(db)).toEqual([]);
});
