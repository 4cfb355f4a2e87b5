/** What operators watch of the whole service, whichever process they ask. */
import type { Tier } from '../domain/plan.ts';

export type Waiting = {
  readonly tier: Tier;
  /** Counted up to `vitalsCountMax`. */
  readonly jobs: number;
  /** Since the oldest was submitted; 0 when none waits. */
  readonly oldestSeconds: number;
};

export type Vitals = {
  readonly waiting: readonly Waiting[];
  /** Jobs that a worker holds, counted up to `vitalsCountMax`. */
  readonly processing: number;
  /** Seconds since the oldest lease ran out that nobody has taken back; 0 when there is none. */
  readonly overdueLeaseSeconds: number;
  /** Webhook deliveries that have not ended, counted up to `vitalsCountMax`. */
  readonly deliveriesPending: number;
};

/** Counting stops here: how long it takes must not grow with what waits. */
export const vitalsCountMax = 10_000;

export type LedgerCheck = {
  readonly rows: number;
  /** Accounts whose counters of a month are not what their ledger adds up to. */
  readonly driftingAccountIds: readonly string[];
  /** Where the next step begins; `null` when all were looked at. */
  readonly next: string | null;
};

export type VitalsStore = {
  read(): Promise<Vitals>;
  /** Compares the month counters of some accounts, in the order of their ids, with their ledger. */
  checkLedger(afterAccountId: string | null, accounts: number, sinceMonth: string): Promise<LedgerCheck>;
};
