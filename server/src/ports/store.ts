/** Store: what the actions ask of the records. Each method is one transaction; limits hold under any parallelism. */

import type { Account, Identity } from '../domain/account.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { DroppedContent } from '../domain/dropped.ts';
import type { Idempotency } from '../domain/idempotency.ts';
import type { Job, JobFilter, JobProgress, Output, Source } from '../domain/job.ts';
import type { ParserOptions } from '../domain/options.ts';
import type { Tier } from '../domain/plan.ts';
import type { RetryBudget } from '../domain/retry-budget.ts';
import type { MonthUsage } from '../domain/usage.ts';
import type { EngineWarning } from './engine.ts';
import type { EventStore } from './events.ts';
import type { RetentionStore } from './retention.ts';
import type { StatsStore } from './stats.ts';
import type { UsageStore } from './usage.ts';
import type { WebhookStore } from './webhook-store.ts';

export type Store = {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly jobs: JobStore;
  readonly uploads: UploadStore;
  readonly events: EventStore;
  readonly webhooks: WebhookStore;
  readonly usage: UsageStore;
  readonly retention: RetentionStore;
  readonly stats: StatsStore;
  /** Resolves when the records answer; fails with `service_unavailable` otherwise. */
  ping(): Promise<void>;
};

export type AccountStore = {
  /** The account of this identity, made on tier free when it is seen for the first time. */
  findOrCreate(identity: Identity, now: Date): Promise<Account>;
  find(accountId: string): Promise<Account | null>;
  /** Those with this e-mail address, in any case; an address is not proof, so there may be several. */
  findByEmail(email: string): Promise<readonly Account[]>;
  /** Newest first. */
  list(limit: number): Promise<readonly Account[]>;
  setTier(accountId: string, tier: Tier): Promise<Account | null>;
  /** Zero for a month without movement. */
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
  /** False when the account has no such key. Revoking twice keeps the first time. */
  revoke(accountId: string, keyId: string, now: Date): Promise<boolean>;
  /** A key that may be used now, with its account. */
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
  readonly sealedPassword: Buffer | null;
  readonly idempotency: Idempotency | null;
  /** `null` leaves it to the settings of the account. */
  readonly expiresAt: Date | null;
  /** Of the request that submits it, as W3C Trace Context writes it. */
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
  /** The idempotency key is taken; nothing was changed. */
  | { readonly kind: 'repeated'; readonly earlier: EarlierSubmit };

/** What an idempotency key stands for; without the job when that was deleted. */
export type EarlierSubmit = { readonly fingerprint: Buffer; readonly job: Job | null };

export type Page = { readonly number: number; readonly size: number };

/**
 * The fencing token of a claim. The attempt number orders the claims of a job; the claim id is random, so that two
 * claims never share a fence, also when the database falls back to an earlier state and repeats a number.
 */
export type ClaimRef = { readonly jobId: string; readonly attempt: number; readonly claimId: string };

/** The right to work on a job: only the latest claim changes anything. */
export type Claim = ClaimRef & {
  readonly job: Job;
  readonly leaseUntil: Date;
  readonly sealedPassword: Buffer | null;
  /** As it was submitted; `null` for jobs of a version that kept none. */
  readonly traceParent: string | null;
};

/** How a job goes back to the queue: what it counts as, and how long until it may be fetched again. */
export type HandBack = { readonly budget: RetryBudget | null; readonly delayMs: number };

/** What the records say of a claim: still held, how it ended the job, or that it does not count any more. */
export type ClaimState =
  | { readonly state: 'held' | 'failed' | 'lost' }
  | { readonly state: 'done'; readonly pageCount: number };

/** A job that recovery looks at. */
export type ExpiredLease = JobRef & { readonly attempt: number };

/** What stands before a pending job: jobs, counted up to `jobsAheadMax`, and their pages. */
export type QueuePosition = { readonly jobsAhead: number; readonly pagesAhead: number };

/** How fast the service converts lately. */
export type Throughput = { readonly msPerPage: number; readonly jobsProcessing: number };

export type JobResult = {
  readonly pageCount: number;
  readonly outputs: readonly Output[];
  readonly warnings: readonly EngineWarning[];
  /** Nothing unless given. */
  readonly dropped?: DroppedContent;
};

export type JobStore = {
  /** One transaction: idempotency key, slot, reservation, job, ledger row and queue entry, or nothing at all. */
  admit(job: NewJob, limits: AdmissionLimits): Promise<Admission>;
  find(accountId: string, jobId: string): Promise<Job | null>;
  /** For operators: a job of any account. */
  findForOperator(jobId: string): Promise<Job | null>;
  /** Names other objects as the outputs of a done job, if it still has those of `job`. Nothing is charged. */
  replaceOutputs(job: Job, outputs: readonly Output[]): Promise<boolean>;
  /** `null` for a key that was never used, or not for a day. */
  findByIdempotencyKey(accountId: string, key: string, now: Date): Promise<EarlierSubmit | null>;
  /** Most recent first. A page past the end is empty; the total is that of all jobs the filter means. */
  list(
    accountId: string,
    page: Page,
    filter?: JobFilter,
  ): Promise<{ readonly items: readonly Job[]; readonly total: number }>;
  activeCount(accountId: string): Promise<number>;
  /** What the engine noticed, by job; nothing for jobs that are not the account's. */
  warnings(
    accountId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly EngineWarning[]>>;
  /** What the conversion left out; nothing until the job is done, `null` for a job that is not the account's. */
  dropped(accountId: string, jobId: string): Promise<DroppedContent | null>;
  /** Of those that are pending. */
  queuePositions(jobIds: readonly string[]): Promise<ReadonlyMap<string, QueuePosition>>;
  /** A few seconds old at most; `null` while nothing has been converted lately. */
  throughput(): Promise<Throughput | null>;
  /** `null` when the job is gone, finished, or somebody else's. */
  claim(jobId: string, leaseMs: number): Promise<Claim | null>;
  /** False when the lease was lost or the job deleted: stop working on it. */
  renew(claim: ClaimRef, leaseMs: number): Promise<boolean>;
  /** Sent to everyone who waits for the job; nothing happens when the lease was lost. */
  recordProgress(claim: ClaimRef, progress: JobProgress): Promise<void>;
  /** Done, charged, outputs visible: at once and only for the latest claim. False changes nothing. */
  complete(claim: ClaimRef, result: JobResult, now: Date): Promise<boolean>;
  /** Failed for good, nothing charged. False when the lease was lost. */
  fail(claim: ClaimRef, errorMessage: string, now: Date): Promise<boolean>;
  /**
   * Back to pending, with a new queue entry that can be fetched after `delayMs`; without a loss nothing is counted.
   * `failed` when it was lost too often, `null` when the lease is not held any more.
   */
  handBack(claim: ClaimRef, back: HandBack, now: Date): Promise<'pending' | 'failed' | null>;
  /** How a claim stands after a write of it matched nothing, or got no answer. Waits for a write that is under way. */
  claimState(claim: ClaimRef): Promise<ClaimState>;
  /** Prefixes under which objects of this job are named by its outputs or written by its holder; `null` when it is deleted. */
  prefixesInUse(jobId: string): Promise<ReadonlySet<string> | null>;
  /** Whether a job of another account has been waiting for a worker for so long. */
  othersWait(accountId: string, waitedMs: number): Promise<boolean>;
  /** Jobs whose lease ran out, oldest first, without those of `except`. */
  expiredLeases(limit: number, except: readonly string[]): Promise<readonly ExpiredLease[]>;
  /** Takes a job back whose lease ran out, as `handBack` does; `null` when it is renewed, ended or locked by another process. */
  reclaim(lease: ExpiredLease, budget: RetryBudget, now: Date): Promise<'pending' | 'failed' | null>;
  /**
   * Pending jobs without a task in the queue, or with one that a silent worker holds. Each call looks at the silent
   * tasks and at the next part of the pending jobs, so what it reads does not grow with the queue.
   */
  lostTasks(staleMs: number, limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
  /** Gives a pending job a new task in place of the one it may have. False when it is not pending any more. */
  requeue(jobId: string): Promise<boolean>;
  /** Invisible from here on, its slot and reservation free; the row stays until `finishDelete`. */
  beginDelete(accountId: string, jobId: string, now: Date): Promise<boolean>;
  /** A worker that heard of a deletion says that it writes nothing any more. */
  releaseLease(claim: ClaimRef): Promise<void>;
  /** Whether a worker may still be writing files of this job. */
  isHeld(jobId: string): Promise<boolean>;
  /** The last trace but the ledger's goes, after the files went. */
  finishDelete(jobId: string): Promise<void>;
  /** Jobs whose deletion was begun at least `ageMs` ago, was not finished, and that nobody can be writing to. */
  unfinishedDeletes(ageMs: number, limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
};

export type JobRef = { readonly id: string; readonly accountId: string };

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
  /** Gives up those that nobody keeps alive. */
  abandoned(limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
};
