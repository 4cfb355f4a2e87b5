/** The connection pool and the typed query builder on top of it. */
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
  /** Behind a pooler that gives each transaction another connection, nothing can be kept on one. */
  readonly preparesStatements: boolean;
  readonly applicationName: string;
  /** Told of connections that die while idle; the pool replaces them by itself. */
  readonly onIdleError: (error: Error) => void;
  /** Sees every statement after it ran. */
  readonly onQuery?: (query: { sql: string; parameters: readonly unknown[]; durationMs: number }) => void;
};

/** Connections of a process: those it has, those that idle, and those who wait for one. */
export type PoolUse = { readonly open: number; readonly idle: number; readonly waiting: number };

export type Database = Kysely<DB>;
export type DatabaseTransaction = Transaction<DB>;

const int8 = 20;
const date = 1082;

/** 64-bit counters stay far below 2^53 here, and a calendar date is not a moment: both keep their plain form. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === int8) return Number;
  if (oid === date) return String;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** What the server may take, once it has ended a statement that ran too long, to say so. */
const answerMs = 5_000;
const idleMs = 10_000;

export function openPool(settings: DatabaseSettings): pg.Pool {
  const silenceMs = settings.statementTimeoutMs + answerMs;
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.poolMax,
    application_name: settings.applicationName,
    // Also the longest wait for a free connection; a server that is gone refuses at once.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    stream: socketWithIdleTimeout(silenceMs),
    // An idle connection is silent as well: it is put away before it counts as lost.
    idleTimeoutMillis: Math.min(idleMs, silenceMs - 1_000),
    types: { getTypeParser: typeParser } as pg.CustomTypesConfig,
    // Awaited by the pool, although its type does not say so.
    onConnect: (client) => limitSession(client, settings.statementTimeoutMs),
  });
  pool.on('error', settings.onIdleError);
  // The pool listens only while a connection is idle. One that dies between two statements of a transaction would end
  // the process; whoever holds it learns of it from the next statement.
  pool.on('connect', (client) => void client.on('error', () => {}));
  if (settings.preparesStatements) pool.on('connect', usePreparedStatements());
  return pool;
}

export function openDatabase(settings: DatabaseSettings, pool = openPool(settings)): Database {
  return new Kysely<DB>({
    dialect: new LimitedDialect(pool, settings.statementTimeoutMs),
    log: (event) => {
      const { sql, parameters } = event.query;
      settings.onQuery?.({ sql, parameters, durationMs: event.queryDurationMillis });
    },
  });
}
