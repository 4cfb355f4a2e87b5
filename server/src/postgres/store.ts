/** The records in Postgres: every noun's table behind the one `Store` port, and the queue that lives beside them. */
import { sql } from 'kysely';
import type { Store } from '../ports/store.ts';
import type { Tasks } from '../ports/tasks.ts';
import type { ServerStats } from '../ports/vitals.ts';
import { accountsIn } from './accounts.ts';
import { apiKeysIn } from './api-keys.ts';
import { type DatabaseSettings, openDatabase, openPool, type PoolUse } from './database.ts';
import { eventsIn } from './events.ts';
import { withTranslatedFaults } from './faults.ts';
import { jobsIn } from './jobs.ts';
import { openQueue } from './queue.ts';
import { retentionIn } from './retention.ts';
import { serverStatsIn } from './server-stats.ts';
import { uploadsIn } from './uploads.ts';
import { usageIn } from './usage.ts';
import { vitalsIn } from './vitals.ts';
import { webhooksIn } from './webhooks.ts';

export type PostgresStore = Store & {
  readonly tasks: Tasks;
  /** The database's clock, in milliseconds since 1970. */
  clockMs(): Promise<number>;
  poolUse(): PoolUse;
  serverStats(): Promise<ServerStats>;
  close(): Promise<void>;
};

export function openStore(settings: DatabaseSettings): PostgresStore {
  const pool = openPool(settings);
  const db = openDatabase(settings, pool);
  const queue = openQueue(db, { onError: settings.onIdleError });
  const { fetch, keepAlive, complete } = queue;
  // A connection of its own: busy requests must not make a healthy process look unready.
  const checking = openPool({ ...settings, poolMax: 1 });
  const { ping } = withTranslatedFaults({
    ping: async () => {
      await checking.query('select 1');
    },
  });
  return {
    accounts: withTranslatedFaults(accountsIn(db)),
    apiKeys: withTranslatedFaults(apiKeysIn(db)),
    jobs: withTranslatedFaults(jobsIn(db, queue)),
    uploads: withTranslatedFaults(uploadsIn(db)),
    events: withTranslatedFaults(eventsIn(db)),
    webhooks: withTranslatedFaults(webhooksIn(db)),
    usage: withTranslatedFaults(usageIn(db)),
    retention: withTranslatedFaults(retentionIn(db)),
    vitals: withTranslatedFaults(vitalsIn(db)),
    tasks: withTranslatedFaults({ fetch, keepAlive, complete }),
    ping,
    clockMs: async () => {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
      return rows[0]?.ms ?? Number.NaN;
    },
    serverStats: serverStatsIn(db),
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await queue.stop();
      await db.destroy();
      await checking.end();
    },
  };
}
