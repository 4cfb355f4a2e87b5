/** The first half of every deletion: the job is invisible, its worker hears of it, its slot and reservation are free. */
import { type Selectable, sql } from 'kysely';
import { deletionChannel } from './channels.ts';
import type { DatabaseTransaction } from './database.ts';
import { databaseNow } from './database-time.ts';
import { meteredColumns, toMeteredJob } from './job-rows.ts';
import { settle } from './metering.ts';
import type { Jobs } from './schema.ts';

export const softDeleteColumns = [...meteredColumns, 'status'] as const;
type SoftDeleteRow = Pick<Selectable<Jobs>, (typeof softDeleteColumns)[number]>;

/** The caller holds the lock of the row, and has seen that no deletion of it was begun. */
export async function softDeleteJob(tx: DatabaseTransaction, row: SoftDeleteRow, now: Date): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ deleting_at: databaseNow, password_sealed: null })
    .where('id', '=', row.id)
    .execute();
  await sql`select pg_notify(${deletionChannel}, ${row.id})`.execute(tx);
  await tx
    .updateTable('accounts')
    .set((set) => ({ visible_jobs: set('visible_jobs', '-', 1) }))
    .where('id', '=', row.account_id)
    .execute();
  const unfinished = row.status === 'pending' || row.status === 'processing';
  if (unfinished) await settle(tx, toMeteredJob(row), 0, now);
}
