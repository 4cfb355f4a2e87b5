/** The time limit of an attempt: a base, an amount per page, and an upper bound. */
export type TimeLimits = { readonly baseMs: number; readonly perPageMs: number; readonly maxMs: number };

export function attemptTimeoutMs(limits: TimeLimits, pages: number): number {
  return Math.min(limits.baseMs + limits.perPageMs * pages, limits.maxMs);
}
