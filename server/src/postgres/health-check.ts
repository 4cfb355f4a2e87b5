/** Health checks of the database: version, migrations, free connections, session limits, clock. */
import { readdirSync } from 'node:fs';
import pg from 'pg';
import { bad, type Check, clockFinding, type Finding, ok, warn } from '../ports/health-check.ts';
import { loopbackOn, NotificationsLostError } from './loopback.ts';
import { migrationsDirectory } from './migrate.ts';
import { convertQueue, queueSchema } from './queue.ts';
import { idleInTransactionMs } from './session-settings.ts';

const part = 'database';
const oldestVersion = 150_000;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    application_name: 'octavo-doctor',
  });
  try {
    await client.connect();
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`cannot connect (${message}): check OCTAVO_DATABASE_URL and the server`, { cause });
  }
  return client;
}

async function version(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query('show server_version_num');
  const number = Number(rows[0].server_version_num);
  return number >= oldestVersion
    ? ok(part, `PostgreSQL ${Math.floor(number / 10_000)}`)
    : bad(part, `PostgreSQL ${Math.floor(number / 10_000)} is too old`, 'Use version 15 or newer.');
}

async function migrations(client: pg.Client): Promise<Finding> {
  const shipped = readdirSync(migrationsDirectory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''));
  const { rows: tables } = await client.query(`select to_regclass('public.migrations') is not null as there`);
  const ran = tables[0].there
    ? (await client.query<{ name: string }>('select name from migrations')).rows.map(({ name }) => name)
    : [];
  const missing = shipped.filter((name) => !ran.includes(name));
  const unknown = ran.filter((name) => !shipped.includes(name));
  if (missing.length > 0) {
    return bad('migrations', `not run: ${missing.join(', ')}`, 'Run npm run migrate.');
  }
  return unknown.length > 0
    ? warn(
        'migrations',
        `of a newer version: ${unknown.join(', ')}`,
        'Fine during a rollback; otherwise this is an old process.',
      )
    : ok('migrations', `all ${shipped.length} have run`);
}

async function queue(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query(`select to_regclass('${queueSchema}.queue') is not null as there`);
  const found = rows[0].there
    ? (await client.query(`select from ${queueSchema}.queue where name = $1`, [convertQueue])).rowCount
    : 0;
  return found ? ok('queue', 'is there') : bad('queue', 'is missing', 'Run npm run migrate.');
}

async function connections(client: pg.Client, poolMax: number): Promise<Finding> {
  const { rows } = await client.query(
    `select current_setting('max_connections')::int as most, (select count(*) from pg_stat_activity) as open`,
  );
  const { most, open } = rows[0] as { most: number; open: string };
  const free = most - Number(open);
  return free > poolMax + 2
    ? ok(part, `${open} of ${most} connections are open`)
    : warn(
        part,
        `${open} of ${most} connections are open; one more process may want ${poolMax + 2}`,
        'Raise max_connections, or lower OCTAVO_DATABASE_POOL_MAX.',
      );
}

async function clock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query('select extract(epoch from clock_timestamp()) * 1000 as now');
  const middle = (before + Date.now()) / 2;
  return clockFinding('clock', 'The database’s', Number(rows[0].now) - middle);
}

/** Our sessions set their own limits. A pooler's sessions need them in the server's settings. */
async function sessions(client: pg.Client): Promise<Finding> {
  const name = 'sessions';
  const { rows } = await client.query('select pg_backend_pid() as pid');
  // From the startup message of the connection; `pg` does not declare it.
  const isPooled = (client as unknown as { processID: number }).processID !== rows[0].pid;
  if (!isPooled) return ok(name, `locks of a dead process end after ${idleInTransactionMs / 1000} s`);
  const wanted = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  const { rows: unset } = await client.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and reset_val = '0' order by name`,
    [wanted],
  );
  return unset.length === 0
    ? ok(name, 'go through a pooler and are limited by the server')
    : warn(
        name,
        `go through a pooler, and the server does not limit them: ${unset.map((one) => one.name).join(', ')}`,
        `Run alter role … set statement_timeout = '10s', and the same for idle_in_transaction_session_timeout = '15s'; docs/operations/connection-pooling.md has both.`,
      );
}

export function listenerCheck(url: string): Check {
  return {
    part: 'listener',
    run: async () => {
      const client = await connect(url);
      try {
        const loopback = loopbackOn(client, url);
        await client.query(`listen ${loopback.channel}`);
        await loopback.check(AbortSignal.timeout(15_000));
        return [ok('listener', 'notifications arrive')];
      } catch (error) {
        if (!(error instanceof NotificationsLostError)) throw error;
        const next = 'Set OCTAVO_DATABASE_LISTEN_URL to the database itself, not to the pooler.';
        return [bad('listener', 'notifications do not arrive: a pooler in transaction mode?', next)];
      } finally {
        await client.end();
      }
    },
  };
}

export function databaseCheck(url: string, poolMax: number): Check {
  return {
    part,
    run: async () => {
      const client = await connect(url);
      try {
        return [
          await version(client),
          await migrations(client),
          await queue(client),
          await connections(client, poolMax),
          await sessions(client),
          await clock(client),
        ];
      } finally {
        await client.end();
      }
    },
  };
}
