/** The periodic steps that finish the work of dead processes. Each can run anywhere, at any time, concurrently. */

import { type ItemFailed, isolatedItems } from '../domain/isolated-items.ts';
import { jobPrefix, writePrefix } from '../domain/job.ts';
import { workerRetryBudget } from '../domain/retry-budget.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { removeJob } from './delete-job.ts';
import { removeDirectUpload } from './remove-direct-upload.ts';
import { removeUnusedOutputs } from './remove-unused-outputs.ts';

export type ReconcilePorts = {
  readonly store: Pick<Store, 'jobs' | 'uploads' | 'directUploads' | 'outputWrites'>;
  readonly blobs: Pick<Blobs, 'deletePrefix' | 'folders'>;
  readonly clock: Clock;
  readonly erasuresKeptMs: number;
};

/** Resolves to the number of changed items. `signal` stops it after the current item. */
export type Step = (signal?: AbortSignal) => Promise<number>;

const batch = 100;
/**
 * A worker claims a job within milliseconds after fetching its task; after this long it is dead, or the task is lost.
 */
const staleTaskMs = 10_000;
/** A running deletion finishes well before. */
const deletionAgeMs = 10_000;

/** Requeues jobs of workers that stopped renewing their lease. */
export function reclaimLeases({ store, clock }: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const leases = await store.jobs.expiredLeases(batch, items.except());
    const reclaim = async (lease: (typeof leases)[number]) =>
      (await store.jobs.reclaim(lease, workerRetryBudget, clock.now())) !== null;
    return items.each(leases, reclaim, signal);
  };
}

/** Gives a new task to pending jobs that the queue would never deliver. */
export function requeueLostTasks({ store }: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const lost = await store.jobs.lostTasks(staleTaskMs, batch, items.except());
    return items.each(lost, ({ id }) => store.jobs.requeue(id), signal);
  };
}

/** Finishes deletions whose process died after it had hidden the job. */
export function finishDeletions(ports: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const places = await ports.store.jobs.unfinishedDeletes(deletionAgeMs, batch, items.except());
    const remove = async (place: (typeof places)[number]) => {
      await removeJob(ports, place);
      return true;
    };
    return items.each(places, remove, signal);
  };
}

/** Removes files that were stored for a job that was never committed. */
export function removeAbandonedUploads({ store, blobs }: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const places = await store.uploads.abandoned(batch, items.except());
    const remove = async (place: (typeof places)[number]) => {
      await blobs.deletePrefix(jobPrefix(place));
      await store.uploads.end(place.id);
      return true;
    };
    return items.each(places, remove, signal);
  };
}

/** Removes direct uploads that were not submitted in time or were given up, and the copies of those that became jobs. */
export function removeDirectUploads(ports: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const uploads = await ports.store.directUploads.toRemove(batch, items.except());
    const remove = async (upload: (typeof uploads)[number]) => {
      await removeDirectUpload(ports, upload);
      return true;
    };
    return items.each(uploads, remove, signal);
  };
}

/** Removes outputs that were stored for a done job by a request that died before it committed them. */
export function removeAbandonedOutputs(ports: ReconcilePorts, onFailed: ItemFailed): Step {
  const { outputWrites } = ports.store;
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const writes = await outputWrites.abandoned(batch, items.except());
    const remove = async ({ id, job }: (typeof writes)[number]) => {
      // Reads the job's row again, so that nothing is removed that the job refers to.
      await removeUnusedOutputs(ports, job, [writePrefix(job, id)]);
      await outputWrites.end(id);
      return true;
    };
    return items.each(writes, remove, signal);
  };
}
