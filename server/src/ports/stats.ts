/** What operators watch of the whole service, whichever process they ask. */
import type { Format } from '../domain/formats.ts';
import type { Tier } from '../domain/plan.ts';

export type TierQueue = {
  readonly tier: Tier;
  /** Counted up to `vitalsCountMax`. */
  readonly jobs: number;
  /** Since the oldest was submitted; 0 when none waits. */
  readonly oldestSeconds: number;
};

export type ServiceStats = {
  readonly waiting: readonly TierQueue[];
  /** Jobs that a worker holds, counted up to `vitalsCountMax`. */
  readonly processing: number;
  /** Seconds since the oldest lease ran out that nobody has taken back; 0 when there is none. */
  readonly overdueLeaseSeconds: number;
  /** Webhook deliveries that have not ended, counted up to `vitalsCountMax`. */
  readonly deliveriesPending: number;
};

/** Counting stops here: how long it takes must not grow with what waits. */
export const statsCountMax = 1_000;

/** Of the database server. */
export type DatabaseStats = {
  /** Transactions since the oldest row that is not frozen; the server stops accepting writes near 2 billion. */
  readonly xidAge: number;
  /** Share of the NOTIFY queue that is full; at 1 every commit that notifies fails. */
  readonly notifyQueueShare: number;
  /** Of the longest transaction that is open in this database; it holds back both of the above. */
  readonly oldestTransactionSeconds: number;
};

export type LedgerCheck = {
  readonly rows: number;
  /** Accounts whose counters of a month are not what their ledger adds up to. */
  readonly driftingAccountIds: readonly string[];
  /** Where the next step begins; `null` when all were looked at. */
  readonly next: string | null;
};

/** One output of a done job, as its row names it. */
export type StoredOutput = {
  readonly jobId: string;
  readonly accountId: string;
  readonly format: Format;
  readonly objectKey: string;
  readonly bytes: number;
};

export type OutputCursor = Pick<StoredOutput, 'jobId' | 'format'>;

export type StatsStore = {
  /** Outputs of done jobs, newest first, before the cursor; `next` is `null` at the end. */
  storedOutputs(
    before: OutputCursor | null,
    limit: number,
  ): Promise<{ readonly outputs: readonly StoredOutput[]; readonly next: OutputCursor | null }>;
  read(): Promise<ServiceStats>;
  /** Compares the month counters of some accounts, in the order of their ids, with their ledger. */
  checkLedger(afterAccountId: string | null, accounts: number, sinceMonth: string): Promise<LedgerCheck>;
};
