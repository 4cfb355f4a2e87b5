/** Finds and opens one stored file of a job. */
import type { Caller } from '../domain/caller.ts';
import { OctavoError, unavailable } from '../domain/errors.ts';
import { type Format, formats } from '../domain/formats.ts';
import type { Job, Output } from '../domain/job.ts';
import type { BlobBody, Blobs } from '../ports/blobs.ts';
import type { Store } from '../ports/store.ts';
import { findJob } from './read-jobs.ts';

export type DownloadPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'get'>;
};

const notDoneRetrySeconds = 2;

function knownFormat(name: string): Format {
  const format = formats.find((known) => known === name);
  if (format) return format;
  const msg = `must be one of ${formats.join(', ')}`;
  throw new OctavoError('invalid_request', `Unknown format: fmt ${msg}.`, {
    faults: [{ loc: ['path', 'fmt'], msg }],
  });
}

/** Throws for a job that is not done. */
export function requireDone(job: Job): void {
  if (job.status === 'failed') {
    throw new OctavoError('job_failed', job.errorMessage ?? 'The job failed.');
  }
  if (job.status !== 'done') {
    throw new OctavoError('job_not_done', `The job is still ${job.status}. Try again when it is done.`, {
      retryAfterSeconds: notDoneRetrySeconds,
    });
  }
}

function outputOf(job: Job, format: Format): Output {
  requireDone(job);
  const output = job.outputs.find((candidate) => candidate.format === format);
  if (output) return output;
  const made = job.outputs.map((candidate) => candidate.format).join(', ');
  throw new OctavoError('format_not_produced', `This job did not produce ${format}. It has ${made}.`);
}

export async function findOutput(
  { store }: Pick<DownloadPorts, 'store'>,
  caller: Caller,
  jobId: string,
  formatName: string,
): Promise<{ readonly job: Job; readonly output: Output }> {
  const format = knownFormat(formatName);
  const job = await findJob(store, caller, jobId);
  return { job, output: outputOf(job, format) };
}

export async function openStored(
  { blobs }: Pick<DownloadPorts, 'blobs'>,
  objectKey: string,
  range: { readonly start: number; readonly end: number } | null,
  signal: AbortSignal,
): Promise<BlobBody> {
  const found = await blobs.get(objectKey, { ...(range && { range }), signal });
  // The file was lost by the storage, or the job is being deleted.
  if (!found) throw unavailable('storage', new Error('a file of a job is not in storage'));
  return found;
}
