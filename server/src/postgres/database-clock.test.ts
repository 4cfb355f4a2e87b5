import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabaseClock } from './database-clock.ts';

const dayMs = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-16T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the database clock', () => {
  it('is used regardless of the local clock', async () => {
    const readMs = async () => Date.now() - 10 * dayMs;
    const clock = await openDatabaseClock({ readMs });
    expect(clock.now()).toEqual(new Date('2026-11-06T12:00:00Z'));
    expect(clock.skewMs()).toBe(10 * dayMs);
    clock.close();
  });

  it('follows the monotonic clock when the local clock jumps', async () => {
    const clock = await openDatabaseClock({ readMs: async () => Date.parse('2026-11-16T12:00:00Z') });
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(new Date('2030-01-01'));
    expect(clock.now()).toEqual(new Date('2026-11-16T12:00:05Z'));
    clock.close();
  });

  it('is measured periodically and reported each time', async () => {
    const measured: number[] = [];
    let offsetMs = 0;
    const clock = await openDatabaseClock({
      readMs: async () => Date.now() - offsetMs,
      onMeasured: (skewMs) => measured.push(skewMs),
      everyMs: 1_000,
    });
    offsetMs = 7_000;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(measured).toEqual([0, 7_000]);
    expect(clock.skewMs()).toBe(7_000);
    clock.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(measured).toHaveLength(2);
  });

  it('reads as unavailable, and never as the local clock, until the database has answered; it asks every second', async () => {
    let isUnavailable = true;
    const clock = await openDatabaseClock({
      readMs: async () => {
        if (isUnavailable) throw new Error('unavailable');
        return Date.now() - dayMs;
      },
    });
    expect(clock.skewMs()).toBeNull();
    expect(() => clock.now()).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
    isUnavailable = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.skewMs()).toBe(dayMs);
    expect(clock.now()).toEqual(new Date('2026-11-15T12:00:01Z'));
    clock.close();
  });

  describe('with a measurement that took too long', () => {
    const slow = (answerMs: () => number) => async () => {
      vi.advanceTimersByTime(2_001);
      return answerMs();
    };

    it('reports no skew, but uses it while there is no better one', async () => {
      const clock = await openDatabaseClock({ readMs: slow(() => Date.now() - dayMs) });
      expect(clock.skewMs()).toBeNull();
      expect(Math.abs(clock.now().getTime() - (Date.now() - dayMs))).toBeLessThan(2_001);
      clock.close();
    });

    it('keeps an earlier precise one', async () => {
      let readMs = async () => Date.now();
      const clock = await openDatabaseClock({ readMs: () => readMs(), everyMs: 1_000 });
      readMs = slow(() => 0);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(clock.skewMs()).toBe(0);
      expect(clock.now()).toEqual(new Date());
      clock.close();
    });
  });
});
