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
import { freshKey, idempotencyKey } from './content.ts';
import { LostJobs } from './lost-jobs.ts';
import type { JobEntry, State } from './state.ts';
import type { Step } from './steps.ts';

export type Content = {
  readonly id: string;
  readonly sha256: string;
  readonly path: string;
  readonly name: string;
};

export type Submitting = {
  readonly client: Octavo;
  readonly parserOptions: ParserOptionsInput;
  readonly signal: AbortSignal;
  readonly waitTimeoutMs: number;
};

/** Sends the file under this key, telling of its progress. */
export async function submit(
  { client, parserOptions, signal, waitTimeoutMs }: Submitting,
  content: { readonly path: Exclude<FileInput, NamedFile>; readonly name: string },
  key: string,
  tell: (step: Step) => void,
): Promise<Job> {
  const job = await client.jobs.create(
    { file: { content: content.path, name: content.name }, options: parserOptions },
    {
      idempotencyKey: key,
      signal,
      slotTimeoutMs: waitTimeoutMs,
      onUploadProgress: ({ bytesSent, bytesTotal }) => tell({ step: 'uploading', bytesSent, bytesTotal }),
      onSlotWait: () => tell({ step: 'waiting', why: 'for a free slot' }),
    },
  );
  // One that has failed already is an answer to an earlier submit, and not the job this one is to have.
  if (job.status !== 'failed') tell({ step: 'submitted', jobId: job.id });
  return job;
}

/** The key belongs to another request, to a job that was deleted, or to one that failed: none of them will do. */
export async function submitAnew(
  submitting: Submitting,
  content: Content,
  key: string,
  renew: () => Promise<string>,
  tell: (step: Step) => void,
): Promise<Job> {
  try {
    const job = await submit(submitting, content, key, tell);
    if (job.status !== 'failed') return job;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'idempotency_key_reused') throw error;
  }
  return submit(submitting, content, await renew(), tell);
}

export type Obtaining = Submitting & {
  readonly state: State;
  readonly isForced: boolean;
  readonly runId: string;
};

export class JobSource {
  readonly #options: Obtaining;
  readonly #lost: LostJobs;

  constructor(options: Obtaining) {
    this.#options = options;
    this.#lost = new LostJobs(options.client, options.state, options.parserOptions, options.signal);
  }

  async obtain(content: Content, tell: (step: Step) => void): Promise<Job> {
    const { state, isForced, runId } = this.#options;
    const entry = state.job(content.id);
    const isForcedNow = isForced && entry?.forced_by !== runId;
    if (entry === undefined || isForcedNow || entry.status === 'failed') {
      const key = entry === undefined && !isForcedNow ? idempotencyKey(content.id) : freshKey(content.id);
      return this.#send(content, await this.#note(content, key), tell);
    }
    const jobId = entry.job_id ?? (await this.#lost.find(content, entry));
    if (jobId === null) return this.#send(content, entry, tell);
    if (entry.job_id === null)
      await state.setJob(content.id, { ...entry, job_id: jobId, status: 'accepted' });
    return this.#return(content, jobId, tell);
  }

  /** A job of an earlier run, which somebody may have deleted meanwhile. */
  async #return(content: Content, jobId: string, tell: (step: Step) => void): Promise<Job> {
    const { client, signal } = this.#options;
    try {
      const job = await client.jobs.retrieve(jobId, { signal });
      tell({ step: 'submitted', jobId });
      return job;
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return this.#send(content, await this.#note(content, freshKey(content.id)), tell);
    }
  }

  async #send(content: Content, entry: JobEntry, tell: (step: Step) => void): Promise<Job> {
    let current = entry;
    const renew = async () => {
      current = await this.#note(content, freshKey(content.id));
      return current.idempotency_key;
    };
    const job = await submitAnew(this.#options, content, entry.idempotency_key, renew, tell);
    await this.#options.state.setJob(content.id, { ...current, job_id: job.id, status: 'accepted' });
    return job;
  }

  async #note(content: Content, key: string): Promise<JobEntry> {
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
