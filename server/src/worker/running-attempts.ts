/** The running attempts of this worker: their slots, their leases, and preemption. */
import type { Claim } from '../ports/store.ts';
import type { AttemptPorts, TakenTask } from './attempt.ts';
import { accountHoldingAllSlots, accountsAtShare, fetchSize } from './fair-share.ts';

export type RunningAttempt = {
  readonly abort: AbortController;
  accountId: string | null;
  claim: Claim | null;
  claimedAtMs: number;
  /** Its slot is free; only storing and committing are left. */
  isConverted: boolean;
  /** Aborts the attempt when its lease ends by the local monotonic clock, which is before the database's. */
  leaseEnd: NodeJS.Timeout | undefined;
  ended: Promise<void>;
};

export type RunningAttempts = ReadonlyMap<string, RunningAttempt>;

export function newAttempt(accountId: string | null): RunningAttempt {
  const unclaimed = { claim: null, claimedAtMs: 0, isConverted: false, leaseEnd: undefined };
  return { abort: new AbortController(), accountId, ...unclaimed, ended: Promise.resolve() };
}

/** `askedAtMs`: when the lease was requested. It started later by the database's clock, so the attempt ends in time. */
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
  // Without an answer the lease may expire: the timer decides.
  const isRenewed = await store.jobs.renew(attempt.claim, leaseMs).catch(() => null);
  // The attempt may have ended in the meantime.
  if (isRenewed && attempt.claim) watchLease(attempt, leaseMs, askedAtMs);
  if (isRenewed === false) attempt.abort.abort(new Error('the lease was lost or the job deleted'));
}

export const slotHolders = (running: RunningAttempts) =>
  [...running.values()].filter(({ isConverted }) => !isConverted);

/** Storing outputs does not block the next conversion, up to this many per slot. */
const storingPerSlot = 1;

export function freeSlots(slots: number, running: RunningAttempts): number {
  return Math.min(slots - slotHolders(running).length, slots * (1 + storingPerSlot) - running.size);
}

/** Takes tasks for the free slots: first of accounts below their share, then of any. */
export async function takeTasks(
  { tasks, slots, leaseMs }: Pick<AttemptPorts, 'tasks' | 'leaseMs'> & { readonly slots: number },
  running: RunningAttempts,
): Promise<readonly TakenTask[]> {
  const free = freeSlots(slots, running);
  const holders = slotHolders(running);
  const atShare = accountsAtShare(slots, holders);
  const take = async (count: number, exceptAccounts?: readonly string[]) => {
    const takenAtMs = performance.now();
    const taken = await tasks.take(count, leaseMs, exceptAccounts);
    return taken.map((task) => ({ ...task, takenAtMs }));
  };
  const taken = await take(fetchSize(slots, holders, free), atShare);
  return taken.length > 0 || atShare.length === 0 ? taken : take(free);
}

/** A shorter attempt is likely to end before another account has waited for long. */
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
