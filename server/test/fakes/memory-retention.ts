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
    beginExpired: async (now) => {
      const expired = [...memory.jobs.values()].find((kept) => !kept.deletingAt && hasExpired(kept.job, now));
      if (!expired) return null;
      const { id, accountId } = expired.job;
      await jobs.beginDelete(accountId, id, now);
      return { id, accountId };
    },
    pruneEvents: async (before, limit) => memory.events.prune(before, limit),
    pruneIdempotencyKeys: async (before, limit) => {
      const old = [...memory.submits].filter(([, { createdAt }]) => createdAt < before).slice(0, limit);
      for (const [key] of old) memory.submits.delete(key);
      return old.length;
    },
  };
}
