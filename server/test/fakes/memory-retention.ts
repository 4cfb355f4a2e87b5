/** Retention and pruning in memory. */
import type { Account } from '../../src/domain/account.ts';
import { writesStopped } from '../../src/domain/errors.ts';
import type { Job } from '../../src/domain/job.ts';
import type { RetentionStore } from '../../src/ports/retention.ts';
import type { JobStore, NewJob } from '../../src/ports/store.ts';
import type { MemoryEvents } from './memory-events.ts';

type Memory = {
  readonly accounts: ReadonlyMap<string, { readonly account: Pick<Account, 'writesStopped'> }>;
  readonly jobs: ReadonlyMap<string, { job: Job; deletingAt: Date | null }>;
  readonly submits: Map<string, { readonly createdAt: Date }>;
  readonly retentionDays: Map<string, number | null>;
  readonly events: Pick<MemoryEvents, 'prune'>;
};

const dayMs = 86_400_000;

export function expiryOf({ retentionDays }: Memory, newJob: NewJob): Date | null {
  const days = retentionDays.get(newJob.accountId) ?? null;
  if (newJob.expiresAt || days === null) return newJob.expiresAt;
  return new Date(Date.now() + days * dayMs);
}

function hasExpired({ status, expiresAt }: Job, now: Date): boolean {
  return (status === 'done' || status === 'failed') && expiresAt !== null && expiresAt <= now;
}

export function retentionIn(memory: Memory, jobs: Pick<JobStore, 'beginDelete'>): RetentionStore {
  const isStopped = (accountId: string) => memory.accounts.get(accountId)?.account.writesStopped === true;
  return {
    settings: async (accountId) => ({ retentionDays: memory.retentionDays.get(accountId) ?? null }),
    changeSettings: async (accountId, { retentionDays }) => {
      const exists = memory.accounts.has(accountId);
      if (exists) memory.retentionDays.set(accountId, retentionDays);
      return exists;
    },
    setExpiry: async (accountId, jobId, expiresAt) => {
      const entry = memory.jobs.get(jobId);
      if (!entry || entry.deletingAt || entry.job.accountId !== accountId) return false;
      if (isStopped(accountId)) throw writesStopped();
      entry.job = { ...entry.job, expiresAt };
      return true;
    },
    expired: async (limit, except) =>
      [...memory.jobs.values()]
        .filter((entry) => !entry.deletingAt && hasExpired(entry.job, new Date()))
        .filter(({ job }) => !except.includes(job.id) && !isStopped(job.accountId))
        .slice(0, limit)
        .map(({ job }) => ({ id: job.id, accountId: job.accountId })),
    beginExpiry: async (jobId, now) => {
      const entry = memory.jobs.get(jobId);
      if (!entry || entry.deletingAt || !hasExpired(entry.job, new Date())) return false;
      if (isStopped(entry.job.accountId)) return false;
      return jobs.beginDelete(entry.job.accountId, jobId, now);
    },
    pruneEvents: async (keptMs, limit) => memory.events.prune(new Date(Date.now() - keptMs), limit),
    pruneIdempotencyKeys: async (keptMs, limit) => {
      const before = new Date(Date.now() - keptMs);
      const old = [...memory.submits].filter(([, { createdAt }]) => createdAt < before).slice(0, limit);
      for (const [key] of old) memory.submits.delete(key);
      return old.length;
    },
  };
}
