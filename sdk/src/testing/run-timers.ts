/** For tests with fake timers: runs all timers until the promise settles, so that no test waits. */
import { vi } from 'vitest';

export async function runTimersUntilSettled<Result>(work: Promise<Result>): Promise<Result> {
  const guarded = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  const outcome = await guarded;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
