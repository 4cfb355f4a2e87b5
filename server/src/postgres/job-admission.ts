/** Admits a job: idempotency key, slot, reservation, job, ledger row and queue entry in one transaction. */
import { sql } from 'kysely';
import { unavailable } from '../domain/errors.ts';
import { idempotencyLifeMs } from '../domain/idempotency.ts';
import { billingMonth } from '../domain/usage.ts';
import type { Admission, AdmissionLimits, JobStore, NewJob } from '../ports/store.ts';
import { accountsIn } from './accounts.ts';
import type { Announcer } from './announcer.ts';
import { compileOnce } from './compile-once.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { useDirectUpload } from './direct-uploads.ts';
import { findByKey, takeKey } from './idempotency.ts';
import { jobColumns, toJob } from './job-rows.ts';
import { type MeteredJob, reservePages, takeSlot, writeLedger } from './metering.ts';
import { prepared } from './prepared.ts';
import type { Queue } from './queue.ts';
import { expiryOf } from './retention.ts';
import { abandonedMark } from './uploads.ts';

type RefusalReason = 'slots' | 'pages' | 'upload';

/** Rolls the transaction back; never leaves this file. */
class Refusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

type FreshJob = Omit<NewJob, 'options' | 'source' | 'origin' | 'idempotency' | 'uploadId'> & {
  readonly month: string;
  readonly priority: number;
  readonly options: string;
  readonly fileName: string;
  readonly sourceKind: string | null;
  readonly sourceHost: string | null;
  readonly bytes: number;
  readonly sha256: Buffer;
};

const insertJob = compileOnce((db, job: FreshJob) =>
  db
    .insertInto('jobs')
    .values({
      id: job.id,
      account_id: job.accountId,
      api_key_id: job.apiKeyId,
      options: sql`${job.options}::jsonb`,
      priority: job.priority,
      source_name: job.fileName,
      source_kind: job.sourceKind,
      source_host: job.sourceHost,
      source_bytes: job.bytes,
      source_sha256: job.sha256,
      pages_reserved: job.pages,
      document_pages: job.documentPages,
      ocr_pages_max: job.ocrPagesMax,
      password_sealed: job.sealedPassword,
      billed_month: job.month,
      created_at: job.createdAt,
      updated_at: job.createdAt,
      expires_at: expiryOf(job),
      trace_parent: job.traceParent,
    })
    .returning(jobColumns)
    .modifyEnd(prepared),
);

async function admittedJob(tx: DatabaseTransaction, job: NewJob, month: string, priority: number) {
  const { fileName, bytes, sha256 } = job.source;
  const source = { fileName, bytes, sha256: Buffer.from(sha256, 'hex') };
  const { rows } = await insertJob(tx, {
    ...job,
    ...source,
    sourceKind: job.origin?.kind ?? null,
    sourceHost: job.origin?.host ?? null,
    options: JSON.stringify(job.options),
    month,
    priority,
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a job was inserted and is not there');
  return toJob(row);
}

const deleteUpload = compileOnce((db, { jobId }: { jobId: string }) =>
  db
    .deleteFrom('uploads')
    .where('job_id', '=', jobId)
    .returning((note) => note('alive_until', '=', abandonedMark).as('isAbandoned'))
    .modifyEnd(prepared),
);

/** The upload's row decides between this transaction and a sweeper that abandoned the upload. */
async function endUpload(tx: DatabaseTransaction, jobId: string): Promise<void> {
  const [ended] = (await deleteUpload(tx, { jobId })).rows;
  // Also when the row is missing: the sweeper removes the file before the row.
  if (!ended || ended.isAbandoned) {
    throw unavailable('database', new Error('the upload was given up before its job was committed'));
  }
}

async function takeDirectUpload(tx: DatabaseTransaction, job: NewJob): Promise<void> {
  const { uploadId, accountId, id } = job;
  if (!uploadId) return;
  // Known as long as the idempotency key, so that a repeated request still finds the upload.
  const isTaken = await useDirectUpload(tx, { id: uploadId, accountId }, id, idempotencyLifeMs);
  if (!isTaken) throw new Refusal('upload');
}

async function admitIn(
  tx: DatabaseTransaction,
  queue: Queue,
  job: NewJob,
  limits: AdmissionLimits,
): Promise<Admission> {
  if (!(await takeKey(tx, job))) return repetition(tx, job);
  const metered: MeteredJob = {
    id: job.id,
    accountId: job.accountId,
    apiKeyId: job.apiKeyId,
    month: billingMonth(job.createdAt),
    pagesReserved: job.pages,
  };
  if (!(await takeSlot(tx, job.accountId, limits.activeJobsMax))) throw new Refusal('slots');
  if (!(await reservePages(tx, metered, limits.pagesPerMonth))) throw new Refusal('pages');
  const admitted = await admittedJob(tx, job, metered.month, limits.priority);
  await writeLedger(tx, metered, { reserve: job.pages }, job.createdAt);
  await endUpload(tx, job.id);
  await takeDirectUpload(tx, job);
  const { id: jobId, accountId, traceParent } = job;
  await queue.enqueue(tx, { jobId, accountId, priority: limits.priority, traceParent });
  return { kind: 'admitted', job: admitted };
}

async function repetition(tx: DatabaseTransaction, job: NewJob): Promise<Admission> {
  const key = job.idempotency?.key ?? '';
  const earlier = await findByKey(tx, job.accountId, key, job.createdAt);
  if (!earlier) throw new Error('an idempotency key was taken and is not there');
  return { kind: 'repeated', earlier };
}

const activeJobs = compileOnce((db, { accountId }: { accountId: string }) =>
  db.selectFrom('accounts').select('active_jobs').where('id', '=', accountId).modifyEnd(prepared),
);

export async function countActiveJobs(db: Database, accountId: string): Promise<number> {
  const [row] = (await activeJobs(db, { accountId })).rows;
  return row?.active_jobs ?? 0;
}

export function admissionInto(db: Database, queue: Queue, announcer: Announcer): JobStore['admit'] {
  return async (job, limits): Promise<Admission> => {
    await queue.start();
    try {
      const admission = await db.transaction().execute((tx) => admitIn(tx, queue, job, limits));
      if (admission.kind === 'admitted') announcer.jobQueued(job.accountId);
      return admission;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason === 'upload') return { kind: 'upload_used' };
      if (error.reason === 'slots') {
        return { kind: 'too_many_jobs', activeJobs: await countActiveJobs(db, job.accountId) };
      }
      const usage = await accountsIn(db).monthUsage(job.accountId, billingMonth(job.createdAt));
      return { kind: 'page_limit', usage };
    }
  };
}
