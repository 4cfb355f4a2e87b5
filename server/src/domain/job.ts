/** A job: what a customer submits. It moves pending → processing → done or failed, and back only when a worker is lost. */
import type { Format, ParserOptions } from './options.ts';

export const jobStatuses = ['pending', 'processing', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export type Source = { readonly fileName: string; readonly bytes: number; readonly sha256: string };

export type Output = {
  readonly format: Format;
  readonly objectKey: string;
  readonly bytes: number;
  readonly sha256: string;
};

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
  /** Empty until the job is done. */
  readonly outputs: readonly Output[];
};

/** Everything of a job lives under this prefix, so that deleting it deletes all. */
export function jobPrefix(job: { readonly id: string; readonly accountId: string }): string {
  return `accounts/${job.accountId}/jobs/${job.id}/`;
}

export function sourceKey(job: { readonly id: string; readonly accountId: string }): string {
  return `${jobPrefix(job)}source.pdf`;
}

/** Each attempt writes under a prefix of its own: a late worker can overwrite nothing. */
export function outputKey(
  job: { readonly id: string; readonly accountId: string },
  attempt: number,
  format: Format,
): string {
  return `${jobPrefix(job)}attempt-${attempt}/${format}`;
}
