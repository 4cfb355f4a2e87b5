/** The connection pool and the typed query builder. */
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { usePreparedStatements } from './prepared.ts';
import type { DB } from './schema.ts';
import { LimitedDialect, limitSession } from './session-settings.ts';
import { socketWithIdleTimeout } from './socket-with-idle-timeout.ts';

export type DatabaseSettings = {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  /** Must be off behind a pooler in transaction mode without support for prepared statements. */
  readonly preparesStatements: boolean;
  readonly applicationName: string;
  /** Called when an idle connection is lost; the pool replaces it. */
  readonly onIdleError: (error: Error) => void;
  /** Called with every statement after it ran. */
  readonly onQuery?: (query: { sql: string; parameters: readonly unknown[]; durationMs: number }) => void;
};

/** Connections of a process: open, idle, and requests waiting for one. */
export type PoolUse = { readonly open: number; readonly idle: number; readonly waiting: number };

export type Database = Kysely<DB>;
export type DatabaseTransaction = Transaction<DB>;

const int8 = 20;
const date = 1082;

/** 64-bit counters stay far below 2^53, and a calendar date has no time zone: both are read as plain values. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === int8) return Number;
  if (oid === date) return String;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Time for the server to report a statement that it ended for running too long. */
const answerMs = 5_000;
const idleMs = 10_000;

export function openPool(settings: DatabaseSettings): pg.Pool {
  const silenceMs = settings.statementTimeoutMs + answerMs;
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.poolMax,
    application_name: settings.applicationName,
    // Also the longest wait for a free connection.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    stream: socketWithIdleTimeout(silenceMs),
    // Idle connections receive nothing either: they are closed before the socket times out.
    idleTimeoutMillis: Math.min(idleMs, silenceMs - 1_000),
    types: { getTypeParser: typeParser } as pg.CustomTypesConfig,
    // The pool awaits it, although its type does not say so.
    onConnect: (client) => limitSession(client, settings.statementTimeoutMs),
  });
  pool.on('error', settings.onIdleError);
  // The pool handles errors only of idle connections. Without this handler, a connection that is lost inside a
  // transaction would end the process; the next statement reports it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  if (settings.preparesStatements) pool.on('connect', usePreparedStatements());
  return pool;
}

/** `transactionSettings` are set at the start of each transaction, for its length. */
export function openDatabase(
  settings: DatabaseSettings,
  pool = openPool(settings),
  transactionSettings: Readonly<Record<string, string>> = {},
): Database {
  return new Kysely<DB>({
    dialect: new LimitedDialect(pool, settings.statementTimeoutMs, transactionSettings),
    log: (event) => {
      const { sql, parameters } = event.query;
      settings.onQuery?.({ sql, parameters, durationMs: event.queryDurationMillis });
    },
  });
}
