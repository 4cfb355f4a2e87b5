/** The rows of a done job's outputs, of its document, its reading index and its accessibility report. */
import { sql } from 'kysely';
import type { Job, Output, StoredDocument, StoredParts } from '../domain/job.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { storableJson } from './json-values.ts';
import { prepared } from './prepared.ts';

/** As `insert_results` reads them. What a job was done without stays absent. */
export function resultsOf(outputs: readonly Output[], parts: StoredParts): Readonly<Record<string, unknown>> {
  const { document, reading, accessibility } = parts;
  return {
    outputs: outputs.map(({ format, objectKey, bytes, sha256, toolchain }) => ({
      format,
      object_key: objectKey,
      bytes,
      sha256,
      toolchain,
    })),
    document,
    reading,
    accessibility,
  };
}

export async function insertResults(
  tx: DatabaseTransaction,
  jobId: string,
  outputs: readonly Output[],
  parts: StoredParts = {},
): Promise<void> {
  const results = storableJson(resultsOf(outputs, parts));
  await sql`select insert_results(${jobId}, ${results})`.execute(tx);
}

export async function findPart(
  db: Database,
  table: 'documents' | 'readings',
  accountId: string,
  jobId: string,
): Promise<StoredDocument | null> {
  const row = await db
    // Both tables have the same columns.
    .selectFrom(`${table as 'readings'} as part`)
    .innerJoin('jobs', 'jobs.id', 'part.job_id')
    .select(['part.object_key', 'part.bytes', 'part.sha256'])
    .where('jobs.id', '=', jobId)
    .where('jobs.account_id', '=', accountId)
    .where('jobs.deleting_at', 'is', null)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row ? { key: row.object_key, bytes: row.bytes, sha256: row.sha256.toString('hex') } : null;
}

/** Locks the job, and replaces its outputs and what is stored with them only if the outputs are still those that were read. */
export async function replaceOutputs(
  tx: DatabaseTransaction,
  job: Job,
  outputs: readonly Output[],
  parts: StoredParts,
): Promise<boolean> {
  const row = await tx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', job.id)
    .where('status', '=', 'done')
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const old = await tx.deleteFrom('outputs').where('job_id', '=', job.id).returning('object_key').execute();
  const expected = new Set(job.outputs.map(({ objectKey }) => objectKey));
  const isSame = old.length === expected.size && old.every(({ object_key }) => expected.has(object_key));
  if (!isSame) throw new Error('the outputs of the job were replaced meanwhile');
  for (const table of ['documents', 'readings', 'accessibility_reports'] as const) {
    await tx.deleteFrom(table).where('job_id', '=', job.id).execute();
  }
  await insertResults(tx, job.id, outputs, parts);
  return true;
}
