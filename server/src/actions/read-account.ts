/** Reads the caller's account and its usage of the month. */
import type { Account } from '../domain/account.ts';
import type { Caller } from '../domain/caller.ts';
import { billingMonth, type MonthUsage } from '../domain/usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';

export type ReadAccountPorts = { readonly store: Pick<Store, 'accounts'>; readonly clock: Clock };

export type AccountUsage = {
  readonly account: Account;
  readonly usage: MonthUsage;
  readonly pagesLimit: number;
};

export async function readAccount({ store, clock }: ReadAccountPorts, caller: Caller): Promise<AccountUsage> {
  const usage = await store.accounts.monthUsage(caller.account.id, billingMonth(clock.now()));
  return { account: caller.account, usage, pagesLimit: caller.plan.pagesPerMonth };
}
