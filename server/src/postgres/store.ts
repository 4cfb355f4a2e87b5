/** The store in Postgres, and the queue next to it. */
import { sql } from 'kysely';
import type { DatabaseStats } from '../ports/stats.ts';
import type { Store } from '../ports/store.ts';
import type { Tasks } from '../ports/tasks.ts';
import { accountsIn } from './accounts.ts';
import { announcedTransactions, openAnnouncer } from './announcer.ts';
import { apiKeysIn } from './api-keys.ts';
import { closedAccountsIn } from './closed-accounts.ts';
import { type DatabaseSettings, openDatabase, openPool, type PoolUse } from './database.ts';
import { databaseStatsIn } from './database-stats.ts';
import { directUploadsIn } from './direct-uploads.ts';
import { erasuresIn } from './erasures.ts';
import { eventsIn } from './events.ts';
import { jobsIn } from './jobs.ts';
import { outputWritesIn } from './output-writes.ts';
import { openQueue } from './queue.ts';
import { receiptsIn } from './receipts.ts';
import { retentionIn } from './retention.ts';
import { sharesIn } from './shares.ts';
import { statsIn } from './stats.ts';
import { tasksIn } from './tasks.ts';
import { withTranslatedErrors } from './translate-errors.ts';
import { uploadsIn } from './uploads.ts';
import { usageIn } from './usage.ts';
import { webhooksIn } from './webhooks.ts';

export type PostgresStore = Store & {
  readonly tasks: Tasks;
  /** The database's clock, in milliseconds since 1970. */
  clockMs(): Promise<number>;
  poolUse(): PoolUse;
  databaseStats(): Promise<DatabaseStats>;
  close(): Promise<void>;
};

export function openStore(settings: DatabaseSettings): PostgresStore {
  const pool = openPool(settings);
  const db = openDatabase(settings, pool, announcedTransactions);
  const announcer = openAnnouncer(pool, settings.onIdleError);
  const queue = openQueue(db, { onError: settings.onIdleError });
  // A separate connection: a busy pool must not make a healthy process look unready.
  const checking = openPool({ ...settings, poolMax: 1 });
  const { ping } = withTranslatedErrors({
    ping: async () => {
      await checking.query('select 1');
    },
  });
  return {
    accounts: withTranslatedErrors(accountsIn(db)),
    closedAccounts: withTranslatedErrors(closedAccountsIn(db)),
    apiKeys: withTranslatedErrors(apiKeysIn(db)),
    jobs: withTranslatedErrors(jobsIn(db, queue, announcer)),
    uploads: withTranslatedErrors(uploadsIn(db)),
    directUploads: withTranslatedErrors(directUploadsIn(db)),
    outputWrites: withTranslatedErrors(outputWritesIn(db)),
    events: withTranslatedErrors(eventsIn(db)),
    webhooks: withTranslatedErrors(webhooksIn(db, announcer)),
    usage: withTranslatedErrors(usageIn(db)),
    retention: withTranslatedErrors(retentionIn(db, announcer)),
    receipts: withTranslatedErrors(receiptsIn(db)),
    erasures: withTranslatedErrors(erasuresIn(db)),
    shares: withTranslatedErrors(sharesIn(db)),
    stats: withTranslatedErrors(statsIn(db)),
    tasks: withTranslatedErrors(tasksIn(queue, announcer)),
    ping,
    clockMs: async () => {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
      return rows[0]?.ms ?? Number.NaN;
    },
    databaseStats: databaseStatsIn(db),
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await announcer.close();
      await queue.stop();
      await db.destroy();
      await checking.end();
    },
  };
}
