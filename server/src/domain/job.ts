/**
 * A job: what a customer submits. It goes from pending to processing to done or failed, and back to pending only when
 * a worker is lost.
 */
import type { AccessibilityReport } from './accessibility.ts';
import type { Format } from './formats.ts';
import type { JobErrorCode } from './job-error.ts';
import type { ParserOptions } from './options.ts';

export const jobStatuses = ['pending', 'processing', 'done', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export type Source = { readonly fileName: string; readonly bytes: number; readonly sha256: string };

/** How the file reached the service: sent with the job, uploaded before, fetched from a URL, or that of another job. */
export const sourceKinds = ['form', 'direct_upload', 'source_url', 'earlier_job'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Only the host of a URL is kept: the rest of it may be a secret. */
export type SourceOrigin = { readonly kind: SourceKind; readonly host: string | null };

export type Output = {
  readonly format: Format;
  readonly objectKey: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Id of the tools that wrote it; set when it is stored, and read only for receipts. */
  readonly toolchain?: string;
};

/** Everything that was found in a document, from which every text format can be written. */
export type StoredDocument = { readonly key: string; readonly bytes: number; readonly sha256: string };

/** The reading index of a document: what the reading routes answer from. */
export type StoredReading = StoredDocument;

/** What is stored with the outputs of a done job. Jobs of earlier versions lack one or both. */
export type StoredParts = {
  /** Without it, no other format can be written later. */
  readonly document?: StoredDocument | undefined;
  /** Without it, the job cannot be read in parts. */
  readonly reading?: StoredReading | undefined;
  /** Of jobs with a tagged PDF. */
  readonly accessibility?: AccessibilityReport | undefined;
};

/**
 * Progress of an attempt: `recognize` counts the pages whose text is recognized (OCR), `layout` counts pages, `write`
 * counts outputs, the other stages have no steps. After `recognize`, the document is laid out again.
 */
export const stages = ['fetch', 'read', 'recognize', 'layout', 'write', 'store'] as const;
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
  /** `null` unless failed, and for jobs that failed under earlier versions. */
  readonly errorCode: JobErrorCode | null;
  /** The API key it was submitted with; `null` for a session. */
  readonly apiKeyId: string | null;
  /** `null` for jobs of earlier versions. */
  readonly origin: SourceOrigin | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Those chosen by the option `pages`, else all. */
  readonly pages: number;
  readonly documentPages: number;
  /** Pages whose text may be recognized (OCR), by the plan it was submitted under; `null` is the server's limit. */
  readonly ocrPagesMax: number | null;
  readonly attempts: number;
  /** When it was first and last claimed. */
  readonly startedAt: Date | null;
  readonly claimedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Of the attempt that is running. */
  readonly progress: JobProgress | null;
  /** When it is deleted automatically, once it has finished; `null` keeps it. */
  readonly expiresAt: Date | null;
  /** Empty until the job is done. */
  readonly outputs: readonly Output[];
};

/** Pages of the stage; the last stages work on all pages at once. */
export function pagesOfStage(
  { stage, done, total }: JobProgress,
  pages: number,
): { readonly done: number; readonly total: number } {
  switch (stage) {
    case 'recognize':
      return { done: Math.min(done, total), total };
    case 'layout':
      return { done: Math.min(done, pages), total: pages };
    case 'write':
    case 'store':
      return { done: pages, total: pages };
    default:
      return { done: 0, total: pages };
  }
}

export function isFinished({ status }: Pick<Job, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}

/** A search by name reads this many jobs, the most recent ones that match the times of the filter. */
export const nameSearchMax = 20_000;

/** Selects jobs of an account; absent fields do not filter. */
export type JobFilter = {
  readonly statuses?: readonly JobStatus[];
  /** Strictly later than this. */
  readonly createdAfter?: Date;
  /** Strictly earlier than this. */
  readonly createdBefore?: Date;
  /** A part of the file name, in upper or lower case. */
  readonly name?: string;
};

/** What names a job and its objects. */
export type JobRef = { readonly id: string; readonly accountId: string };

/** All objects of a job are stored under this prefix, so that deleting it deletes everything. */
export function jobPrefix(job: { readonly id: string; readonly accountId: string }): string {
  return `accounts/${job.accountId}/jobs/${job.id}/`;
}

export function sourceKey(job: { readonly id: string; readonly accountId: string }): string {
  return `${jobPrefix(job)}source.pdf`;
}

/** Identifies one claim of a job. Claims of versions without claim ids have none. */
export type ClaimName = { readonly attempt: number; readonly claimId: string | null };

/** Each claim writes under its own prefix, so that no other claim can overwrite or remove its outputs. */
export function claimPrefix(
  job: { readonly id: string; readonly accountId: string },
  { attempt, claimId }: ClaimName,
): string {
  const name = claimId === null ? String(attempt) : `${attempt}-${claimId}`;
  return `${jobPrefix(job)}attempt-${name}/`;
}

/** Outputs that are written after the job is done are stored under a prefix of their own. */
export function writePrefix(
  job: { readonly id: string; readonly accountId: string },
  writeId: string,
): string {
  return `${jobPrefix(job)}outputs-${writeId}/`;
}

/** The prefix of the claim or the later write that stored an object. */
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

export function documentKey(
  job: { readonly id: string; readonly accountId: string },
  claim: ClaimName,
): string {
  return `${claimPrefix(job, claim)}document.jsonl.zst`;
}

export function readingKey(
  job: { readonly id: string; readonly accountId: string },
  claim: ClaimName,
): string {
  return `${claimPrefix(job, claim)}reading.index`;
}
