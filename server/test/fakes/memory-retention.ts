/** The part of the store in memory that lets things go by themselves. */
import type { Job } from '../../src/domain/job.ts';
import type { RetentionStore } from '../../src/ports/retention.ts';
import type { JobStore, NewJob } from '../../src/ports/store.ts';
import type { MemoryEvents } from './memory-events.ts';

type Memory = {
  readonly accounts: ReadonlyMap<string, unknown>;
  readonly jobs: ReadonlyMap<string, { job: Job; deletingAt: Date | null }>;
  readonly submits: Map<string, { readonly createdAt: Date }>;
  readonly retentionDays: Map<string, number | null>;
  readonly events: Pick<MemoryEvents, 'prune'>;
};

const dayMs = 86_400_000;

export function expiryOf({ retentionDays }: Memory, asked: NewJob): Date | null {
  const days = retentionDays.get(asked.accountId) ?? null;
  if (asked.expiresAt || days === null) return asked.expiresAt;
  return new Date(asked.createdAt.getTime() + days * dayMs);
}

function hasExpired({ status, expiresAt }: Job, now: Date): boolean {
  return (status === 'done' || status === 'failed') && expiresAt !== null && expiresAt <= now;
}

export function retentionIn(memory: Memory, jobs: Pick<JobStore, 'beginDelete'>): RetentionStore {
  return {
    settings: async (accountId) => ({ retentionDays: memory.retentionDays.get(accountId) ?? null }),
    changeSettings: async (accountId, { retentionDays }) => {
      const exists = memory.accounts.has(accountId);
      if (exists) memory.retentionDays.set(accountId, retentionDays);
      return exists;
    },
    setExpiry: async (accountId, jobId, expiresAt) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.deletingAt || kept.job.accountId !== accountId) return false;
      kept.job = { ...kept.job, expiresAt };
      return true;
    },
    expired: async (limit, except) =>
      [...memory.jobs.values()]
        .filter((kept) => !kept.deletingAt && hasExpired(kept.job, new Date()))
        .filter(({ job }) => !except.includes(job.id))
        .slice(0, limit)
        .map(({ job }) => ({ id: job.id, accountId: job.accountId })),
    beginExpiry: async (jobId, now) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.deletingAt || !hasExpired(kept.job, new Date())) return false;
      return jobs.beginDelete(kept.job.accountId, jobId, now);
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
