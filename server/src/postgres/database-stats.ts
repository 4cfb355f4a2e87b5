/** Statistics of the database server that can stop the service when they are not monitored. Each is a cheap query. */
import { sql } from 'kysely';
import type { DatabaseStats } from '../ports/stats.ts';
import type { Database } from './database.ts';

export function databaseStatsIn(db: Database): () => Promise<DatabaseStats> {
  return async () => {
    const { rows } = await sql<{ age: number; queue: number; oldest: number | null }>`
      select (select max(age(datfrozenxid))::float8 from pg_database) as age,
             pg_notification_queue_usage() as queue,
             (select extract(epoch from clock_timestamp() - min(xact_start))::float8 from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()) as oldest`.execute(db);
    const { age = 0, queue = 0, oldest = 0 } = rows[0] ?? {};
    return { xidAge: age, notifyQueueShare: queue, oldestTransactionSeconds: Math.max(0, oldest ?? 0) };
  };
}
