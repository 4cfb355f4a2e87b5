/** Reads what an account was charged: by day and key, for the month, and for one job. */
import type { Caller } from '../domain/caller.ts';
import { daysOf, resolveDays } from '../domain/day-range.ts';
import { invalidRequest } from '../domain/errors.ts';
import {
  billingMonth,
  type DayCharge,
  type DayRange,
  type MonthUsage,
  type Movement,
  nextMonthStart,
} from '../domain/usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { findJob } from './read-jobs.ts';

export type ReadUsagePorts = {
  readonly store: Pick<Store, 'accounts' | 'jobs' | 'usage'>;
  readonly clock: Clock;
};

type Sum = { readonly pages: number; readonly jobs: number };

export type UsageReport = {
  readonly range: DayRange;
  readonly total: Sum;
  /** Every day of the range, including days without a charge. */
  readonly days: readonly (Sum & { readonly day: string })[];
  /** Keys with charges, the largest first. */
  readonly keys: readonly (Sum & Pick<DayCharge, 'key'>)[];
  readonly month: MonthUsage & { readonly pagesLimit: number; readonly resetsAt: Date };
};

function sumOf(charges: readonly Sum[]): Sum {
  return {
    pages: charges.reduce((sum, { pages }) => sum + pages, 0),
    jobs: charges.reduce((sum, { jobs }) => sum + jobs, 0),
  };
}

function byDay(charges: readonly DayCharge[], range: DayRange): UsageReport['days'] {
  const groups = Map.groupBy(charges, ({ day }) => day);
  return daysOf(range).map((day) => ({ day, ...sumOf(groups.get(day) ?? []) }));
}

function byKey(charges: readonly DayCharge[]): UsageReport['keys'] {
  const groups = Map.groupBy(charges, ({ key }) => key?.id ?? null);
  return [...groups.values()]
    .map((group) => ({ key: group[0]?.key ?? null, ...sumOf(group) }))
    .toSorted((a, b) => b.pages - a.pages);
}

function requestedRange(requested: { from?: string; to?: string }, now: Date): DayRange {
  const resolved = resolveDays(requested, now);
  if (resolved.ok) return resolved.range;
  const { end, msg } = resolved;
  throw invalidRequest({ loc: ['query', end], msg });
}

export async function readUsage(
  { store, clock }: ReadUsagePorts,
  { account, plan }: Caller,
  requested: { from?: string; to?: string },
): Promise<UsageReport> {
  const now = clock.now();
  const range = requestedRange(requested, now);
  const [charges, usage] = await Promise.all([
    store.usage.charges(account.id, range),
    store.accounts.monthUsage(account.id, billingMonth(now)),
  ]);
  return {
    range,
    total: sumOf(charges),
    days: byDay(charges, range),
    keys: byKey(charges),
    month: { ...usage, pagesLimit: plan.pagesPerMonth, resetsAt: nextMonthStart(now) },
  };
}

export type JobLedger = { readonly jobId: string; readonly movements: readonly Movement[] };

export async function readLedger(
  { store }: Pick<ReadUsagePorts, 'store'>,
  caller: Caller,
  jobId: string,
): Promise<JobLedger> {
  const job = await findJob(store, caller, jobId);
  return { jobId: job.id, movements: await store.usage.movements(caller.account.id, job.id) };
}
