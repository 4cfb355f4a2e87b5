/** Deletes a job in any state: invisible at once, its worker stopped, its files gone before the answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller.ts';
import { unavailable } from '../domain/errors.ts';
import { canonicalId } from '../domain/ids.ts';
import { jobPrefix } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobRef, Store } from '../ports/store.ts';
import { jobNotFound } from './read-jobs.ts';

export type DeleteJobPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
};

/** A deleted job's lease is not renewed and ends by itself; where it is configured to be longer, the request is repeated. */
const releaseWaitMs = 60_000;
const pollMs = 25;
const pollMsMax = 250;

/**
 * A worker releases a deleted job within milliseconds. One that is dead does not; then its lease runs out. Until then
 * it may still write files, so the deletion waits: what is answered as deleted must be gone.
 */
async function untilReleased({ store }: DeleteJobPorts, jobId: string): Promise<void> {
  const deadline = performance.now() + releaseWaitMs;
  for (let waitMs = pollMs; await store.jobs.isHeld(jobId); waitMs = Math.min(waitMs * 2, pollMsMax)) {
    if (performance.now() > deadline) {
      throw unavailable('database', new Error('a worker still holds the job that is being deleted'));
    }
    await sleep(waitMs);
  }
}

/** The files, then the row. */
export async function removeJob(ports: DeleteJobPorts, place: JobRef): Promise<void> {
  await untilReleased(ports, place.id);
  await ports.blobs.deletePrefix(jobPrefix(place));
  await ports.store.jobs.finishDelete(place.id);
}

export async function deleteJob(ports: DeleteJobPorts, { account }: Caller, jobId: string): Promise<void> {
  const id = canonicalId(jobId);
  if (!id || !(await ports.store.jobs.beginDelete(account.id, id, ports.clock.now()))) throw jobNotFound();
  await removeJob(ports, { id, accountId: account.id });
}
