/** Connections that die or stop responding fail only the running statement, not the process or the next statement. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/postgres/database.ts';
import { openListener } from '../../src/postgres/listener.ts';
import { atEnd } from '../at-end.ts';
import { newAccount } from '../contracts/samples.ts';
import { cuttableConnectionTo } from './cuttable-connection.ts';
import { emptyDatabase, migratedDatabase, settingsAt, storeAt } from './fresh-database.ts';

let url: string;
beforeAll(async () => {
  url = await emptyDatabase();
});

describe('a connection of the pool', () => {
  it('that dies between two statements fails the transaction and nothing else', async () => {
    const db = openDatabase(settingsAt(url));
    const other = openDatabase(settingsAt(url));
    atEnd(() => Promise.all([db.destroy(), other.destroy()]));
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other);
      // Its end is heard of while nobody waits for an answer.
      await sleep(300);
      await sql`select 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow(/not queryable|terminat/);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });

  it('that stops responding is closed, and the next statement uses another', async () => {
    const { url: wired, cut } = await cuttableConnectionTo(url);
    const db = openDatabase({ ...settingsAt(wired), poolMax: 1, statementTimeoutMs: 100 });
    atEnd(() => db.destroy());
    await sql`select 1`.execute(db);
    cut();
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/no data received/);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });
});

describe('an admission whose connection was lost', () => {
  it('is waited for before its upload is given up: it becomes a job with its file, or neither', async () => {
    const migrated = await migratedDatabase();
    const store = storeAt(migrated);
    const { id: accountId } = await newAccount(store);
    const client = new pg.Client({ connectionString: migrated });
    await client.connect();
    atEnd(() => client.end());
    for (const end of ['commit', 'rollback']) {
      const id = randomUUID();
      await store.uploads.begin({ id, accountId }, 60_000);
      // As far as an admission gets before its COMMIT is on the wire.
      await client.query('begin');
      await client.query('delete from uploads where job_id = $1', [id]);
      const givingUp = store.uploads.abandon(id);
      await sleep(200);
      await client.query(end);
      expect(await givingUp).toBe(end === 'rollback');
    }
  });
});

describe('a listener', () => {
  /** Cuts its connections as the test says, from the moment it listens for the first time. */
  async function listensAgain(cutFrom: (cut: () => void) => Promise<void>): Promise<void> {
    const { url: wired, cut } = await cuttableConnectionTo(url);
    const heard: string[] = [];
    let times = 0;
    const listener = openListener({
      url: wired,
      applicationName: 'octavo-test',
      channels: { octavo_wire: (payload) => heard.push(payload) },
      onListening: () => {
        times += 1;
      },
      onError: () => {},
      silenceMs: 900,
    });
    atEnd(() => listener.close());
    await expect.poll(() => times, { interval: 1 }).toBe(1);
    await cutFrom(cut);
    await expect.poll(() => times, { timeout: 30_000 }).toBeGreaterThan(1);
    await expect.poll(() => listener.isListening(), { timeout: 30_000 }).toBe(true);
    const db = openDatabase(settingsAt(url));
    atEnd(() => db.destroy());
    await sql`select pg_notify('octavo_wire', 'again')`.execute(db);
    await expect.poll(() => heard).toEqual(['again']);
  }

  it('whose connection stops responding listens again', () => listensAgain(async (cut) => cut()));

  it('listens again although the check of its connection fell silent with it', () =>
    listensAgain(async (cut) => {
      for (let time = 0; time < 30; time += 1) {
        cut();
        await sleep(2);
      }
    }));
});
