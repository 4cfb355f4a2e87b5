/** The periodic steps that finish what a dead process left behind. Each may run anywhere, at any time, side by side. */

import { type ItemFailed, isolatedItems } from '../domain/isolated-items.ts';
import { jobPrefix } from '../domain/job.ts';
import { workerRetryBudget } from '../domain/retry-budget.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { removeJob } from './delete-job.ts';

export type ReconcilePorts = {
  readonly store: Pick<Store, 'jobs' | 'uploads'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
};

/** Resolves to how many items it changed. `signal` ends it after the item it is at. */
export type Step = (signal?: AbortSignal) => Promise<number>;

const batch = 100;
/** From fetching a task to claiming its job a worker takes milliseconds; after this it is dead, or the task is lost. */
const staleTaskMs = 10_000;
/** A deletion that is under way finishes by itself well before. */
const deletionAgeMs = 10_000;

/** Jobs of workers that stopped renewing their lease go back to the queue. */
export function reclaimLeases({ store, clock }: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const leases = await store.jobs.expiredLeases(batch, items.except());
    const reclaim = async (lease: (typeof leases)[number]) =>
      (await store.jobs.reclaim(lease, workerRetryBudget, clock.now())) !== null;
    return items.each(leases, reclaim, signal);
  };
}

/** Pending jobs that the queue would never hand out get a new task. */
export function requeueLostTasks({ store }: ReconcilePorts, onFailed: ItemFailed): Step {
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const lost = await store.jobs.lostTasks(staleTaskMs, batch, items.except());
    return items.each(lost, ({ id }) => store.jobs.requeue(id), signal);
  };
}

/** Deletions whose process died after it had hidden the job. */
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

/** Files that were stored for a job that was never committed. */
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
