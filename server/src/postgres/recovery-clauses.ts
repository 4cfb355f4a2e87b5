/** SQL shared by the statements of recovery and expiry. */
import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.ts';

const lockWaitMs = 2_000;

/** For locks that `skip locked` does not cover, such as those of triggers. */
export async function boundLockWaits(tx: DatabaseTransaction): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(tx);
}

/** Leaves out items that failed recently; the list is usually empty. */
export function exceptIds(column: string, ids: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} <> all(${[...ids]}::uuid[])`;
}

/** Leaves out what belongs to accounts whose writes are stopped: few, if any, with an index of their own. */
export const writesAllowed = sql<boolean>`account_id <> all(array(
  select id from accounts where writes_stopped_at is not null))`;
