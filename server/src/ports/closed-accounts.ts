/** Port to accounts that their owners deleted. */
import type { JobRef } from '../domain/job.ts';

export type ClosedAccount = {
  readonly closedAt: Date;
  /** How many jobs are to be removed. */
  readonly jobs: number;
};

export type ClosedAccountStore = {
  /**
   * One transaction: removes identity, e-mail address, settings, webhooks and share links, and revokes all keys, so that nothing
   * opens the account any more. `null` if the account does not exist or is closed.
   */
  close(accountId: string): Promise<ClosedAccount | null>;
  /** Jobs of closed accounts whose deletion has not begun. */
  jobs(limit: number, except: readonly string[]): Promise<readonly JobRef[]>;
  /** Closed accounts without a job, an upload or a file that is being stored; their records are left. */
  withoutFiles(limit: number, except: readonly string[]): Promise<readonly string[]>;
  /** Removes keys and the log of events. False when more events are left than one transaction should remove. */
  empty(accountId: string): Promise<boolean>;
  /** Forgets who had accounts that were closed before this month. Resolves to how many. */
  forgetIdentities(limit: number): Promise<number>;
};
