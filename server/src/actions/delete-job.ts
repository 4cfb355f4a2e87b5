/** Deletes a job in any state: invisible at once, its worker stopped, its files gone before the answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller.ts';
import { canonicalId } from '../domain/ids.ts';
import { jobPrefix } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobPlace, Store } from '../ports/store.ts';
import { jobNotFound } from './read-jobs.ts';

export type DeleteJobPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
};

const letGoWaitMs = 3_000;
const letGoPollMs = 25;

/** A worker hears of a deletion within milliseconds; one that is dead says nothing, and is not waited for. */
async function workerLetGo({ store }: DeleteJobPorts, jobId: string): Promise<boolean> {
  const deadline = performance.now() + letGoWaitMs;
  while (await store.jobs.isHeld(jobId)) {
    if (performance.now() > deadline) return false;
    await sleep(letGoPollMs);
  }
  return true;
}

/** The files, then the row. Where a worker may still write, the row stays and the sweeper removes both once more later. */
export async function removeJob(ports: DeleteJobPorts, place: JobPlace): Promise<void> {
  const nobodyWrites = await workerLetGo(ports, place.id);
  await ports.blobs.deletePrefix(jobPrefix(place));
  if (nobodyWrites) await ports.store.jobs.finishDelete(place.id);
}

export async function deleteJob(ports: DeleteJobPorts, { account }: Caller, jobId: string): Promise<void> {
  const id = canonicalId(jobId);
  if (!id || !(await ports.store.jobs.beginDelete(account.id, id, ports.clock.now()))) throw jobNotFound();
  await removeJob(ports, { id, accountId: account.id });
}
