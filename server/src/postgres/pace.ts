/**
 * Runs a function once per interval and one run at a time, however often it is requested. Urgent runs may follow earlier
 * while they are quick: a slow one says that the database is busy.
 */

export type Pace = {
  /** `now` runs at once if the last run was long enough ago; `soon` waits up to an interval for other requests. */
  request(urgency: 'now' | 'soon'): void;
  /** Runs what was requested, and nothing after that. */
  close(): Promise<void>;
};

export type Intervals = {
  readonly usualMs: number;
  /** Between urgent runs that are quick; the usual one if there is none. */
  readonly shortestMs?: number;
};

/** Urgent runs take at most this share of the time, until the usual interval is reached. */
const urgentShareMax = 0.05;

/** `run` must not reject. */
export function paced(run: () => Promise<void>, { usualMs, shortestMs = usualMs }: Intervals): Pace {
  let startedMs = Number.NEGATIVE_INFINITY;
  let urgentIntervalMs = usualMs;
  let dueMs = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let running: Promise<void> | null = null;
  let isDue = false;
  let isClosed = false;

  function cancel(): void {
    clearTimeout(timer);
    clearImmediate(immediate);
    timer = undefined;
    immediate = undefined;
  }

  function start(): void {
    // One that was set while the last run took longer than the interval.
    cancel();
    dueMs = Number.POSITIVE_INFINITY;
    isDue = running !== null;
    if (isDue) return;
    startedMs = performance.now();
    running = run().finally(() => {
      running = null;
      const tookMs = performance.now() - startedMs;
      urgentIntervalMs = Math.min(usualMs, Math.max(shortestMs, tookMs / urgentShareMax));
      if (isDue && !isClosed) start();
    });
  }

  return {
    request: (urgency) => {
      if (isClosed) return;
      const nowMs = performance.now();
      const wantedMs = urgency === 'now' ? Math.max(nowMs, startedMs + urgentIntervalMs) : nowMs + usualMs;
      if (wantedMs >= dueMs) return;
      dueMs = wantedMs;
      cancel();
      // A timer takes a millisecond at least.
      if (wantedMs > nowMs) timer = setTimeout(start, wantedMs - nowMs);
      else immediate = setImmediate(start);
    },
    close: async () => {
      isClosed = true;
      const isRequested = timer !== undefined || immediate !== undefined;
      cancel();
      await running;
      if (isDue || isRequested) await run();
    },
  };
}
