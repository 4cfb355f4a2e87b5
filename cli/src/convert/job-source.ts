/** Returns the job of a file: an existing one, or a new one under a stored idempotency key, so that it is created once. */
import {
  ConflictError,
  type Job,
  type JobSubmission,
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

export type JobInput = Pick<JobSubmission, 'file' | 'source_url'>;

/** Submits a file, or a URL that the server fetches, under this idempotency key and reports progress. */
export async function submit(
  { client, parserOptions, signal, waitTimeoutMs }: SubmitContext,
  source: JobInput,
  key: string,
  onStep: (step: Step) => void,
): Promise<Job> {
  const job = await client.jobs.create(
    { ...source, options: parserOptions },
    {
      idempotencyKey: key,
      signal,
      slotTimeoutMs: waitTimeoutMs,
      onUploadProgress: ({ bytesSent, bytesTotal }) => onStep({ step: 'uploading', bytesSent, bytesTotal }),
      onSlotWait: () => onStep({ step: 'waiting', for: 'slot' }),
    },
  );
  // A failed job is the replayed response of an earlier submission; the caller submits again under a new key.
  if (job.status !== 'failed') onStep({ step: 'submitted', jobId: job.id });
  return job;
}

export const fileOf = ({ path, name }: Pick<FileContent, 'path' | 'name'>): JobInput => ({
  file: { content: path, name },
});

/** Submits under a new key if the old one belongs to another request, a deleted job or a failed job. */
export async function submitWithFallbackKey(
  context: SubmitContext,
  source: JobInput,
  key: string,
  renew: () => Promise<string>,
  onStep: (step: Step) => void,
): Promise<Job> {
  try {
    const job = await submit(context, source, key, onStep);
    if (job.status !== 'failed') return job;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== 'idempotency_key_reused') throw error;
  }
  return submit(context, source, await renew(), onStep);
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

  /** The job of an earlier run, or a new one if it was deleted. */
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
    const job = await submitWithFallbackKey(
      this.#options,
      fileOf(content),
      entry.idempotency_key,
      renew,
      onStep,
    );
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
