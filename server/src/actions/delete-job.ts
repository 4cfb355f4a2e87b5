/** Deletes a job in any state: hides it, stops its worker, and removes its files before it returns. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller.ts';
import { unavailable } from '../domain/errors.ts';
import { canonicalId } from '../domain/ids.ts';
import { jobPrefix } from '../domain/job.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobRef, Store } from '../ports/store.ts';
import { jobNotFound } from './read-jobs.ts';
import { removeDirectUpload } from './remove-direct-upload.ts';

export type DeleteJobPorts = {
  readonly store: Pick<Store, 'jobs' | 'directUploads'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
  /** How long erasures can be read; 0 records none. */
  readonly erasuresKeptMs: number;
};

/**
 * The lease of a deleted job is not renewed and expires. With a longer configured lease the request must be repeated.
 */
const releaseWaitMs = 60_000;
const pollMs = 25;
const pollMsMax = 250;

/**
 * A worker releases a deleted job within milliseconds; the lease of a dead worker expires. Until then files may still
 * be written, so the deletion waits: a successful answer means that everything is gone.
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

/** What may be left of the upload that became the job: its name, and its file if the process that used it died. */
async function removeUpload(ports: DeleteJobPorts, jobId: string): Promise<void> {
  const upload = await ports.store.directUploads.abandonOfJob(jobId);
  if (upload) await removeDirectUpload(ports, upload);
}

/** Removes the files, then the row, which becomes the record of the erasure. */
export async function removeJob(ports: DeleteJobPorts, place: JobRef): Promise<void> {
  await untilReleased(ports, place.id);
  await ports.blobs.deletePrefix(jobPrefix(place));
  await removeUpload(ports, place.id);
  await ports.store.jobs.finishDelete(place.id, { withoutRecord: ports.erasuresKeptMs === 0 });
}

export async function deleteJob(ports: DeleteJobPorts, { account }: Caller, jobId: string): Promise<void> {
  const id = canonicalId(jobId);
  if (!id || !(await ports.store.jobs.beginDelete(account.id, id, ports.clock.now()))) throw jobNotFound();
  await removeJob(ports, { id, accountId: account.id });
}
