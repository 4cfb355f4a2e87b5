/** What every worker and every scrape of the metrics does again and again, as calls of the store: none may read more because more jobs wait. */
import { workerLoss } from '../../src/actions/job-losses.ts';
import type { Store } from '../../src/ports/store.ts';

const longAgo = new Date('2020-01-01');
const batch = 100;
/** As the sweeper asks: a task without a sign of life for so long is lost. */
const silentTaskMs = 10_000;
/** So few that an index is the best way in a small table too, as it is for a full step in a large one. */
const accountsAStep = 3;

export function periodicSteps(store: Store): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    // One at a time: each is a transaction, and the first shows how it is found.
    'a lease that ran out': () => store.jobs.reclaimExpired(workerLoss, 1, new Date()),
    'pending jobs without a task': () => store.jobs.requeueLost(silentTaskMs, batch),
    'deletions that were not finished': () => store.jobs.unfinishedDeletes(longAgo, batch),
    'abandoned uploads': () => store.uploads.abandoned(batch),
    'deliveries past their time': () => store.webhooks.prune(longAgo, batch),
    'a job that has expired': () => store.retention.beginExpired(longAgo),
    'events past their time': () => store.retention.pruneEvents(longAgo, 1_000),
    'idempotency keys past their time': () => store.retention.pruneIdempotencyKeys(longAgo, 1_000),
    'figures of the service': () => store.vitals.read(),
    'a step of the ledger audit': () => store.vitals.checkLedger(null, accountsAStep, '2026-10-01'),
    'how fast jobs are converted': () => store.jobs.pace(),
  };
}
