/** Reads idempotency keys. `admit_job` inserts a key together with its job, so that it never exists without one. */
import { idempotencyLifeMs } from '../domain/idempotency.ts';
import type { EarlierSubmit, JobStore } from '../ports/store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { toJob, visibleJobs } from './job-rows.ts';

/** Keys that were used before this time can be used again. */
export function expiredAt(now: Date): Date {
  return new Date(now.getTime() - idempotencyLifeMs);
}

export async function findByKey(
  db: Database | DatabaseTransaction,
  accountId: string,
  key: string,
  now: Date,
): Promise<EarlierSubmit | null> {
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'job_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>', expiredAt(now))
    .executeTakeFirst();
  if (!kept) return null;
  const row = await visibleJobs(db, accountId).where('id', '=', kept.job_id).executeTakeFirst();
  return { fingerprint: kept.fingerprint, job: row ? toJob(row) : null };
}

export function idempotencyIn(db: Database): Pick<JobStore, 'findByIdempotencyKey'> {
  return { findByIdempotencyKey: (accountId, key, now) => findByKey(db, accountId, key, now) };
}
