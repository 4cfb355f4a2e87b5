/** Compares the counters of every account with its ledger: a few accounts per step, or a part of a large one. */
import { billingMonth } from '../domain/usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerCursor } from '../ports/stats.ts';
import type { Store } from '../ports/store.ts';

export type AuditPorts = { readonly store: Pick<Store, 'stats'>; readonly clock: Clock };

export type AuditStep = {
  readonly rows: number;
  /** Accounts found so far in this round. */
  readonly drifting: readonly string[];
  readonly roundEnded: boolean;
};

/** Most accounts have some dozens of ledger rows. One with 400,000 a month takes 80 steps. */
const stepLimits = { accounts: 20, ledgerRows: 5_000 };

/** Older months are closed; a job may still be charged to the previous month. */
function sinceMonth(now: Date): string {
  return billingMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)));
}

/** Each call runs the next step. */
export function auditLedger({ store, clock }: AuditPorts): () => Promise<AuditStep> {
  let cursor: LedgerCursor | null = null;
  let found: string[] = [];
  return async () => {
    const check = await store.stats.checkLedger(cursor, stepLimits, sinceMonth(clock.now()));
    const drifting = [...found, ...check.driftingAccountIds];
    cursor = check.next;
    found = check.next === null ? [] : drifting;
    return { rows: check.rows, drifting, roundEnded: check.next === null };
  };
}
