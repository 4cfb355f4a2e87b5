/** What happens after a file of a watched folder failed. */
import type { Problem } from '../errors/problem.ts';

/**
 * - `stop`: no file can be converted until the user changes something.
 * - `outage`: the server cannot be reached; all files wait.
 * - `later`: a limit may be free later, or the job still runs; does not count as a failed attempt.
 * - `retry`: another attempt may help.
 * - `give-up`: the file fails again unless it is changed.
 */
export type FailureAction = 'stop' | 'outage' | 'later' | 'retry' | 'give-up';

const stopCodes: ReadonlySet<string> = new Set(['plan_required', 'email_not_verified', 'state_in_use']);

export function actionAfter({ exit, code, isPermanent }: Problem): FailureAction {
  if (exit === 'auth' || stopCodes.has(code)) return 'stop';
  if (isPermanent || exit === 'usage') return 'give-up';
  if (exit === 'unreachable') return 'outage';
  return exit === 'limit' || exit === 'timedOut' ? 'later' : 'retry';
}

const firstRetryMs = 5_000;
const retryMaxMs = 600_000;
const firstOutageMs = 2_000;
const outageMaxMs = 60_000;
export const laterMs = 600_000;

/** 5 s, 20 s, 80 s, …, at most 10 minutes. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 4 ** (attempts - 1), retryMaxMs);
}

/** 2 s, 4 s, 8 s, …, at most a minute. The client has made quick retries before. */
export function outageDelayMs(outages: number): number {
  return Math.min(firstOutageMs * 2 ** (outages - 1), outageMaxMs);
}
