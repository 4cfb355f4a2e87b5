/** When a request is worth repeating, and how long to wait before it. */

const firstDelayMs = 500;
const delayMaxMs = 8_000;
/** A service that asks for more patience than this is not waited for silently. */
const retryAfterMaxMs = 60_000;

const repeatableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export function isRepeatableStatus(status: number): boolean {
  return repeatableStatuses.has(status);
}

/** Whoever submits waits for one, for as long as was asked; a few quick repetitions would not help. */
export function isConcurrencyLimit({ code }: { readonly code: string | null }): boolean {
  return code === 'concurrent_job_limit' || code === 'too_many_uploads';
}

/** Up to a quarter later than planned, never sooner: clients that fail together must not come back together. */
export function withJitter(delayMs: number, random: () => number = Math.random): number {
  return delayMs * (1 + random() * 0.25);
}

/** Null when the service asks for more than we wait without telling anybody. */
export function delayBeforeRetryMs(
  retriesDone: number,
  askedMs: number | null,
  random: () => number = Math.random,
): number | null {
  if (askedMs !== null) return askedMs > retryAfterMaxMs ? null : withJitter(askedMs, random);
  return withJitter(Math.min(firstDelayMs * 2 ** retriesDone, delayMaxMs), random);
}
