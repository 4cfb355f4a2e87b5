/** Removes what is past its time: expired jobs with their files, events and idempotency keys that nobody asks for any more. */
import { idempotencyLifeMs } from '../domain/idempotency.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import { removeJob } from './delete-job.ts';

export type ForgetPorts = {
  readonly store: Pick<Store, 'jobs' | 'retention'>;
  readonly blobs: Pick<Blobs, 'deletePrefix'>;
  readonly clock: Clock;
  readonly eventsKeptMs: number;
};

export type Forgotten = {
  readonly expired: number;
  readonly eventsPruned: number;
  readonly idempotencyKeysPruned: number;
};

/** Of one round; the next comes in seconds. */
const expiredMax = 500;
const pruneBatch = 1_000;
const pruneBatchesMax = 20;
/** The clocks of two nodes may differ: a key is not removed before every one of them takes it for old. */
const clockMarginMs = 3_600_000;

async function removeExpired(ports: ForgetPorts, signal: AbortSignal): Promise<number> {
  for (let removed = 0; removed < expiredMax; removed += 1) {
    const place = signal.aborted ? null : await ports.store.retention.beginExpired(ports.clock.now());
    if (!place) return removed;
    await removeJob(ports, place);
  }
  return expiredMax;
}

/** In small statements, so that none holds its locks for long. */
async function pruneAll(prune: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> {
  let pruned = 0;
  for (let batch = 0; batch < pruneBatchesMax && !signal.aborted; batch += 1) {
    const count = await prune(pruneBatch);
    pruned += count;
    if (count < pruneBatch) break;
  }
  return pruned;
}

/** Safe to run anywhere, at any time, side by side. `signal` ends the round after the step it is at. */
export async function forget(ports: ForgetPorts, signal: AbortSignal): Promise<Forgotten> {
  const { retention } = ports.store;
  const ago = (ms: number) => new Date(ports.clock.now().getTime() - ms);
  const eventsBefore = ago(ports.eventsKeptMs);
  const keysBefore = ago(idempotencyLifeMs + clockMarginMs);
  return {
    eventsPruned: await pruneAll((limit) => retention.pruneEvents(eventsBefore, limit), signal),
    idempotencyKeysPruned: await pruneAll(
      (limit) => retention.pruneIdempotencyKeys(keysBefore, limit),
      signal,
    ),
    expired: await removeExpired(ports, signal),
  };
}
