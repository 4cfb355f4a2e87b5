/** Periodic operations of workers and metrics, as calls of the store: their cost must not grow with the backlog. */
import type { Store } from '../../src/ports/store.ts';

const longMs = 2_000 * 86_400_000;
const batch = 100;
/** As the sweeper asks: a task without a sign of life for so long is lost. */
const staleTaskMs = 10_000;
/** So few that an index is the best way in a small table too, as it is for a full step in a large one. */
const accountsAStep = 3;

export function periodicSteps(store: Store): Readonly<Record<string, () => Promise<unknown>>> {
  const { jobs, uploads, webhooks, retention, stats } = store;
  return {
    // As many as the smaller table has at least, so that both answers are full.
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
