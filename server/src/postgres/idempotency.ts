/**
 * Idempotency keys in Postgres: a key is inserted in the transaction that creates its job, so that it never exists
 * without one.
 */
import { sql } from 'kysely';
import { idempotencyLifeMs } from '../domain/idempotency.ts';
import type { EarlierSubmit, JobStore, NewJob } from '../ports/store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { toJob, visibleJobs } from './job-rows.ts';

/** False when the key is in use. Waits for a concurrent request with the same key to commit or roll back. */
export async function takeKey(tx: DatabaseTransaction, job: NewJob): Promise<boolean> {
  if (!job.idempotency) return true;
  const { key, fingerprint } = job.idempotency;
  const { rows } = await sql`
    insert into idempotency_keys as kept (account_id, key, fingerprint, job_id, created_at)
    values (${job.accountId}, ${key}, ${fingerprint}, ${job.id}, ${job.createdAt})
    on conflict (account_id, key) do update
      set fingerprint = excluded.fingerprint, job_id = excluded.job_id, created_at = excluded.created_at
      where kept.created_at <= ${expiredAt(job.createdAt)}
    returning true`.execute(tx);
  return rows.length > 0;
}

function expiredAt(now: Date): Date {
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
