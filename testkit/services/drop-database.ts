/** Removes a scratch database and ends the connections to it. */
import type pg from 'pg';

/**
 * `drop database … with (force)` fails if autovacuum is running, because our role may not terminate it. A plain
 * drop cancels autovacuum itself, so only client connections must be terminated first.
 */
export async function dropDatabase(server: pg.ClientBase, name: string): Promise<void> {
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) return;
  await server.query(`alter database ${name} allow_connections false`);
  await server.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await server.query(`drop database ${name}`);
}
