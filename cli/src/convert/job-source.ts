/** From a content to its job: the one it has already, or a new one that no accident can double. */
import {
  ConflictError,
  type FileInput,
  type Job,
  type NamedFile,
  NotFoundError,
  type Octavo,
  type ParserOptionsInput,
} from '@octavo/sdk';
import type { BatchState, JobEntry } from './batch-state.ts';
import { idempotencyKey, newIdempotencyKey } from './content-id.ts';
import { LostJobs } from './lost-jobs.ts';
import type { Step } from './reporter.ts';

export type FileContent = {
  readonly id: string;
  readonly sha256: string;
  readonly path: string;
  readonly name: string;
};

export type SubmitContext = {
  readonly client: Octavo;
  readonly parserOptions: ParserOptionsInput;
  readonly signal: AbortSignal;
  readonly waitTimeoutMs: number;
};

/** Sends the file under this key, telling of its progress. */
export async function submit(
  { client, parserOptions, signal, waitTimeoutMs }: SubmitContext,
  content: { readonly path: Exclude<FileInput, NamedFile>; readonly name: string },
  key: string,
  onStep: (step: Step) => void,
): Promise<Job> {
  const job = await client.jobs.create(
    { file: { content: content.path, name: content.name }, options: parserOptions },
    {
      idempotencyKey: key,
      signal,
      slotTimeoutMs: waitTimeoutMs,
      onUploadProgress: ({ bytesSent, bytesTotal }) => onStep({ step: 'uploading', bytesSent, bytesTotal }),
      onSlotWait: () => onStep({ step: 'waiting', why: 'for a free slot' }),
    },
  );
  // One that has failed already is an answer to an earlier submit, and not the job this one is to have.
  if (job.status !== 'failed') onStep({ step: 'submitted', jobId: job.id });
  return job;
}

/** The key belongs to another request, to a job that was deleted, or to one that failed: none of them will do. */
export async function submitWithFallbackKey(
  context: SubmitContext,
  content: FileContent,
  key: string,
  renew: () => Promise<string>,
  onStep: (step: Step) => void,
): Promise<Job> {
  try {
    const job = await submit(context, content, key, onStep);
    if (job.status !== 'failed') return job;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'idempotency_key_reused') throw error;
  }
  return submit(context, content, await renew(), onStep);
}

export type JobSourceOptions = SubmitContext & {
  readonly state: BatchState;
  readonly isForced: boolean;
  readonly runId: string;
};

export class JobSource {
  readonly #options: JobSourceOptions;
  readonly #lost: LostJobs;

  constructor(options: JobSourceOptions) {
    this.#options = options;
    this.#lost = new LostJobs(options.client, options.state, options.parserOptions, options.signal);
  }

  async getOrSubmit(content: FileContent, onStep: (step: Step) => void): Promise<Job> {
    const { state, isForced, runId } = this.#options;
    const entry = state.job(content.id);
    const isForcedNow = isForced && entry?.forced_by !== runId;
    if (entry === undefined || isForcedNow || entry.status === 'failed') {
      const key =
        entry === undefined && !isForcedNow ? idempotencyKey(content.id) : newIdempotencyKey(content.id);
      return this.#submit(content, await this.#record(content, key), onStep);
    }
    const jobId = entry.job_id ?? (await this.#lost.find(content, entry));
    if (jobId === null) return this.#submit(content, entry, onStep);
    if (entry.job_id === null)
      await state.setJob(content.id, { ...entry, job_id: jobId, status: 'accepted' });
    return this.#retrieve(content, jobId, onStep);
  }

  /** A job of an earlier run, which somebody may have deleted meanwhile. */
  async #retrieve(content: FileContent, jobId: string, onStep: (step: Step) => void): Promise<Job> {
    const { client, signal } = this.#options;
    try {
      const job = await client.jobs.retrieve(jobId, { signal });
      onStep({ step: 'submitted', jobId });
      return job;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return this.#submit(content, await this.#record(content, newIdempotencyKey(content.id)), onStep);
    }
  }

  async #submit(content: FileContent, entry: JobEntry, onStep: (step: Step) => void): Promise<Job> {
    let current = entry;
    const renew = async () => {
      current = await this.#record(content, newIdempotencyKey(content.id));
      return current.idempotency_key;
    };
    const job = await submitWithFallbackKey(this.#options, content, entry.idempotency_key, renew, onStep);
    await this.#options.state.setJob(content.id, { ...current, job_id: job.id, status: 'accepted' });
    return job;
  }

  async #record(content: FileContent, key: string): Promise<JobEntry> {
    const { state, isForced, runId } = this.#options;
    const entry: JobEntry = {
      idempotency_key: key,
      submitted_at: new Date().toISOString(),
      job_id: null,
      status: 'submitting',
      ...(isForced && { forced_by: runId }),
    };
    await state.setJob(content.id, entry);
    return entry;
  }
}
