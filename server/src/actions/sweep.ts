/** Puts in order what died half-way: silent workers' jobs, forgotten tasks, half deletions, abandoned uploads; and forgets old deliveries. */
import { jobPrefix } from '../domain/job.ts';
import { deliveryLogMs } from '../domain/webhook.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { removeJob } from './delete-job.ts';
import { workerLoss } from './job-losses.ts';

export type SweepPorts = {
  readonly store: Pick<Store, 'jobs' | 'uploads' | 'webhooks'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
};

export type Swept = {
  readonly reclaimed: number;
  readonly requeued: number;
  readonly deleted: number;
  readonly uploadsRemoved: number;
  readonly deliveriesForgotten: number;
};

const batch = 100;
/** From fetching a task to claiming its job a worker takes milliseconds; after this it is dead, or the queue forgot. */
const silentTaskMs = 10_000;
/** A deletion that is under way finishes by itself well before. */
const deletionAgeMs = 10_000;
async function finishDeletes(ports: SweepPorts): Promise<number> {
  const begunBefore = new Date(ports.clock.now().getTime() - deletionAgeMs);
  const places = await ports.store.jobs.unfinishedDeletes(begunBefore, batch);
  for (const place of places) await removeJob(ports, place);
  return places.length;
}

async function removeUploads({ store, blobs }: SweepPorts): Promise<number> {
  const places = await store.uploads.abandoned(batch);
  for (const place of places) {
    await blobs.deletePrefix(jobPrefix(place));
    await store.uploads.end(place.id);
  }
  return places.length;
}

function forgetDeliveries({ store, clock }: SweepPorts): Promise<number> {
  return store.webhooks.prune(new Date(clock.now().getTime() - deliveryLogMs), batch);
}

/** Safe to run anywhere, at any time, side by side. */
export async function sweep(ports: SweepPorts): Promise<Swept> {
  return {
    reclaimed: await ports.store.jobs.reclaimExpired(workerLoss, batch, ports.clock.now()),
    requeued: await ports.store.jobs.requeueLost(silentTaskMs, batch),
    deleted: await finishDeletes(ports),
    uploadsRemoved: await removeUploads(ports),
    deliveriesForgotten: await forgetDeliveries(ports),
  };
}
