/** Retry delays, never shorter than the server asked for. */
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../errors/retry-after.ts';
import { delayBeforeRetryMs } from './retry.ts';

const now = Date.parse('2026-11-15T12:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['7', 7_000],
    ['0.5', 500],
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['', null],
  ])('%j is %s ms', (value, wanted) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), now)).toBe(wanted);
  });
});

describe('the delay', () => {
  it('doubles from half a second to eight, and jitter only adds', () => {
    expect([0, 1, 2, 3, 4, 9].map((retries) => delayBeforeRetryMs(retries, null, () => 0))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ]);
    expect(delayBeforeRetryMs(0, null, () => 1)).toBe(625);
  });

  it('is at least what the server asked for, and null above one minute', () => {
    expect(delayBeforeRetryMs(0, 3_000, () => 0)).toBe(3_000);
    expect(delayBeforeRetryMs(0, 60_001, () => 0)).toBeNull();
  });
});
