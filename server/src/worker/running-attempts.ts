/** The attempts of this worker: which hold a slot, how long their leases last, and which of them must make room. */
import type { Claim } from '../ports/store.ts';
import type { Task } from '../ports/tasks.ts';
import type { AttemptPorts } from './attempt.ts';
import { accountHoldingAllSlots, accountsAtShare, fetchSize } from './fair-share.ts';

export type RunningAttempt = {
  readonly abort: AbortController;
  accountId: string | null;
  claim: Claim | null;
  claimedAtMs: number;
  /** Its slot is free again; what is left is storing the outputs and committing. */
  isConverted: boolean;
  /** Aborts the attempt when its lease ends by this process's monotonic clock, which is before the database's. */
  leaseEnd: NodeJS.Timeout | undefined;
  ended: Promise<void>;
};

export type RunningAttempts = ReadonlyMap<string, RunningAttempt>;

export function newAttempt(accountId: string | null): RunningAttempt {
  const unclaimed = { claim: null, claimedAtMs: 0, isConverted: false, leaseEnd: undefined };
  return { abort: new AbortController(), accountId, ...unclaimed, ended: Promise.resolve() };
}

/** `askedAtMs`: when the lease was asked for. It began later by the database's clock, so the attempt ends in time. */
export function watchLease(attempt: RunningAttempt, leaseMs: number, askedAtMs: number): void {
  clearTimeout(attempt.leaseEnd);
  const leftMs = leaseMs - (performance.now() - askedAtMs);
  attempt.leaseEnd = setTimeout(() => attempt.abort.abort(new Error('the lease ran out')), leftMs);
}

export async function renewLease(
  { store, leaseMs }: Pick<AttemptPorts, 'store' | 'leaseMs'>,
  attempt: RunningAttempt,
): Promise<void> {
  if (!attempt.claim) return;
  const askedAtMs = performance.now();
  // Without an answer the lease may end: the timer decides.
  const isRenewed = await store.jobs.renew(attempt.claim, leaseMs).catch(() => null);
  // The attempt may have ended while the answer was on its way.
  if (isRenewed && attempt.claim) watchLease(attempt, leaseMs, askedAtMs);
  if (isRenewed === false) attempt.abort.abort(new Error('the lease was lost or the job deleted'));
}

export const slotHolders = (running: RunningAttempts) =>
  [...running.values()].filter(({ isConverted }) => !isConverted);

/** Outputs on their way to the storage do not hold up the next conversion, as long as they are not too many. */
const storingPerSlot = 1;

export function freeSlots(slots: number, running: RunningAttempts): number {
  return Math.min(slots - slotHolders(running).length, slots * (1 + storingPerSlot) - running.size);
}

/** Tasks for the free slots: of accounts below their share first, then of any. */
export async function fetchTasks(
  { tasks, slots }: Pick<AttemptPorts, 'tasks'> & { readonly slots: number },
  running: RunningAttempts,
): Promise<readonly Task[]> {
  const free = freeSlots(slots, running);
  const holders = slotHolders(running);
  const atShare = accountsAtShare(slots, holders);
  const fetched = await tasks.fetch(fetchSize(slots, holders, free), atShare);
  return fetched.length > 0 || atShare.length === 0 ? fetched : tasks.fetch(free);
}

/** An attempt that has run for less is likely to end by itself before another account has waited for long. */
const preemptAfterMs = 5_000;
/** How long a job of another account waits before an attempt is preempted for it. */
const othersWaitMs = 3_000;

type PreemptPorts = Pick<AttemptPorts, 'store' | 'log' | 'metrics'> & { readonly slots: number };

/**
 * When one account holds every slot and a job of another one waits, its youngest attempt goes back to the queue,
 * uncounted: a document that runs for minutes must not make others wait that long.
 */
export async function preemptForOthers(
  { store, slots, log, metrics }: PreemptPorts,
  running: RunningAttempts,
): Promise<void> {
  const holders = slotHolders(running);
  const accountId = accountHoldingAllSlots(slots, holders);
  const youngest = holders.toSorted((a, b) => b.claimedAtMs - a.claimedAtMs)[0];
  if (accountId === null || !youngest?.claim) return;
  if (performance.now() - youngest.claimedAtMs < preemptAfterMs) return;
  if (!(await store.jobs.othersWait(accountId, othersWaitMs))) return;
  if (youngest.isConverted || youngest.abort.signal.aborted) return;
  youngest.abort.abort(new Error('a job of another account waits for a slot'));
  metrics.preempted();
  log.info({ job_id: youngest.claim.jobId, attempt: youngest.claim.attempt }, 'attempt preempted');
}
