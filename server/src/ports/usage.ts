/** Port to the usage records. */
import type { DayCharge, DayRange, Movement } from '../domain/usage.ts';

export type UsageStore = {
  /**
   * What was charged on each day to each key, oldest first; days without a charge are left out. The days of a month
   * add up to what the month was charged.
   */
  charges(accountId: string, range: DayRange): Promise<readonly DayCharge[]>;
  /** The ledger entries of a job, in the order they were written. Empty for a job of another account. */
  movements(accountId: string, jobId: string): Promise<readonly Movement[]>;
};
