/** Port to the database. Each method is one transaction; limits hold under any concurrency. */

import type { AccessibilityReport } from '../domain/accessibility.ts';
import type { Account, Identity } from '../domain/account.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { DroppedContent } from '../domain/dropped.ts';
import type { Throughput } from '../domain/estimate.ts';
import type { Idempotency } from '../domain/idempotency.ts';
import type {
  Job,
  JobFilter,
  JobProgress,
  JobRef,
  Output,
  Source,
  SourceOrigin,
  StoredDocument,
  StoredParts,
  StoredReading,
} from '../domain/job.ts';
import type { JobErrorCode } from '../domain/job-error.ts';
import type { ParserOptions } from '../domain/options.ts';
import type { Tier } from '../domain/plan.ts';
import type { RetryBudget } from '../domain/retry-budget.ts';
import type { MonthUsage } from '../domain/usage.ts';
import type { ClosedAccountStore } from './closed-accounts.ts';
import type { DirectUploadStore } from './direct-uploads.ts';
import type { EngineWarning } from './engine.ts';
import type { ErasureStore } from './erasures.ts';
import type { EventStore } from './events.ts';
import type { OutputWriteStore } from './output-writes.ts';
import type { ReceiptStore } from './receipts.ts';
import type { RetentionStore } from './retention.ts';
import type { ShareStore } from './shares.ts';
import type { StatsStore } from './stats.ts';
import type { UsageStore } from './usage.ts';
import type { WebhookStore } from './webhook-store.ts';

export type Store = {
  readonly accounts: AccountStore;
  readonly closedAccounts: ClosedAccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly jobs: JobStore;
  readonly uploads: UploadStore;
  readonly directUploads: DirectUploadStore;
  readonly outputWrites: OutputWriteStore;
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
  readonly usage: UsageStore;
  readonly retention: RetentionStore;
  readonly receipts: ReceiptStore;
  readonly erasures: ErasureStore;
  readonly shares: ShareStore;
  readonly stats: StatsStore;
  /** Resolves when the database answers; fails with `service_unavailable` otherwise. */
  ping(): Promise<void>;
};

export type AccountStore = {
  /**
   * The account of this identity; created on tier free when the user signs in for the first time. Fails with
   * `unauthorized` for a token from before the user deleted the account, and with `service_unavailable` while it is
   * still being deleted.
   */
  findOrCreate(identity: Identity, now: Date): Promise<Account>;
  find(accountId: string): Promise<Account | null>;
  /** Accounts with this e-mail address, ignoring case; an address is not unique. */
  findByEmail(email: string): Promise<readonly Account[]>;
  /** Newest first. */
  list(limit: number): Promise<readonly Account[]>;
  setTier(accountId: string, tier: Tier): Promise<Account | null>;
  /**
   * From the moment it resolves, nothing of the account is submitted, deleted, expired or given another expiry; running
   * jobs finish. Waits for submits and deletes that are being committed. `null` for an account that was deleted.
   */
  stopWrites(accountId: string): Promise<Account | null>;
  allowWrites(accountId: string): Promise<Account | null>;
  /** Writes that began before a stop and whose files are still being stored or removed. */
  unfinishedWrites(accountId: string): Promise<number>;
  /** Zero for a month without usage. */
  monthUsage(accountId: string, month: string): Promise<MonthUsage>;
};

export type NewApiKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
};

export type ApiKeyStore = {
  /** `null` when the account already has `activeMax` active keys. */
  create(key: NewApiKey, activeMax: number): Promise<ApiKey | null>;
  /** Newest first, revoked ones included. */
  list(accountId: string): Promise<readonly ApiKey[]>;
  /** False when the account does not have the key. Revoking twice keeps the first time. */
  revoke(accountId: string, keyId: string, now: Date): Promise<boolean>;
  /** An active key, with its account. */
  findActive(hash: Buffer): Promise<{ readonly key: ApiKey; readonly account: Account } | null>;
  /** Written at most once a minute for each key. */
  recordUse(keyId: string, now: Date): Promise<void>;
};

export type NewJob = {
  readonly id: string;
  readonly accountId: string;
  readonly apiKeyId: string | null;
  readonly options: ParserOptions;
  readonly source: Source;
  /** Those chosen by the option `pages`, else all: what is reserved. */
  readonly pages: number;
  readonly documentPages: number;
  /** Pages whose text may be recognized (OCR), by the plan; `null` is the server's limit. */
  readonly ocrPagesMax: number | null;
  readonly sealedPassword: Buffer | null;
  readonly idempotency: Idempotency | null;
  /** `null` or absent where it is not known. */
  readonly origin?: SourceOrigin | null;
  /** The direct upload that it is made of, which can be used once. */
  readonly uploadId?: string | null;
  /** `null` uses the setting of the account. */
  readonly expiresAt: Date | null;
  /** The W3C traceparent of the request that submits it. */
  readonly traceParent: string | null;
  readonly createdAt: Date;
};

