/** Server-side limits of every session, so that a client that dies or freezes leaves no lock behind. */
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/**
 * How long a transaction may be idle. With the statement timeout of 10 s it stays below 30 s. No transaction waits
 * for anything but the database, so only a frozen process is this slow.
 */
export const idleInTransactionMs = 15_000;

/** A dead machine is detected after 10 + 3 × 5 s; unacknowledged data after 15 s. */
const networkSettings = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 15_000,
};

type Settings = Readonly<Record<string, number | string>>;

const assignments = (verb: string, settings: Settings) =>
  Object.entries(settings).map(([name, value]) => `${verb} ${name} = ${value}`);

/** Sent as statements, because poolers refuse or drop unknown startup parameters. */
export async function limitSession(client: pg.ClientBase, statementTimeoutMs?: number): Promise<void> {
  const timeouts = statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs };
  await client.query(assignments('set', { ...timeouts, ...networkSettings }).join('; '));
}

/**
 * Starts each transaction with its limits in the same message, because a pooler in transaction mode may run it on a
 * connection that never ran `limitSession`.
 */
class LimitedDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(pool: pg.Pool, statementTimeoutMs: number, settings: Settings) {
    super({ pool });
    const limits = {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    };
    this.#begin = ['begin', ...assignments('set local', { ...limits, ...settings })].join('; ');
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    if (settings.isolationLevel || settings.accessMode)
      throw new Error('transactions with an isolation level or an access mode are not supported');
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }
}

export class LimitedDialect extends PostgresDialect {
  readonly #driver: () => LimitedDriver;

  constructor(pool: pg.Pool, statementTimeoutMs: number, settings: Settings = {}) {
    super({ pool });
    this.#driver = () => new LimitedDriver(pool, statementTimeoutMs, settings);
  }

  override createDriver(): LimitedDriver {
    return this.#driver();
  }
}
