/** Runs a function at most once per interval and one run at a time, however often it is requested. */

export type Pace = {
  /** `now` runs at once if the last run is an interval ago; `soon` waits up to an interval for other requests. */
  request(urgency: 'now' | 'soon'): void;
  /** Runs what was requested, and nothing after that. */
  close(): Promise<void>;
};

/** `run` must not reject. */
export function paced(run: () => Promise<void>, intervalMs: number): Pace {
  let startedMs = Number.NEGATIVE_INFINITY;
  let dueMs = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isDue = false;
  let isClosed = false;

  function start(): void {
    // One that was set while the last run took longer than the interval.
    clearTimeout(timer);
    timer = undefined;
    dueMs = Number.POSITIVE_INFINITY;
    isDue = running !== null;
    if (isDue) return;
    startedMs = performance.now();
    running = run().finally(() => {
      running = null;
      if (isDue && !isClosed) start();
    });
  }

  return {
    request: (urgency) => {
      if (isClosed) return;
      const nowMs = performance.now();
      const wantedMs = urgency === 'now' ? Math.max(nowMs, startedMs + intervalMs) : nowMs + intervalMs;
      if (wantedMs >= dueMs) return;
      dueMs = wantedMs;
      clearTimeout(timer);
      timer = setTimeout(start, wantedMs - nowMs);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
      if (isDue || timer !== undefined) await run();
    },
  };
}
