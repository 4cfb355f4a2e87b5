/** A client that crashes or hangs inside a transaction keeps its locks for 30 s at most (I28). */
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { atEnd } from '../at-end.ts';
import { cuttableConnectionTo } from './cuttable-connection.ts';
import { emptyDatabase, settingsAt } from './fresh-database.ts';

const locksHeldMsMax = 30_000;

let url: string;
let observer: Database;
beforeAll(async () => {
  url = await emptyDatabase();
  observer = openDatabase(settingsAt(url));
  await sql`create table accounts (id int primary key)`.execute(observer);
  await sql`insert into accounts values (1), (2)`.execute(observer);
  return () => observer.destroy();
});

async function databaseBehindProxy() {
  const { url: proxyUrl, cut } = await cuttableConnectionTo(url);
  const db = openDatabase(settingsAt(proxyUrl));
  atEnd(() => db.destroy());
  return { db, cut };
}

/** Time until another client gets the lock. */
async function msUntilLocked(id: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  const start = performance.now();
  await client.query('set lock_timeout = 40000');
  await client.query('select from accounts where id = $1 for update', [id]);
  return performance.now() - start;
}

describe('a client that stops responding inside a transaction', () => {
  it('loses its locks within 30 s, between statements and during one', async () => {
    const idle = await databaseBehindProxy();
    const busy = await databaseBehindProxy();
    const reached = Promise.withResolvers<void>();
    const ends = Promise.withResolvers<void>();
    const idling = idle.db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = 1 for update`.execute(tx);
      reached.resolve();
      await ends.promise;
      await sql`select 1`.execute(tx);
    });
    const working = busy.db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = 2 for update`.execute(tx);
      await sql`select pg_sleep(300)`.execute(tx);
    });
    const refused = Promise.all([expect(idling).rejects.toThrow(), expect(working).rejects.toThrow()]);
    await reached.promise;
    await expect
      .poll(async () => {
        const { rows } = await sql<{ asleep: number }>`
          select count(*)::int as asleep from pg_stat_activity where wait_event = 'PgSleep'`.execute(
          observer,
        );
        return rows[0]?.asleep;
      })
      .toBe(1);
    idle.cut();
    busy.cut();
    const waits = await Promise.all([msUntilLocked(1), msUntilLocked(2)]);
    ends.resolve();
    await refused;
    for (const waited of waits) expect(waited).toBeLessThan(locksHeldMsMax);
  });

  it('is detected by the server when its machine is down, by keep-alive and send timeouts', async () => {
    const db = openDatabase(settingsAt(url));
    atEnd(() => db.destroy());
    const { rows } = await sql<Record<string, number>>`
      select current_setting('tcp_keepalives_idle')::int as idle,
             current_setting('tcp_keepalives_interval')::int as interval,
             current_setting('tcp_keepalives_count')::int as count,
             current_setting('tcp_user_timeout')::int as unsent`.execute(db);
    const { idle = 0, interval = 0, count = 0, unsent = 0 } = rows[0] ?? {};
    expect(idle + interval * count).toBeLessThanOrEqual(30);
    expect(unsent).toBeGreaterThan(0);
    expect(unsent).toBeLessThanOrEqual(30_000);
  });
});
