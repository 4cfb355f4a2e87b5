/** Erasures in Postgres: what was removed with deleted jobs. */
import { type Selectable, sql } from 'kysely';
import type { Erasure, ErasureReason } from '../domain/erasure.ts';
import type { JobStatus } from '../domain/job.ts';
import type { ErasureStore } from '../ports/erasures.ts';
import type { Database } from './database.ts';
import { databaseNow } from './database-time.ts';
import { toErasedFiles } from './json-values.ts';
import { prune } from './prune.ts';
import type { Erasures } from './schema.ts';

/**
 * Removes the row of a job that is being deleted, and records the erasure in the same statement, so that neither can
 * be without the other. Rows of its files are still visible to the statement that removes them with the job.
 */
export async function removeAndRecord(db: Database, jobId: string): Promise<void> {
  await sql`
    with gone as (
      delete from jobs where id = ${jobId} and deleting_at is not null
      returning id, account_id, status, page_count, source_bytes, source_sha256, created_at, deleting_at,
        finished_at is not null and expires_at <= deleting_at as is_expired
    ), files as (
      select 0 as rank, 'source' as name, source_bytes as bytes, source_sha256 as sha256 from gone
      union all select 1, format, bytes, sha256 from outputs where job_id = ${jobId}
      union all select 2, 'document', bytes, sha256 from documents where job_id = ${jobId}
      union all select 3, 'reading-index', bytes, sha256 from readings where job_id = ${jobId}
    )
    insert into erasures (job_id, account_id, reason, status, pages, files, submitted_at, requested_at, erased_at)
    select id, account_id, case when is_expired then 'expired' else 'requested' end, status, coalesce(page_count, 0),
      (select jsonb_agg(
        jsonb_build_object('name', name, 'bytes', bytes, 'sha256', encode(sha256, 'hex')) order by rank, name
      ) from files),
      created_at, deleting_at, ${databaseNow}
    from gone
    on conflict (job_id) do nothing`.execute(db);
}

type FoundRow = Selectable<Erasures> & { is_deleting: boolean };

function toErasure(row: Selectable<Erasures>): Erasure {
  return {
    jobId: row.job_id,
    reason: row.reason as ErasureReason,
    status: row.status as JobStatus,
    pages: row.pages,
    files: toErasedFiles(row.files),
    submittedAt: row.submitted_at,
    requestedAt: row.requested_at,
    erasedAt: row.erased_at,
  };
}

export function erasuresIn(db: Database): ErasureStore {
  return {
    // Both in one statement: the job's row ends when the entry begins.
    find: async (accountId, jobId) => {
      const { rows } = await sql<FoundRow>`
        select erasures.*, exists (
          select from jobs where id = ${jobId} and account_id = ${accountId} and deleting_at is not null
        ) as is_deleting
        from (values (1)) as always left join erasures on job_id = ${jobId} and account_id = ${accountId}`.execute(
        db,
      );
      const [row] = rows;
      if (row?.job_id) return toErasure(row);
      return row?.is_deleting ? 'deleting' : null;
    },

    prune: (keptMs, limit) => prune(db, 'erasures', 'erased_at', keptMs, limit),
  };
}
