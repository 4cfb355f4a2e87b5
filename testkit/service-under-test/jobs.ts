/** The job endpoints as a client of the contract calls them. */
import { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { multipart, optionsPart, type Part, pdfPart } from '../client/multipart.ts';
import { makeDocument } from '../documents/documents.ts';
import { type Answer, type Caller, request } from './request.ts';

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
): Promise<Answer> {
  const { contentType, chunks } = multipart(parts);
  return request('/jobs', {
    method: 'POST',
    caller,
    headers: { ...headers, 'content-type': contentType },
    body: Buffer.concat(chunks),
    ...(node === undefined ? {} : { node }),
  });
}

export function submit(caller: Caller, submission: Submission = {}): Promise<Answer> {
  const file = pdfPart(submission.file ?? makeDocument(), submission.fileName);
  const parts = submission.options === undefined ? [file] : [file, optionsPart(submission.options)];
  return submitParts(caller, parts, submission);
}

/** Submits what must be accepted, and says what came back when it was not. */
export async function accepted(caller: Caller, submission: Submission = {}): Promise<Job> {
  const answer = await submit(caller, submission);
  if (answer.status !== 201)
    throw new Error(`wanted 201, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as Job;
}

export async function readJob(caller: Caller, id: string): Promise<Job> {
  const answer = await request(`/jobs/${id}`, { caller });
  if (answer.status !== 200)
    throw new Error(`wanted 200, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as Job;
}

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

export async function listJobs(caller: Caller, query = ''): Promise<JobList> {
  const answer = await request(`/jobs${query}`, { caller });
  if (answer.status !== 200)
    throw new Error(`wanted 200, got ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.json as JobList;
}

export const download = (caller: Caller, id: string, format: string, headers: Record<string, string> = {}) =>
  request(`/jobs/${id}/download/${format}`, { caller, headers });
