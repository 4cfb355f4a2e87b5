/** When a request is worth repeating, and how long to wait before it. */

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** A service that asks for more patience than this is not waited for silently. */
const longestObeyedMs = 60_000;

const repeatableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export function isRepeatableStatus(status: number): boolean {
  return repeatableStatuses.has(status);
}

/** `Retry-After` in either of its forms, seconds or a date. */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
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
  if (askedMs !== null) return askedMs > longestObeyedMs ? null : withJitter(askedMs, random);
  return withJitter(Math.min(firstDelayMs * 2 ** retriesDone, longestDelayMs), random);
}
