/** Compares the counters of every account with its ledger, a few accounts per step. */
import { billingMonth } from '../domain/usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

export type AuditPorts = { readonly store: Pick<Store, 'stats'>; readonly clock: Clock };

export type AuditStep = {
  readonly rows: number;
  /** Accounts found so far in this round. */
  readonly drifting: readonly string[];
  readonly roundEnded: boolean;
};

/** An account has some dozens of ledger rows; a step should not read many hundreds. */
const accountsAStep = 20;

/** Older months are closed; a job may still be charged to the previous month. */
function sinceMonth(now: Date): string {
  return billingMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)));
}

/** Each call runs the next step. */
export function auditLedger({ store, clock }: AuditPorts): () => Promise<AuditStep> {
  let after: string | null = null;
  let found: string[] = [];
  return async () => {
    const check = await store.stats.checkLedger(after, accountsAStep, sinceMonth(clock.now()));
    const drifting = [...found, ...check.driftingAccountIds];
    after = check.next;
    found = check.next === null ? [] : drifting;
    return { rows: check.rows, drifting, roundEnded: check.next === null };
  };
}
