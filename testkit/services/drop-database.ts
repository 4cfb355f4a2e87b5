/** Removes a scratch database and ends the connections to it. */
import type pg from 'pg';

/**
 * `with (force)` also tries to end the server's own clean-up where that is at work, and fails, because we may not. A
 * plain drop sends it away by itself and minds nobody but clients.
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
