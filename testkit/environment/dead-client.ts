/** A client that locks rows and then vanishes without closing its connection: for the server its transaction is still open. */
import pg from 'pg';
import { openTcpProxy } from '../proxies/tcp-proxy.ts';
import type { Database } from './database.ts';

export type DeadClient = {
  /** The server ends the transaction, as an operator would. */
  release(): Promise<void>;
};

export async function lockAndVanish(
  db: Database,
  statement: string,
  values: readonly unknown[],
): Promise<DeadClient> {
  const way = new URL(db.url);
  const wire = await openTcpProxy(way.hostname, Number(way.port));
  way.port = String(wire.port);
  const client = new pg.Client({ connectionString: way.href, application_name: 'octavo-faults-dead' });
  client.on('error', () => {});
  await client.connect();
  // This client must keep its lock whatever the settings of the database are.
  await client.query('set idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await client.query('begin');
  await client.query(statement, [...values]);
  wire.partition();
  return {
    release: async () => {
      await db.rows('select pg_terminate_backend($1)', [rows[0].pid]);
      await wire.close();
    },
  };
}
