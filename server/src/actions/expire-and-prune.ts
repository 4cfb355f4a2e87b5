/** The periodic steps that remove expired jobs and old records, by the database's clock. */
import { idempotencyLifeMs } from '../domain/idempotency.ts';
import { type ItemFailed, isolatedItems } from '../domain/isolated-items.ts';
import { deliveryLogMs } from '../domain/webhook.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { removeJob } from './delete-job.ts';
import type { Step } from './reconcile.ts';

export type ExpirePorts = {
  readonly store: Pick<Store, 'jobs' | 'directUploads' | 'retention' | 'webhooks' | 'erasures'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
  readonly eventsKeptMs: number;
  readonly erasuresKeptMs: number;
};

/** Per round; the next round follows within seconds. */
const expiredMax = 500;
const pruneBatch = 1_000;
const pruneBatchesMax = 20;
/** Keys may have been written by a process whose clock is behind. */
const clockMarginMs = 3_600_000;

/**
 * Deletes expired jobs with their files. A job whose files cannot be removed stays hidden and is left to
 * `finishDeletions`.
 */
export function expireJobs(ports: ExpirePorts, onFailed: ItemFailed): Step {
  const { retention } = ports.store;
  const items = isolatedItems(onFailed);
  return async (signal) => {
    const expired = await retention.expired(expiredMax, items.except());
    const expire = async (place: (typeof expired)[number]) => {
      // Locked, or changed since.
      if (!(await retention.beginExpiry(place.id, ports.clock.now()))) return 'later';
      await removeJob(ports, place);
      return true;
    };
    return items.each(expired, expire, signal);
  };
}

/** In small batches, so that no statement holds its locks for long. */
function pruneStep(prune: (limit: number) => Promise<number>): Step {
  return async (signal) => {
    let pruned = 0;
    for (let batch = 0; batch < pruneBatchesMax && !signal?.aborted; batch += 1) {
      const count = await prune(pruneBatch);
      pruned += count;
      if (count < pruneBatch) break;
    }
    return pruned;
  };
}

export function pruneEvents({ store, eventsKeptMs }: ExpirePorts): Step {
  return pruneStep((limit) => store.retention.pruneEvents(eventsKeptMs, limit));
}

export function pruneIdempotencyKeys({ store }: ExpirePorts): Step {
  return pruneStep((limit) => store.retention.pruneIdempotencyKeys(idempotencyLifeMs + clockMarginMs, limit));
}

export function pruneDeliveries({ store }: ExpirePorts): Step {
  return pruneStep((limit) => store.webhooks.prune(deliveryLogMs, limit));
}

export function pruneErasures({ store, erasuresKeptMs }: ExpirePorts): Step {
  return pruneStep((limit) => store.erasures.prune(erasuresKeptMs, limit));
}
