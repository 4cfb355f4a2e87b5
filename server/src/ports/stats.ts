/** Statistics of the whole service, the same from every process. */
import type { Format } from '../domain/formats.ts';
import type { Tier } from '../domain/plan.ts';

export type TierQueue = {
  readonly tier: Tier;
  /** Counted up to `statsCountMax`. */
  readonly jobs: number;
  /** Age of the oldest waiting job; 0 when none is waiting. */
  readonly oldestSeconds: number;
};

export type ServiceStats = {
  readonly waiting: readonly TierQueue[];
  /** Jobs being processed, counted up to `statsCountMax`. */
  readonly processing: number;
  /** Seconds since the oldest lease expired that has not been reclaimed; 0 when there is none. */
  readonly overdueLeaseSeconds: number;
  /** Webhook deliveries that have not ended, counted up to `statsCountMax`. */
  readonly deliveriesPending: number;
};

/** Counting stops here, so that its cost does not grow with the backlog. */
export const statsCountMax = 1_000;

/** Statistics of the database server. */
export type DatabaseStats = {
  /** Transactions since the oldest row that is not frozen; the server stops accepting writes near 2 billion. */
  readonly xidAge: number;
  /** Share of the NOTIFY queue that is full; at 1 every commit that notifies fails. */
  readonly notifyQueueShare: number;
  /** Of the longest transaction that is open in this database; it holds back both of the above. */
  readonly oldestTransactionSeconds: number;
};

/** A month of an account whose ledger was read in part, with the sums so far. */
export type OpenMonth = {
  readonly accountId: string;
  readonly month: string;
  /** The last ledger row that was read. */
  readonly afterId: number;
  readonly charged: number;
  readonly reserved: number;
};

/** Where the next step of the ledger audit continues: first with the open months. */
export type LedgerCursor = { readonly afterAccountId: string; readonly open: readonly OpenMonth[] };

/** Of one step. An account with more rows than its share is continued in steps of its own. */
export type LedgerLimits = { readonly accounts: number; readonly ledgerRows: number };

export type LedgerCheck = {
  /** Accounts or months that were read. */
  readonly rows: number;
  /** Accounts whose monthly counters differ from the sum of their ledger. */
  readonly driftingAccountIds: readonly string[];
  /** `null` at the end. */
  readonly next: LedgerCursor | null;
};

/** One output of a done job, its document or its reading index, as recorded in the database. */
export type StoredOutput = {
  readonly jobId: string;
  readonly accountId: string;
  readonly format: Format | 'document' | 'reading';
  readonly objectKey: string;
  readonly bytes: number;
};

export type OutputCursor = Pick<StoredOutput, 'jobId' | 'format'>;

export type StatsStore = {
  /** Outputs, documents and reading indexes of done jobs, newest first, before the cursor; `next` is `null` at the end. */
  storedOutputs(
    before: OutputCursor | null,
    limit: number,
  ): Promise<{ readonly outputs: readonly StoredOutput[]; readonly next: OutputCursor | null }>;
  read(): Promise<ServiceStats>;
  /** Compares the month counters of some accounts, in the order of their ids, with their ledger. */
  checkLedger(cursor: LedgerCursor | null, limits: LedgerLimits, sinceMonth: string): Promise<LedgerCheck>;
};
