/** Which responses are worth a retry, and how long to wait before it. */

const firstDelayMs = 500;
const delayMaxMs = 8_000;
/** A longer Retry-After is reported to the caller instead of waiting silently. */
const retryAfterMaxMs = 60_000;

const repeatableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export function isRepeatableStatus(status: number): boolean {
  return repeatableStatuses.has(status);
}

/** `jobs.create` handles these itself: it waits for a slot up to `slotTimeoutMs`; quick retries would not help. */
export function isConcurrencyLimit({ code }: { readonly code: string | null }): boolean {
  return code === 'concurrent_job_limit' || code === 'too_many_uploads';
}

/** Adds up to 25 %, so that clients that fail together do not retry together. */
export function withJitter(delayMs: number, random: () => number = Math.random): number {
  return delayMs * (1 + random() * 0.25);
}

/** Null if the server asks for more than `retryAfterMaxMs`. */
export function delayBeforeRetryMs(
  retriesDone: number,
  askedMs: number | null,
  random: () => number = Math.random,
): number | null {
  if (askedMs !== null) return askedMs > retryAfterMaxMs ? null : withJitter(askedMs, random);
  return withJitter(Math.min(firstDelayMs * 2 ** retriesDone, delayMaxMs), random);
}
