/**
 * A paced function runs at once when it was idle, once per interval when it is busy, earlier if it is urgent and quick,
 * and a last time when it is closed.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paced } from './pace.ts';

const intervalMs = 100;

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
    }),
);
afterEach(() => void vi.useRealTimers());

/** Records when each run starts; a run takes `durationMs`. */
function recorded(durationMs = 0, shortestMs = intervalMs) {
  const beganMs = performance.now();
  const startsMs: number[] = [];
  const pace = paced(
    async () => {
      startsMs.push(performance.now() - beganMs);
      if (durationMs > 0) await new Promise((resolve) => setTimeout(resolve, durationMs));
    },
    { usualMs: intervalMs, shortestMs },
  );
  return { pace, startsMs };
}

describe('a paced function', () => {
  it('runs at once for the first urgent request, and once for all others of the interval', async () => {
    const { pace, startsMs } = recorded();
    pace.request('now');
    await vi.advanceTimersByTimeAsync(10);
    for (let count = 0; count < 5; count += 1) pace.request('now');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startsMs).toEqual([0, 100]);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(0);
    expect(startsMs).toEqual([0, 100, 1_010]);
  });

  it('does not wait for a timer where nothing is to be waited for', async () => {
    const { pace, startsMs } = recorded();
    pace.request('now');
    pace.request('now');
    expect(startsMs).toEqual([]);
    await vi.advanceTimersToNextTimerAsync();
    expect(startsMs).toEqual([0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [0, [0, 10, 20]],
    [2, [0, 40, 80]],
    [5, [0, 100, 200]],
    [60, [0, 100, 200]],
  ])('follows an urgent run of %i ms at %j ms', async (durationMs, expected) => {
    const { pace, startsMs } = recorded(durationMs, 10);
    for (let elapsedMs = 0; elapsedMs <= 250; elapsedMs += 1) {
      if (startsMs.length < 3) pace.request('now');
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(startsMs.slice(0, 3)).toEqual(expected);
  });

  it('waits a whole interval for what is not urgent, however quick the last run was', async () => {
    const { pace, startsMs } = recorded(0, 10);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(20);
    pace.request('soon');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startsMs).toEqual([0, 120]);
  });

  it('waits an interval if nothing is urgent, and runs earlier if something urgent comes', async () => {
    const { pace, startsMs } = recorded();
    pace.request('soon');
    await vi.advanceTimersByTimeAsync(99);
    expect(startsMs).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(startsMs).toEqual([100]);
    await vi.advanceTimersByTimeAsync(400);
    pace.request('soon');
    await vi.advanceTimersByTimeAsync(30);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startsMs).toEqual([100, 530]);
  });

  it('is not started again while it runs, but right after it', async () => {
    const { pace, startsMs } = recorded(250);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(10);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startsMs).toEqual([0, 250]);
  });

  it('runs a last time when it is closed, if it was requested, and never after that', async () => {
    const idle = recorded();
    await idle.pace.close();
    expect(idle.startsMs).toEqual([]);
    const busy = recorded(250);
    busy.pace.request('now');
    await vi.advanceTimersByTimeAsync(10);
    busy.pace.request('soon');
    const closed = busy.pace.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await closed;
    busy.pace.request('now');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(busy.startsMs).toEqual([0, 250]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps to the interval after a slow run, and leaves no timer when it is closed', async () => {
    const { pace, startsMs } = recorded(250);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(10);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(190);
    pace.request('soon');
    await vi.advanceTimersByTimeAsync(60);
    const closed = pace.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await closed;
    expect(startsMs).toEqual([0, 250]);
  });

  it('runs a last time when it is closed while a second run is due', async () => {
    const { pace, startsMs } = recorded(250);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(10);
    pace.request('now');
    await vi.advanceTimersByTimeAsync(150);
    const closed = pace.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await closed;
    expect(startsMs).toEqual([0, 250]);
  });
});
