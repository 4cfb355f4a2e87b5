/** Page metering: reserve on acceptance, charge once when done, release what was not used. */

export const ledgerKinds = ['reserve', 'charge', 'release'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export type MonthUsage = { readonly pagesCharged: number; readonly pagesReserved: number };

export function pagesUsed(usage: MonthUsage): number {
  return usage.pagesCharged + usage.pagesReserved;
}

/** Never negative: a downgrade in mid-month can leave more used than the new plan allows. */
export function pagesRemaining(usage: MonthUsage, pagesLimit: number): number {
  return Math.max(0, pagesLimit - pagesUsed(usage));
}

/** The calendar month (UTC) that a moment is billed to, as its first day: `2026-11-01`. */
export function billingMonth(moment: Date): string {
  return `${moment.toISOString().slice(0, 7)}-01`;
}
