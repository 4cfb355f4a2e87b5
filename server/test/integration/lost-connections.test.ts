/** Connections that close or stop responding fail only the running statement, not the process or the next statement. */
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
  it('that closes between two statements fails only the transaction', async () => {
    const db = openDatabase(settingsAt(url));
    const other = openDatabase(settingsAt(url));
    atEnd(() => Promise.all([db.destroy(), other.destroy()]));
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(other);
      // The end of the connection is noticed while no statement is running.
      await sleep(300);
      await sql`select 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow(/not queryable|terminat/);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });

  it('that stops responding is closed, and the next statement uses a new one', async () => {
    const { url: proxyUrl, cut } = await cuttableConnectionTo(url);
    const db = openDatabase({ ...settingsAt(proxyUrl), poolMax: 1, statementTimeoutMs: 100 });
    atEnd(() => db.destroy());
    await sql`select 1`.execute(db);
    cut();
    await expect(sql`select 1`.execute(db)).rejects.toThrow(/no data received/);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
  });
});

describe('an admission whose connection was lost', () => {
  it('finishes before its upload can be abandoned: either both job and file exist, or neither', async () => {
    const migrated = await migratedDatabase();
    const store = storeAt(migrated);
    const { id: accountId } = await newAccount(store);
    const client = new pg.Client({ connectionString: migrated });
    await client.connect();
    atEnd(() => client.end());
    for (const end of ['commit', 'rollback']) {
      const id = randomUUID();
      await store.uploads.begin({ id, accountId }, 60_000);
      // The state of an admission before its COMMIT is sent.
      await client.query('begin');
      await client.query('delete from uploads where job_id = $1', [id]);
      const abandoning = store.uploads.abandon(id);
      await sleep(200);
      await client.query(end);
      expect(await abandoning).toBe(end === 'rollback');
    }
  });
});

describe('a listener', () => {
  /** Cuts the connection with `cutFrom` once the listener is ready, and expects it to reconnect. */
  async function expectReconnect(cutFrom: (cut: () => void) => Promise<void>): Promise<void> {
    const { url: proxyUrl, cut } = await cuttableConnectionTo(url);
    const payloads: string[] = [];
    let times = 0;
    const listener = openListener({
      url: proxyUrl,
      applicationName: 'octavo-test',
      channels: { octavo_test: (payload) => payloads.push(payload) },
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
    await sql`select pg_notify('octavo_test', 'again')`.execute(db);
    await expect.poll(() => payloads).toEqual(['again']);
  }

  it('reconnects when its connection stops responding', () => expectReconnect(async (cut) => cut()));

  it('reconnects when the connection is also cut during its health check', () =>
    expectReconnect(async (cut) => {
      for (let time = 0; time < 30; time += 1) {
        cut();
        await sleep(2);
      }
    }));
});
