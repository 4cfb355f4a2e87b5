/** A job as a task of docling-serve: its id and its status. */
import { isFinished, type Job, type JobStatus } from '../../domain/job.ts';
import { type ChunkWishes, chunkTokens } from './docling-chunks.ts';

/** A job, and for chunks what they should be: any API process answers for a task from its id. */
export type TaskName = { readonly jobId: string; readonly chunks: ChunkWishes | null };

const chunkTask = /^([0-9a-f-]{36})~(\d{2,4})(m?)(r?)(d?)$/i;

export function formatTaskId({ jobId, chunks }: TaskName): string {
  if (!chunks) return jobId;
  const { maxTokens, merge, includeRawText, includeDocument } = chunks;
  return `${jobId}~${maxTokens}${merge ? 'm' : ''}${includeRawText ? 'r' : ''}${includeDocument ? 'd' : ''}`;
}

/** What is not the id of a task is not the id of a job either. */
export function parseTaskId(text: string): TaskName {
  const [, jobId, tokens, merge, raw, whole] = chunkTask.exec(text) ?? [];
  const maxTokens = Number(tokens);
  if (jobId === undefined || maxTokens < chunkTokens.min || maxTokens > chunkTokens.max)
    return { jobId: text, chunks: null };
  const flags = { merge: merge !== '', includeRawText: raw !== '', includeDocument: whole !== '' };
  return { jobId, chunks: { maxTokens, ...flags } };
}

const taskStatuses = {
  pending: 'pending',
  processing: 'started',
  done: 'success',
  failed: 'failure',
} as const satisfies Record<JobStatus, string>;

/** Why a task failed, as docling-serve reports it. */
export function toFailure(job: Job): object {
  const message = job.errorMessage ?? 'The job failed.';
  return { category: 'unknown', message, retryable: false, phase: 'execution', details: {} };
}

export function toTaskStatus(job: Job, name: TaskName): object {
  const [isDone, hasFailed] = [job.status === 'done', job.status === 'failed'];
  return {
    task_id: formatTaskId({ ...name, jobId: job.id }),
    task_type: name.chunks ? 'chunk' : 'convert',
    task_status: taskStatuses[job.status],
    task_position: null,
    task_meta: {
      num_docs: 1,
      num_processed: isFinished(job) ? 1 : 0,
      num_succeeded: isDone ? 1 : 0,
      num_partially_succeeded: 0,
      num_failed: hasFailed ? 1 : 0,
    },
    error_message: job.errorMessage,
    failure: hasFailed ? toFailure(job) : null,
  };
}

/** In seconds, as long as the job ran. */
export function processingTime({ startedAt, finishedAt }: Job): number {
  return startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1_000 : 0;
}
