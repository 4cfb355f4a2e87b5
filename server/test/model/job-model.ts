/** A model of job lifecycle and metering; the store is compared with it after every step. */
import type { ClaimRef } from '../../src/ports/store.ts';

export type ModelJob = {
  readonly id: string;
  readonly account: number;
  readonly pages: number;
  status: 'pending' | 'processing' | 'done' | 'failed';
  attempt: number;
  engineDeaths: number;
  workerLosses: number;
  isLeaseOver: boolean;
  isDeleting: boolean;
  /** Its row was removed. */
  isGone: boolean;
  charged: number;
};

export type ModelClaim = { readonly job: ModelJob; readonly attempt: number; readonly claim: ClaimRef };

export type Model = {
  readonly jobs: ModelJob[];
  /** Every claim ever made: old claims are used again and must change nothing. */
  readonly claims: ModelClaim[];
  /** The job of each idempotency key, by account and key. */
  readonly keys: Map<string, { readonly job: ModelJob; readonly request: string }>;
};

export const limits = { activeJobsMax: 3, pagesPerMonth: 30, priority: 0 };
export const failuresMax = { engine: 2, worker: 3 };

export const emptyModel = (): Model => ({ jobs: [], claims: [], keys: new Map() });

export const isActive = (job: ModelJob) =>
  !job.isDeleting && (job.status === 'pending' || job.status === 'processing');

export const holdsJob = ({ job, attempt }: ModelClaim) =>
  job.status === 'processing' && job.attempt === attempt && !job.isDeleting && !job.isGone;

export const ofAccount = ({ jobs }: Model, account: number) => jobs.filter((job) => job.account === account);

export const activeOf = (model: Model, account: number) => ofAccount(model, account).filter(isActive);

const sum = (jobs: readonly ModelJob[], of: (job: ModelJob) => number) =>
  jobs.reduce((total, job) => total + of(job), 0);

export const chargedOf = (model: Model, account: number) =>
  sum(ofAccount(model, account), (job) => job.charged);

export const reservedOf = (model: Model, account: number) =>
  sum(activeOf(model, account), (job) => job.pages);

/** Counts one more failure; over the retry budget the job fails. */
export function recordFailure(job: ModelJob, cause: 'engine' | 'worker' | null): 'pending' | 'failed' {
  if (cause === 'engine') job.engineDeaths += 1;
  if (cause === 'worker') job.workerLosses += 1;
  const count = cause === 'engine' ? job.engineDeaths : job.workerLosses;
  job.status = cause !== null && count === failuresMax[cause] ? 'failed' : 'pending';
  job.isLeaseOver = false;
  return job.status;
}
