/** Maps job rows to jobs, with their outputs. */
import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Format } from '../domain/formats.ts';
import type { Job, JobProgress, JobStatus, Output, SourceKind, Stage } from '../domain/job.ts';
import type { JobErrorCode } from '../domain/job-error.ts';
import type { JobRef } from '../ports/store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { toOptions } from './json-values.ts';
import type { Jobs } from './schema.ts';

export const jobColumns = [
  'id',
  'account_id',
  'status',
  'options',
  'source_name',
  'source_bytes',
  'source_sha256',
  'page_count',
  'error_message',
  'error_code',
  'api_key_id',
  'source_kind',
  'source_host',
  'created_at',
  'updated_at',
  'pages_reserved',
  'document_pages',
  'ocr_pages_max',
  'attempt',
  'started_at',
  'claimed_at',
  'finished_at',
  'progress_stage',
  'progress_done',
  'progress_total',
  'expires_at',
] as const;

type JobRow = Pick<Selectable<Jobs>, (typeof jobColumns)[number]>;
type OutputRow = { format: string; object_key: string; bytes: number; sha256: string };

function toOutput(row: OutputRow): Output {
  return { format: row.format as Format, objectKey: row.object_key, bytes: row.bytes, sha256: row.sha256 };
}

type ProgressRow = Pick<JobRow, 'status' | 'progress_stage' | 'progress_done' | 'progress_total'>;

export function toProgress(row: ProgressRow): JobProgress | null {
  if (row.status !== 'processing' || row.progress_stage === null) return null;
  return { stage: row.progress_stage as Stage, done: row.progress_done, total: row.progress_total };
}

export function toJob(row: JobRow & { readonly outputs?: readonly OutputRow[] }): Job {
  return {
    id: row.id,
    accountId: row.account_id,
    status: row.status as JobStatus,
    options: toOptions(row.options),
    source: {
      fileName: row.source_name,
      bytes: row.source_bytes,
      sha256: row.source_sha256.toString('hex'),
    },
    pageCount: row.page_count,
    errorMessage: row.error_message,
    errorCode: row.error_code as JobErrorCode | null,
    apiKeyId: row.api_key_id,
    origin: row.source_kind === null ? null : { kind: row.source_kind as SourceKind, host: row.source_host },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pages: row.pages_reserved,
    documentPages: row.document_pages,
    ocrPagesMax: row.ocr_pages_max,
    attempts: row.attempt,
    startedAt: row.started_at,
    claimedAt: row.claimed_at,
    finishedAt: row.finished_at,
    progress: toProgress(row),
    expiresAt: row.expires_at,
    outputs: (row.outputs ?? []).map(toOutput),
  };
}

export function toJobRef(row: Pick<Selectable<Jobs>, 'id' | 'account_id'>): JobRef {
  return { id: row.id, accountId: row.account_id };
}

/** Jobs of one account that are not being deleted, each with its outputs. */
export function visibleJobs(db: Database | DatabaseTransaction, accountId: string) {
  return jobsWithOutputs(db).where('account_id', '=', accountId);
}

/** Jobs of any account that are not being deleted, each with its outputs. */
export function jobsWithOutputs(db: Database | DatabaseTransaction) {
  return db
    .selectFrom('jobs')
    .select(jobColumns)
    .select((job) =>
      jsonArrayFrom(
        job
          .selectFrom('outputs')
          .select(['format', 'object_key', 'bytes', sql<string>`encode(sha256, 'hex')`.as('sha256')])
          .whereRef('outputs.job_id', '=', 'jobs.id'),
      ).as('outputs'),
    )
    .where('deleting_at', 'is', null);
}
