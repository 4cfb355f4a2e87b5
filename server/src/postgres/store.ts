/** The records in Postgres: every noun's table behind the one `Store` port. */
import { sql } from 'kysely';
import type { Store } from '../ports/store.ts';
import { accountsIn } from './accounts.ts';
import { apiKeysIn } from './api-keys.ts';
import { type DatabaseSettings, openDatabase } from './database.ts';
import { withTranslatedFaults } from './faults.ts';
import { jobsIn } from './jobs.ts';
import { openQueue } from './queue.ts';

export type PostgresStore = Store & { close(): Promise<void> };

export function openStore(settings: DatabaseSettings): PostgresStore {
  const db = openDatabase(settings);
  const queue = openQueue(db, settings.onIdleError);
  const { ping } = withTranslatedFaults({
    ping: async () => {
      await sql`select 1`.execute(db);
    },
  });
  return {
    accounts: withTranslatedFaults(accountsIn(db)),
    apiKeys: withTranslatedFaults(apiKeysIn(db)),
    jobs: withTranslatedFaults(jobsIn(db, queue)),
    ping,
    close: async () => {
      await queue.stop();
      await db.destroy();
    },
  };
}
