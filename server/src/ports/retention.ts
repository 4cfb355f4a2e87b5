/** Port to retention: settings, expired jobs, and pruning. */
import type { AccountSettings } from '../domain/retention.ts';

export type ExpiredJob = { readonly id: string; readonly accountId: string };

export type RetentionStore = {
  settings(accountId: string): Promise<AccountSettings>;
  /** False when there is no such account. */
  changeSettings(accountId: string, settings: AccountSettings): Promise<boolean>;
  /** `null` keeps the job. False when the account does not have the job. */
  setExpiry(accountId: string, jobId: string, expiresAt: Date | null): Promise<boolean>;
  /** Finished jobs that have expired by the database's clock, oldest first, without those of `except`. */
  expired(limit: number, except: readonly string[]): Promise<readonly ExpiredJob[]>;
  /**
   * Begins to delete an expired job, as `beginDelete` does. False when it is not expired any more, or locked by
   * another process.
   */
  beginExpiry(jobId: string, now: Date): Promise<boolean>;
  /** Removes entries older than `keptMs` by the database's clock, oldest first. Resolves to how many. */
  pruneEvents(keptMs: number, limit: number): Promise<number>;
  /** Removes entries older than `keptMs` by the database's clock, oldest first. Resolves to how many. */
  pruneIdempotencyKeys(keptMs: number, limit: number): Promise<number>;
};
