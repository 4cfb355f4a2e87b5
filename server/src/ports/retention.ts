/** What the actions ask of the records about things that go by themselves. */
import type { AccountSettings } from '../domain/retention.ts';

export type ExpiredJob = { readonly id: string; readonly accountId: string };

export type RetentionStore = {
  settings(accountId: string): Promise<AccountSettings>;
  /** False when there is no such account. */
  changeSettings(accountId: string, settings: AccountSettings): Promise<boolean>;
  /** `null` keeps the job. False when the account has no such job. */
  setExpiry(accountId: string, jobId: string, expiresAt: Date | null): Promise<boolean>;
  /** Finished jobs whose time has come by the database's clock, oldest first, without those of `except`. */
  expired(limit: number, except: readonly string[]): Promise<readonly ExpiredJob[]>;
  /**
   * Begins to delete an expired job, as `beginDelete` does. False when it is not expired any more, or locked by
   * another process.
   */
  beginExpiry(jobId: string, now: Date): Promise<boolean>;
  /** Removes the oldest of those older than `keptMs` by the database's clock. Resolves to how many. */
  pruneEvents(keptMs: number, limit: number): Promise<number>;
  /** Removes the oldest of those older than `keptMs` by the database's clock. Resolves to how many. */
  pruneIdempotencyKeys(keptMs: number, limit: number): Promise<number>;
};
