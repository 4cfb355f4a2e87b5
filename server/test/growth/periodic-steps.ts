/** Periodic operations of workers and metrics, as calls of the store: their cost must not grow with the backlog. */
import type { Store } from '../../src/ports/store.ts';

const longMs = 2_000 * 86_400_000;
const batch = 100;
/** As in the sweeper: a task without a heartbeat for this long is lost. */
const staleTaskMs = 10_000;
/** Small enough that the planner uses an index in a small table too, as it does for a full step in a large one. */
const accountsAStep = 3;

export function periodicSteps(store: Store): Readonly<Record<string, () => Promise<unknown>>> {
  const { jobs, uploads, webhooks, retention, stats } = store;
  return {
    // At most the size of the smaller table, so that both results are full.
    'leases that ran out': () => jobs.expiredLeases(3, []),
    'pending jobs without a task': () => jobs.lostTasks(staleTaskMs, batch, []),
    'deletions that were not finished': () => jobs.unfinishedDeletes(longMs, batch, []),
    'abandoned uploads': () => uploads.abandoned(batch, []),
    'deliveries past their time': () => webhooks.prune(longMs, batch),
    'jobs that have expired': () => retention.expired(500, []),
    'events past their time': () => retention.pruneEvents(longMs, 1_000),
    'idempotency keys past their time': () => retention.pruneIdempotencyKeys(longMs, 1_000),
    'figures of the service': () => stats.read(),
    'a step of the ledger audit': () => stats.checkLedger(null, accountsAStep, '2026-10-01'),
    'a step of the outputs audit': () => stats.storedOutputs(null, batch),
    'how fast jobs are converted': () => jobs.throughput(),
  };
}