export type AdmissionLimits = {
  readonly activeJobsMax: number;
  readonly pagesPerMonth: number;
  /** Higher goes first in the queue. */
  readonly priority: number;
};

export type Admission =
  | { readonly kind: 'admitted'; readonly job: Job }
  | { readonly kind: 'too_many_jobs'; readonly activeJobs: number }
  | { readonly kind: 'page_limit'; readonly usage: MonthUsage }
  /** The direct upload was used for another job, or given up. */
  | { readonly kind: 'upload_used' }
  /** The idempotency key was used before; nothing was changed. */
  | { readonly kind: 'repeated'; readonly earlier: EarlierSubmit };

/** The submit that used an idempotency key before; `job` is null when it was deleted. */
export type EarlierSubmit = { readonly fingerprint: Buffer; readonly job: Job | null };

export type JobList = {
  readonly items: readonly Job[];
  readonly total: number;
  /** Older jobs were not searched. Only with a name in the filter. */
  readonly isPartial?: boolean;
};

export type Page = { readonly number: number; readonly size: number };

/**
 * The fencing token of a claim. The attempt number orders the claims of a job; the claim id is random, so that two
 * claims never share a fence, also when the database falls back to an earlier state and repeats a number.
 */
export type ClaimRef = { readonly jobId: string; readonly attempt: number; readonly claimId: string };

/** The right to work on a job: only the latest claim can change it. */
export type Claim = ClaimRef & {
  readonly job: Job;
  readonly leaseUntil: Date;
  readonly sealedPassword: Buffer | null;
  /** As it was submitted; `null` for jobs of earlier versions. */
  readonly traceParent: string | null;
};

/**
 * How a job goes back to the queue: the retry budget it counts against, if any, and the delay until it can be
 * fetched.
 */
export type HandBack = { readonly budget: RetryBudget | null; readonly delayMs: number };

/** The state of a claim in the database: still held, how it ended the job, or lost. */
export type ClaimState =
  | { readonly state: 'held' | 'failed' | 'lost' }
  | { readonly state: 'done'; readonly pageCount: number };

/** A job whose lease has expired. */
export type ExpiredLease = JobRef & { readonly attempt: number };

/** What is ahead of a pending job: jobs, counted up to `jobsAheadMax`, and their pages. */
export type QueuePosition = { readonly jobsAhead: number; readonly pagesAhead: number };

export type JobResult = StoredParts & {
  readonly pageCount: number;
  readonly outputs: readonly Output[];
  readonly warnings: readonly EngineWarning[];
  /** Nothing dropped by default. */
  readonly dropped?: DroppedContent;
};

