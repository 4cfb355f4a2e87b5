/** Outputs that are written after their job is done, in Postgres. The job's row is locked first, as everywhere. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Format } from '../domain/formats.ts';
import type { StoredDocument } from '../domain/job.ts';
import type { OutputWriteStart, OutputWriteStore } from '../ports/output-writes.ts';
import type { JobRef } from '../ports/store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { databaseNow, fromNow } from './database-time.ts';
import { insertResults } from './job-outputs.ts';
import { exceptIds } from './recovery-clauses.ts';
import { abandonedMark } from './uploads.ts';

/** Keeps deletions and other writes of outputs away until the transaction ends. */
async function lockDoneJob(tx: DatabaseTransaction, job: JobRef): Promise<boolean> {
  const row = await tx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job.id)
    .where('account_id', '=', job.accountId)
    .where('status', '=', 'done')
    .where('deleting_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function documentOf(tx: DatabaseTransaction, jobId: string): Promise<StoredDocument | null> {
  const row = await tx
    .selectFrom('documents')
    .select(['object_key', 'bytes', 'sha256'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row ? { key: row.object_key, bytes: row.bytes, sha256: row.sha256.toString('hex') } : null;
}

async function hasFormat(
  tx: DatabaseTransaction,
  jobId: string,
  formats: readonly Format[],
): Promise<boolean> {
  const row = await tx
    .selectFrom('outputs')
    .select('format')
    .where('job_id', '=', jobId)
    .where('format', 'in', formats)
    .executeTakeFirst();
  return row !== undefined;
}

async function beginIn(
  tx: DatabaseTransaction,
  job: JobRef,
  formats: readonly Format[],
  leaseMs: number,
): Promise<OutputWriteStart> {
  if (!(await lockDoneJob(tx, job))) return { kind: 'no_job' };
  if (await hasFormat(tx, job.id, formats)) return { kind: 'exists' };
  const document = await documentOf(tx, job.id);
  if (!document) return { kind: 'no_document' };
  const other = await tx
    .selectFrom('output_writes')
    .select('id')
    .where('job_id', '=', job.id)
    .where('lease_until', '>', databaseNow)
    .executeTakeFirst();
  if (other) return { kind: 'busy' };
  const id = randomUUID();
  await tx
    .insertInto('output_writes')
    .values({ id, job_id: job.id, lease_until: fromNow(leaseMs) })
    .execute();
  return { kind: 'started', write: { id, job: { id: job.id, accountId: job.accountId } }, document };
}

function commitIn(db: Database): OutputWriteStore['commit'] {
  return (write, outputs) =>
    db.transaction().execute(async (tx) => {
      if (!(await lockDoneJob(tx, write.job))) return false;
      const formats = outputs.map(({ format }) => format);
      if (await hasFormat(tx, write.job.id, formats)) return false;
      const held = await tx
        .deleteFrom('output_writes')
        .where('id', '=', write.id)
        .where('lease_until', '>', databaseNow)
        .executeTakeFirst();
      if (held.numDeletedRows === 0n) return false;
      await insertResults(tx, write.job.id, outputs);
      return true;
    });
}

function abandonedIn(db: Database): OutputWriteStore['abandoned'] {
  return async (limit, except) => {
    const { rows } = await sql<{ id: string; job_id: string; account_id: string }>`
      update output_writes set lease_until = ${abandonedMark} from jobs
      where jobs.id = output_writes.job_id and output_writes.id = any(array(
        select id from output_writes
        where lease_until < ${databaseNow} and ${exceptIds('id', except)}
        order by lease_until limit ${limit}
        -- A running commit decides for itself.
        for update skip locked))
      returning output_writes.id, output_writes.job_id, jobs.account_id`.execute(db);
    return rows.map((row) => ({ id: row.id, job: { id: row.job_id, accountId: row.account_id } }));
  };
}

export function outputWritesIn(db: Database): OutputWriteStore {
  return {
    begin: (job, formats, leaseMs) => db.transaction().execute((tx) => beginIn(tx, job, formats, leaseMs)),

    renew: async (write, leaseMs) => {
      const { numUpdatedRows } = await db
        .updateTable('output_writes')
        .set({ lease_until: fromNow(leaseMs) })
        .where('id', '=', write.id)
        .where('lease_until', '>', databaseNow)
        .where(sql<boolean>`exists (select from jobs where id = ${write.job.id} and deleting_at is null)`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    commit: commitIn(db),

    abandon: async (writeId) => {
      await db
        .updateTable('output_writes')
        .set({ lease_until: abandonedMark })
        .where('id', '=', writeId)
        .execute();
    },

    end: async (writeId) => {
      await db.deleteFrom('output_writes').where('id', '=', writeId).execute();
    },

    abandoned: abandonedIn(db),
  };
}
