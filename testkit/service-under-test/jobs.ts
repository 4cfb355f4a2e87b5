/** The job endpoints as a client of the contract calls them. */
import { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { multipart, optionsPart, type Part, pdfPart } from '../client/multipart.ts';
import { makeDocument } from '../documents/documents.ts';
import { bodyOf, type Caller, type Reply, request } from './request.ts';

export const formats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'] as const;
export const statuses = ['pending', 'processing', 'done', 'failed'] as const;

export type Job = {
  readonly id: string;
  readonly user_id: string;
  readonly status: (typeof statuses)[number];
  readonly options: Readonly<Record<string, unknown>>;
  readonly page_count: number | null;
  readonly error_message: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly download_urls: Readonly<Record<string, string>>;
};

export type JobList = {
  readonly items: readonly Job[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
};

export type Submission = {
  readonly file?: Buffer;
  readonly fileName?: string;
  readonly options?: unknown;
  readonly node?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export function submitParts(
  caller: Caller,
  parts: readonly Part[],
  { node, headers = {} }: Pick<Submission, 'node' | 'headers'> = {},
): Promise<Reply> {
  const { contentType, chunks } = multipart(parts);
  return request('/jobs', {
    method: 'POST',
    caller,
    headers: { ...headers, 'content-type': contentType },
    body: Buffer.concat(chunks),
    ...(node === undefined ? {} : { node }),
  });
}

export function submit(caller: Caller, submission: Submission = {}): Promise<Reply> {
  const file = pdfPart(submission.file ?? makeDocument(), submission.fileName);
  const parts = submission.options === undefined ? [file] : [file, optionsPart(submission.options)];
  return submitParts(caller, parts, submission);
}

/** Submits a document that must be accepted. */
export const accepted = (caller: Caller, submission: Submission = {}) =>
  bodyOf<Job>(201, submit(caller, submission));

export const readJob = (caller: Caller, id: string) => bodyOf<Job>(200, request(`/jobs/${id}`, { caller }));

/** Polls as the contract says, until the job satisfies the condition; the deadline is part of the guarantee. */
export async function pollUntil(
  caller: Caller,
  id: string,
  isReached: (job: Job) => boolean,
  timeoutMs = 90_000,
): Promise<Job> {
  const began = performance.now();
  for (;;) {
    const job = await readJob(caller, id);
    if (isReached(job)) return job;
    const waitedMs = performance.now() - began;
    if (waitedMs > timeoutMs) throw new Error(`job ${id} is still ${job.status} after ${timeoutMs} ms`);
    await delay(waitedMs < 5_000 ? 100 : 500);
  }
}

export const isTerminal = (job: Job) => job.status === 'done' || job.status === 'failed';

export async function finished(caller: Caller, submission: Submission = {}): Promise<Job> {
  const job = await accepted(caller, submission);
  return pollUntil(caller, job.id, isTerminal);
}

export async function done(caller: Caller, submission: Submission = {}): Promise<Job> {
  const job = await finished(caller, submission);
  if (job.status !== 'done') throw new Error(`job ${job.id} failed: ${job.error_message}`);
  return job;
}

export const remove = (caller: Caller, id: string) => request(`/jobs/${id}`, { method: 'DELETE', caller });

export const listJobs = (caller: Caller, query = '') =>
  bodyOf<JobList>(200, request(`/jobs${query}`, { caller }));

export const download = (caller: Caller, id: string, format: string, headers: Record<string, string> = {}) =>
  request(`/jobs/${id}/download/${format}`, { caller, headers });
