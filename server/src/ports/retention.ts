/** What the actions ask of the records about things that go by themselves. */
import type { AccountSettings } from '../domain/retention.ts';

export type RetentionStore = {
  settings(accountId: string): Promise<AccountSettings>;
  /** False when there is no such account. */
  changeSettings(accountId: string, settings: AccountSettings): Promise<boolean>;
  /** `null` keeps the job. False when the account has no such job. */
  setExpiry(accountId: string, jobId: string, expiresAt: Date | null): Promise<boolean>;
  /**
   * Begins to delete one finished job whose time has come, as `beginDelete` does, and says where it is; `null` when
   * there is none. A job that is not finished waits for its end.
   */
  beginExpired(now: Date): Promise<{ readonly id: string; readonly accountId: string } | null>;
  /** Removes the oldest, at most so many. Resolves to how many. */
  pruneEvents(before: Date, limit: number): Promise<number>;
  /** Removes the oldest, at most so many. Resolves to how many. */
  pruneIdempotencyKeys(before: Date, limit: number): Promise<number>;
};
