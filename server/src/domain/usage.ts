/** Page metering: reserved on acceptance, charged once when done, released if unused. */

export const ledgerKinds = ['reserve', 'charge', 'release'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export type Movement = {
  readonly kind: LedgerKind;
  readonly pages: number;
  /** The first day of the month it counts for. */
  readonly month: string;
  readonly at: Date;
};

/** Calendar days in UTC, `2026-11-30`; both ends count. */
export type DayRange = { readonly from: string; readonly to: string };

export type DayCharge = {
  readonly day: string;
  /** `null` for jobs of a session. */
  readonly key: { readonly id: string; readonly name: string; readonly keyPrefix: string } | null;
  readonly pages: number;
  /** Those that were done. */
  readonly jobs: number;
};

export type MonthUsage = { readonly pagesCharged: number; readonly pagesReserved: number };

export function pagesUsed(usage: MonthUsage): number {
  return usage.pagesCharged + usage.pagesReserved;
}

/** Never negative: after a downgrade in mid-month more may be used than the new plan allows. */
export function pagesRemaining(usage: MonthUsage, pagesLimit: number): number {
  return Math.max(0, pagesLimit - pagesUsed(usage));
}

/** The calendar month (UTC) that a moment is billed to, as its first day: `2026-11-01`. */
export function billingMonth(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`;
}

/** When the monthly allowance resets. */
export function nextMonthStart(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
}
