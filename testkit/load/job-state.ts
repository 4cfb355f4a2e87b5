/** Reads the row of a job, and waits until it reaches a state. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TestEnvironment } from '../environment/test-environment.ts';

export type JobState = {
  readonly status: string;
  readonly attempt: number;
  readonly charges: number;
};

/** Undefined when there is no such row. */
export async function stateOf({ db }: TestEnvironment, id: string): Promise<JobState | undefined> {
  const [state] = await db.rows<JobState>(
    `select status, attempt, (select count(*) from ledger where job_id = jobs.id and kind = 'charge') as charges
     from jobs where id = $1`,
    [id],
  );
  return state;
}

export const isTerminal = (state: JobState | undefined) =>
  state?.status === 'done' || state?.status === 'failed';

/** How long it took, or null when the state was not reached in time. */
export async function waitForState(
  environment: TestEnvironment,
  id: string,
  isReached: (state: JobState | undefined) => boolean,
  timeoutMs: number,
): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < timeoutMs) {
    if (isReached(await stateOf(environment, id))) return performance.now() - began;
    await delay(50);
  }
  return null;
}

/** Like `waitForState`, but throws if the state is not reached. */
export async function requireState(
  environment: TestEnvironment,
  id: string,
  isReached: (state: JobState | undefined) => boolean,
  timeoutMs: number,
): Promise<number> {
  const tookMs = await waitForState(environment, id, isReached, timeoutMs);
  if (tookMs === null) {
    throw new Error(`${id} is ${JSON.stringify(await stateOf(environment, id))} after ${timeoutMs} ms`);
  }
  return tookMs;
}

/** Object keys in the rows of a done job that are missing in the bucket. */
export async function missingOutputs({ db, bucket }: TestEnvironment, id: string): Promise<string[]> {
  const rows = await db.rows<{ object_key: string; account_id: string }>(
    'select object_key, account_id from outputs join jobs on jobs.id = job_id where job_id = $1',
    [id],
  );
  const [first] = rows;
  if (first === undefined) return [];
  const stored = await bucket.versions(`accounts/${first.account_id}/jobs/${id}/`);
  const present = new Set(stored.filter((one) => one.isLatest && !one.isMarker).map(({ key }) => key));
  return rows.map(({ object_key: key }) => key).filter((key) => !present.has(key));
}
