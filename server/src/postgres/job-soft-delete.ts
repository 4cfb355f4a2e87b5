/** Soft-deletes a job: hides it, and frees its slot and reservation. */
import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from './database.ts';
import { databaseNow } from './database-time.ts';
import { releaseJob } from './metering.ts';
import type { Jobs } from './schema.ts';

export const softDeleteColumns = ['id', 'account_id', 'status'] as const;
type SoftDeleteRow = Pick<Selectable<Jobs>, (typeof softDeleteColumns)[number]>;

/**
 * The caller holds the row lock, has checked that the job is not being deleted, and announces the deletion after the
 * commit. A worker that gets no announcement stops when it renews its lease.
 */
export async function softDeleteJob(tx: DatabaseTransaction, row: SoftDeleteRow, now: Date): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ deleting_at: databaseNow, password_sealed: null })
    .where('id', '=', row.id)
    .execute();
  await tx
    .updateTable('accounts')
    .set((set) => ({ visible_jobs: set('visible_jobs', '-', 1) }))
    .where('id', '=', row.account_id)
    .execute();
  const unfinished = row.status === 'pending' || row.status === 'processing';
  if (unfinished) await releaseJob(tx, row.id, now);
}
