/** The rows of a done job's outputs, of its document, its reading index and its accessibility report. */
import type { Job, Output, StoredDocument, StoredParts } from '../domain/job.ts';
import { insertReport } from './accessibility.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { prepared } from './prepared.ts';

export async function insertOutputs(
  tx: DatabaseTransaction,
  jobId: string,
  outputs: readonly Output[],
): Promise<void> {
  await tx
    .insertInto('outputs')
    .values(
      outputs.map((output) => ({
        job_id: jobId,
        format: output.format,
        object_key: output.objectKey,
        bytes: output.bytes,
        sha256: Buffer.from(output.sha256, 'hex'),
        toolchain: output.toolchain === undefined ? null : Buffer.from(output.toolchain, 'hex'),
      })),
    )
    .modifyEnd(prepared)
    .execute();
}

/** What a job was done without stays absent. */
export async function insertParts(
  tx: DatabaseTransaction,
  jobId: string,
  { document, reading, accessibility }: StoredParts,
): Promise<void> {
  const stored = [
    { table: 'documents', part: document } as const,
    { table: 'readings', part: reading } as const,
  ];
  for (const { table, part } of stored) {
    if (!part) continue;
    const { key, bytes, sha256 } = part;
    await tx
      .insertInto(table)
      .values({ job_id: jobId, object_key: key, bytes, sha256: Buffer.from(sha256, 'hex') })
      .modifyEnd(prepared)
      .execute();
  }
  if (accessibility) await insertReport(tx, jobId, accessibility);
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
  await insertOutputs(tx, job.id, outputs);
  for (const table of ['documents', 'readings', 'accessibility_reports'] as const) {
    await tx.deleteFrom(table).where('job_id', '=', job.id).execute();
  }
  await insertParts(tx, job.id, parts);
  return true;
}
