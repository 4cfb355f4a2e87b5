/** Frequent statements are prepared once per connection, others are not, and none behind a pooler. */
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { accountsIn } from '../../src/postgres/accounts.ts';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { prepared } from '../../src/postgres/prepared.ts';
import { openQueue } from '../../src/postgres/queue.ts';
import { openStore } from '../../src/postgres/store.ts';
import { atEnd } from '../at-end.ts';
import { admit, ampleLimits, sampleJob } from '../contracts/samples.ts';
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
    const url = await migratedDatabase();
    const store = openStore({ ...settingsAt(url), poolMax: 1 });
    atEnd(() => store.close());
    const other = openDatabase({ ...settingsAt(url), poolMax: 1 });
    atEnd(() => other.destroy());
    const account = await store.accounts.findOrCreate({ issuer: 'i', subject: 'a', email: '' }, new Date());
    const admitOne = () => admit(store, sampleJob(account.id), ampleLimits);
    await admitOne();
    await sql`alter table jobs alter column source_name type varchar(4000)`.execute(other);
    await expect(admitOne()).rejects.toMatchObject({ code: 'service_unavailable' });
    await admitOne();
    expect(await store.jobs.activeCount(account.id)).toBe(2);
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
