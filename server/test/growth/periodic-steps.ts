/** Periodic operations of workers and metrics, as calls of the store: their cost must not grow with the backlog. */
import { randomUUID } from 'node:crypto';
import type { Store } from '../../src/ports/store.ts';

const longMs = 2_000 * 86_400_000;
const batch = 100;
/** As in the sweeper: a task without a heartbeat for this long is lost. */
const staleTaskMs = 10_000;
/** Small enough that the planner uses an index in a small table too, as it does for a full step in a large one. */
const ledgerLimits = { accounts: 3, ledgerRows: 300 };

/** The id before this one, so that the next account is the given one. */
function idBefore(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function periodicSteps(
  store: Store,
  heavyAccount: string,
): Readonly<Record<string, () => Promise<unknown>>> {
  const { jobs, uploads, directUploads, outputWrites, webhooks, retention, erasures, closedAccounts, stats } =
    store;
  const write = { id: randomUUID(), job: { id: randomUUID(), accountId: heavyAccount } };
  const openMonth = { accountId: heavyAccount, month: '2026-11-01', afterId: 9, charged: 0, reserved: 0 };
  return {
    // At most the size of the smaller table, so that both results are full.
    'leases that ran out': () => jobs.expiredLeases(3, []),
    'pending jobs without a task': () => jobs.lostTasks(staleTaskMs, batch, []),
    'deletions that were not finished': () => jobs.unfinishedDeletes(longMs, batch, []),
    // As in a worker whose slots are all taken by one account.
    'jobs of other accounts that wait': () => jobs.othersWait(heavyAccount, 3_000),
    'abandoned uploads': () => uploads.abandoned(batch, []),
    'heartbeat of an upload': () => uploads.keepAlive(randomUUID(), 30_000),
    'direct uploads to remove': () => directUploads.toRemove(batch, []),
    'the direct upload of a deleted job': () => directUploads.abandonOfJob(randomUUID()),
    'abandoned outputs': () => outputWrites.abandoned(batch, []),
    'heartbeat of outputs that are written': () => outputWrites.renew(write, 30_000),
    'deliveries past their time': () => webhooks.prune(longMs, batch),
    'jobs that have expired': () => retention.expired(500, []),
    'events past their time': () => retention.pruneEvents(longMs, 1_000),
    'idempotency keys past their time': () => retention.pruneIdempotencyKeys(longMs, 1_000),
    'erasures past their time': () => erasures.prune(longMs, 1_000),
    'jobs of closed accounts': () => closedAccounts.jobs(500, []),
    'closed accounts to empty': () => closedAccounts.withoutFiles(batch, []),
    'identities of closed accounts to forget': () => closedAccounts.forgetIdentities(batch),
    'figures of the service': () => stats.read(),
    'a step of the ledger audit': () =>
      stats.checkLedger({ afterAccountId: idBefore(heavyAccount), open: [] }, ledgerLimits, '2026-10-01'),
    'a step of the ledger audit within an account': () =>
      stats.checkLedger({ afterAccountId: heavyAccount, open: [openMonth] }, ledgerLimits, '2026-10-01'),
    'a step of the outputs audit': () => stats.storedOutputs(null, batch),
    'how fast jobs are converted': () => jobs.throughput(),
  };
}
