/** How long an attempt may take: a base, something for each page, and an end. */
export type TimeLimits = { readonly baseMs: number; readonly perPageMs: number; readonly maxMs: number };

export function attemptTimeoutMs(limits: TimeLimits, pages: number): number {
  return Math.min(limits.baseMs + limits.perPageMs * pages, limits.maxMs);
}
