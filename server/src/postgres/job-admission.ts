/** Admission: idempotency key, slot, reservation, job, ledger row and queue entry in one transaction, or none of them. */
import { sql } from 'kysely';
import { unavailable } from '../domain/errors.ts';
import { billingMonth } from '../domain/usage.ts';
import type { Admission, AdmissionLimits, JobStore, NewJob } from '../ports/store.ts';
import { accountsIn } from './accounts.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { findByKey, takeKey } from './idempotency.ts';
import { jobColumns, toJob } from './job-rows.ts';
import { type MeteredJob, reservePages, takeSlot, writeLedger } from './metering.ts';
import { prepared } from './prepared.ts';
import type { Queue } from './queue.ts';
import { expiryOf } from './retention.ts';
import { givenUp } from './uploads.ts';

/** Thrown inside the transaction so that it rolls back; never leaves this file. */
class Refusal extends Error {
  readonly reason: 'slots' | 'pages';

  constructor(reason: 'slots' | 'pages') {
    super(reason);
    this.reason = reason;
  }
}

function insertJob(tx: DatabaseTransaction, job: NewJob, month: string, priority: number) {
  return tx
    .insertInto('jobs')
    .values({
      id: job.id,
      account_id: job.accountId,
      api_key_id: job.apiKeyId,
      options: sql`${JSON.stringify(job.options)}::jsonb`,
      priority,
      source_name: job.source.fileName,
      source_bytes: job.source.bytes,
      source_sha256: Buffer.from(job.source.sha256, 'hex'),
      pages_reserved: job.pages,
      document_pages: job.documentPages,
      password_sealed: job.sealedPassword,
      billed_month: month,
      created_at: job.createdAt,
      updated_at: job.createdAt,
      expires_at: expiryOf(job),
      trace_parent: job.traceParent,
    })
    .returning(jobColumns)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow();
}

/** The note of an upload decides between this transaction and whoever gave it up because nothing was heard of it. */
async function endUpload(tx: DatabaseTransaction, jobId: string): Promise<void> {
  const ended = await tx
    .deleteFrom('uploads')
    .where('job_id', '=', jobId)
    .returning((note) => note('alive_until', '=', givenUp).as('isGivenUp'))
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (ended?.isGivenUp) throw unavailable('database', new Error('the upload was given up meanwhile'));
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
  const row = await insertJob(tx, job, metered.month, limits.priority);
  await writeLedger(tx, metered, { reserve: job.pages }, job.createdAt);
  await endUpload(tx, job.id);
  const { id: jobId, traceParent } = job;
  await queue.enqueue(tx, { jobId, priority: limits.priority, traceParent });
  return { kind: 'admitted', job: toJob(row) };
}

async function repetition(tx: DatabaseTransaction, job: NewJob): Promise<Admission> {
  const key = job.idempotency?.key ?? '';
  const earlier = await findByKey(tx, job.accountId, key, job.createdAt);
  if (!earlier) throw new Error('an idempotency key was taken and is not there');
  return { kind: 'repeated', earlier };
}

export async function countActiveJobs(db: Database, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('active_jobs')
    .where('id', '=', accountId)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row?.active_jobs ?? 0;
}

export function admissionInto(db: Database, queue: Queue): JobStore['admit'] {
  return async (job, limits): Promise<Admission> => {
    await queue.start();
    try {
      return await db.transaction().execute((tx) => admitIn(tx, queue, job, limits));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason === 'slots') {
        return { kind: 'too_many_jobs', activeJobs: await countActiveJobs(db, job.accountId) };
      }
      const usage = await accountsIn(db).monthUsage(job.accountId, billingMonth(job.createdAt));
      return { kind: 'page_limit', usage };
    }
  };
}
