/** The rows of a done job's outputs and of its document. */
import type { Job, Output, StoredDocument } from '../domain/job.ts';
import type { DatabaseTransaction } from './database.ts';
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

export async function insertDocument(
  tx: DatabaseTransaction,
  jobId: string,
  { key, bytes, sha256 }: StoredDocument,
): Promise<void> {
  await tx
    .insertInto('documents')
    .values({ job_id: jobId, object_key: key, bytes, sha256: Buffer.from(sha256, 'hex') })
    .modifyEnd(prepared)
    .execute();
}

/** Locks the job, and replaces its outputs and document only if the outputs are still those that were read. */
export async function replaceOutputs(
  tx: DatabaseTransaction,
  job: Job,
  outputs: readonly Output[],
  document: StoredDocument | undefined,
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
  await tx.deleteFrom('documents').where('job_id', '=', job.id).execute();
  if (document) await insertDocument(tx, job.id, document);
  return true;
}