export type JobStore = {
  /**
   * One transaction: idempotency key, slot, reservation, job, ledger row, use of a direct upload and queue entry, or
   * nothing at all.
   */
  admit(job: NewJob, limits: AdmissionLimits): Promise<Admission>;
  find(accountId: string, jobId: string): Promise<Job | null>;
  /** For operators: a job of any account. */
  findForOperator(jobId: string): Promise<Job | null>;
  /**
   * Replaces the outputs of a done job and what is stored with them, if the outputs are still those of `job`.
   * Nothing is charged.
   */
  replaceOutputs(job: Job, outputs: readonly Output[], parts?: StoredParts): Promise<boolean>;
  /** The stored document of a done job; `null` without one, and for a job of another account. */
  document(accountId: string, jobId: string): Promise<StoredDocument | null>;
  /** The reading index of a done job; `null` without one, and for a job of another account. */
  reading(accountId: string, jobId: string): Promise<StoredReading | null>;
  /** The accessibility report of a done job; `null` without one, and for a job of another account. */
  accessibility(accountId: string, jobId: string): Promise<AccessibilityReport | null>;
  /** `null` for a key that was not used in the last 24 hours. */
  findByIdempotencyKey(accountId: string, key: string, now: Date): Promise<EarlierSubmit | null>;
  /**
   * Most recent first. A page past the end is empty; `total` counts all jobs that match the filter. A search by name
   * reads `nameSearchMax` jobs at most.
   */
  list(accountId: string, page: Page, filter?: JobFilter): Promise<JobList>;
  activeCount(accountId: string): Promise<number>;
  /** Warnings by job; nothing for jobs of other accounts. */
  warnings(
    accountId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly EngineWarning[]>>;
  /** Empty until the job is done; `null` for a job of another account. */
  dropped(accountId: string, jobId: string): Promise<DroppedContent | null>;
  /** Of those that are pending. */
  queuePositions(jobIds: readonly string[]): Promise<ReadonlyMap<string, QueuePosition>>;
  /** Cached for a few seconds; `null` while nothing has been converted recently. */
  throughput(): Promise<Throughput | null>;
  /** `null` when the job is deleted, finished, or claimed by another worker. */
  claim(jobId: string, leaseMs: number): Promise<Claim | null>;
  /** False when the lease was lost or the job deleted: stop working on it. */
  renew(claim: ClaimRef, leaseMs: number): Promise<boolean>;
  /**
   * Published to the subscribers of the account; does nothing when the lease was lost. Best effort: it may be written
   * later, together with that of other jobs, and is skipped while the job is locked.
   */
  recordProgress(claim: ClaimRef, progress: JobProgress): Promise<void>;
  /** Marks the job done, charges it and makes its outputs visible in one transaction. False when the claim was lost. */
  complete(claim: ClaimRef, result: JobResult, now: Date): Promise<boolean>;
  /** Fails the job; nothing is charged. False when the lease was lost. */
  fail(claim: ClaimRef, errorMessage: string, now: Date, errorCode?: JobErrorCode): Promise<boolean>;
  /**
   * Back to pending, with a new queue entry that can be fetched after `delayMs`; without a `budget` nothing is counted.
   * `failed` when it was lost too often, `null` when the lease is not held any more.
   */
  handBack(claim: ClaimRef, back: HandBack, now: Date): Promise<'pending' | 'failed' | null>;
  /** The state of a claim after a write matched no row or got no answer. Waits for a write in progress. */
  claimState(claim: ClaimRef): Promise<ClaimState>;
  /** Prefixes that the job's outputs, document and reading index refer to or are being written to; `null` when it is deleted. */
  prefixesInUse(jobId: string): Promise<ReadonlySet<string> | null>;
  /** Whether a job of another account has been waiting for at least this long. */
  othersWait(accountId: string, waitedMs: number): Promise<boolean>;
  /** Jobs whose lease ran out, oldest first, without those of `except`. */
  expiredLeases(limit: number, except: readonly string[]): Promise<readonly ExpiredLease[]>;
  /**
   * Reclaims a job whose lease expired, like `handBack`; `null` when it was renewed, has ended, or is locked by
   * another process.
   */
  reclaim(lease: ExpiredLease, budget: RetryBudget, now: Date): Promise<'pending' | 'failed' | null>;
  /**
   * Pending jobs without a task in the queue, or with one whose worker sends no heartbeat. Each call reads stale tasks
   * and the next part of the pending jobs, so its cost does not grow with the queue.
   */
  lostTasks(staleMs: number, limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
  /** Replaces the task of a pending job. False when it is no longer pending. */
  requeue(jobId: string): Promise<boolean>;
  /** Hides the job and frees its slot and reservation; the row stays until `finishDelete`. */
  beginDelete(accountId: string, jobId: string, now: Date): Promise<boolean>;
  /** Called by a worker that has stopped writing files of a deleted job. */
  releaseLease(claim: ClaimRef): Promise<void>;
  /** Whether a worker, or a request that adds outputs, may still be writing files of this job. */
  isHeld(jobId: string): Promise<boolean>;
  /**
   * Removes the row, after the files were removed, and records the erasure unless the service keeps none. Does nothing
   * if no deletion was started.
   */
  finishDelete(jobId: string, options?: { readonly withoutRecord?: boolean }): Promise<void>;
  /** Jobs whose deletion started at least `ageMs` ago and did not finish, and that no process can be writing to. */
  unfinishedDeletes(ageMs: number, limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
};

export type { JobRef };

/** Files that were stored for a job that is not committed yet. */
export type UploadStore = {
  begin(place: JobRef, aliveMs: number): Promise<void>;
  keepAlive(jobId: string, aliveMs: number): Promise<void>;
  end(jobId: string): Promise<void>;
  /**
   * From here on no admission can make a job of it; its files may be removed. Waits for an admission that is under way,
   * and is false when there is no such note, because one has succeeded.
   */
  abandon(jobId: string): Promise<boolean>;
  /** Marks and returns uploads whose process stopped sending heartbeats. */
  abandoned(limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
};
