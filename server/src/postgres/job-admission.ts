/** Admits a job and queues its task in one statement; `admit_job` is in migration 0026. */
import type { Selectable } from 'kysely';
import { unavailable } from '../domain/errors.ts';
import { idempotencyLifeMs } from '../domain/idempotency.ts';
import { billingMonth } from '../domain/usage.ts';
import type { Admission, AdmissionLimits, JobStore, NewJob } from '../ports/store.ts';
import { accountsIn } from './accounts.ts';
import type { Announcer } from './announcer.ts';
import { compileOnce } from './compile-once.ts';
import type { Database } from './database.ts';
import { ownRemovalMs } from './direct-uploads.ts';
import { expiredAt, findByKey } from './idempotency.ts';
import { jobColumns, toJob } from './job-rows.ts';
import { storableJson } from './json-values.ts';
import { prepared } from './prepared.ts';
import type { Continuation, Queue } from './queue.ts';
import type { Jobs } from './schema.ts';

const asBytea = (hex: string) => `\\x${hex}`;

/** By the names of the columns. */
function submittedRow(job: NewJob, priority: number): string {
  const { source, origin, sealedPassword } = job;
  return storableJson({
    id: job.id,
    account_id: job.accountId,
    api_key_id: job.apiKeyId,
    options: job.options,
    priority,
    source_name: source.fileName,
    source_kind: origin?.kind,
    source_host: origin?.host,
    source_bytes: source.bytes,
    source_sha256: asBytea(source.sha256),
    pages_reserved: job.pages,
    document_pages: job.documentPages,
    ocr_pages_max: job.ocrPagesMax,
    password_sealed: sealedPassword && asBytea(sealedPassword.toString('hex')),
    billed_month: billingMonth(job.createdAt),
    created_at: job.createdAt,
    expires_at: job.expiresAt,
    trace_parent: job.traceParent,
  });
}

const query = `select ${jobColumns.join(', ')} from admit_job($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

function admission(job: NewJob, limits: AdmissionLimits): Continuation {
  const { idempotency, uploadId, createdAt } = job;
  const parameters = [
    submittedRow(job, limits.priority),
    limits.activeJobsMax,
    limits.pagesPerMonth,
    idempotency?.key ?? null,
    idempotency?.fingerprint ?? null,
    expiredAt(createdAt),
    uploadId ?? null,
    // Known as long as the idempotency key, so that a repeated request still finds the upload.
    idempotencyLifeMs,
    ownRemovalMs,
  ];
  return { query, parameters };
}

const activeJobs = compileOnce((db, { accountId }: { accountId: string }) =>
  db.selectFrom('accounts').select('active_jobs').where('id', '=', accountId).modifyEnd(prepared),
);

export async function countActiveJobs(db: Database, accountId: string): Promise<number> {
  const [row] = (await activeJobs(db, { accountId })).rows;
  return row?.active_jobs ?? 0;
}

/** What the codes of `admit_job` mean; `null` for any other error. */
async function refusal(db: Database, job: NewJob, error: unknown): Promise<Admission | null> {
  const { accountId, createdAt } = job;
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'OC001': {
      const earlier = await findByKey(db, accountId, job.idempotency?.key ?? '', createdAt);
      if (!earlier) throw unavailable('database', new Error('an idempotency key was pruned meanwhile'));
      return { kind: 'repeated', earlier };
    }
    case 'OC002':
      return { kind: 'too_many_jobs', activeJobs: await countActiveJobs(db, accountId) };
    case 'OC003': {
      const usage = await accountsIn(db).monthUsage(accountId, billingMonth(createdAt));
      return { kind: 'page_limit', usage };
    }
    case 'OC004':
      throw unavailable('database', error);
    case 'OC005':
      return { kind: 'upload_used' };
    default:
      return null;
  }
}

export function admissionInto(db: Database, queue: Queue, announcer: Announcer): JobStore['admit'] {
  return async (job, limits): Promise<Admission> => {
    const { id: jobId, accountId, traceParent } = job;
    const task = { jobId, accountId, priority: limits.priority, traceParent };
    try {
      const [row] = await queue.enqueueWith(task, admission(job, limits));
      if (row === undefined) throw new Error('a job was admitted and is not there');
      announcer.jobQueued(accountId);
      return {
        kind: 'admitted',
        job: toJob(row as Pick<Selectable<Jobs>, (typeof jobColumns)[number]>),
      };
    } catch (error) {
      const refused = await refusal(db, job, error);
      if (refused === null) throw error;
      return refused;
    }
  };
}
