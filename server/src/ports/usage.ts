/** What the actions ask of the records about pages that were charged. */
import type { DayCharge, DayRange, Movement } from '../domain/usage.ts';

export type UsageStore = {
  /**
   * What was charged on each day to each key, oldest first; days without a charge are left out. The days of a month
   * add up to what the month was charged.
   */
  charges(accountId: string, range: DayRange): Promise<readonly DayCharge[]>;
  /** What the ledger says of a job, in the order it was written. Empty for a job the account never had. */
  movements(accountId: string, jobId: string): Promise<readonly Movement[]>;
};
