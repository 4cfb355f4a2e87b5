/** A job: what a customer submits. It moves pending → processing → done or failed, and back only when a worker is lost. */
import type { Format } from './formats.ts';
import type { ParserOptions } from './options.ts';

export const jobStatuses = ['pending', 'processing', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export type Source = { readonly fileName: string; readonly bytes: number; readonly sha256: string };

export type Output = {
  readonly format: Format;
  readonly objectKey: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** How far an attempt is: `layout` counts pages, `write` counts outputs, the others have no steps. */
export const stages = ['fetch', 'read', 'layout', 'write', 'store'] as const;
export type Stage = (typeof stages)[number];
export type JobProgress = { readonly stage: Stage; readonly done: number; readonly total: number };

export type Job = {
  readonly id: string;
  readonly accountId: string;
  readonly status: JobStatus;
  readonly options: ParserOptions;
  readonly source: Source;
  readonly pageCount: number | null;
  readonly errorMessage: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Those chosen by the option `pages`, else all. */
  readonly pages: number;
  readonly documentPages: number;
  readonly attempts: number;
  /** When it was taken for the first time, and for the last. */
  readonly startedAt: Date | null;
  readonly claimedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Of the attempt that is running. */
  readonly progress: JobProgress | null;
  /** When it goes by itself, once it is finished; `null` keeps it. */
  readonly expiresAt: Date | null;
  /** Empty until the job is done. */
  readonly outputs: readonly Output[];
};

/** Pages that have been read and laid out; what comes after works on all of them at once. */
export function pagesDone({ stage, done }: JobProgress, pages: number): number {
  if (stage === 'layout') return Math.min(done, pages);
  return stage === 'write' || stage === 'store' ? pages : 0;
}

export function isFinished({ status }: Pick<Job, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}

/** Which of an account's jobs are meant; what is left out does not matter. */
export type JobFilter = {
  readonly statuses?: readonly JobStatus[];
  /** Strictly later than this. */
  readonly createdAfter?: Date;
  /** Strictly earlier than this. */
  readonly createdBefore?: Date;
};

/** Everything of a job lives under this prefix, so that deleting it deletes all. */
export function jobPrefix(job: { readonly id: string; readonly accountId: string }): string {
  return `accounts/${job.accountId}/jobs/${job.id}/`;
}

export function sourceKey(job: { readonly id: string; readonly accountId: string }): string {
  return `${jobPrefix(job)}source.pdf`;
}

/** Names one claim of a job. Claims of versions before the claim id have none. */
export type ClaimName = { readonly attempt: number; readonly claimId: string | null };

/** Each claim writes under a prefix of its own: no other claim can overwrite or remove its outputs. */
export function claimPrefix(
  job: { readonly id: string; readonly accountId: string },
  { attempt, claimId }: ClaimName,
): string {
  const name = claimId === null ? String(attempt) : `${attempt}-${claimId}`;
  return `${jobPrefix(job)}attempt-${name}/`;
}

/** Of an object key: the prefix of the claim that wrote it. */
export function folderOf(objectKey: string): string {
  return objectKey.slice(0, objectKey.lastIndexOf('/') + 1);
}

export function outputKey(
  job: { readonly id: string; readonly accountId: string },
  claim: ClaimName,
  format: Format,
): string {
  return `${claimPrefix(job, claim)}${format}`;
}
