/** Jobs in memory. */
import { randomUUID } from 'node:crypto';
import { nothingDropped } from '../../src/domain/dropped.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { jobsAheadMax } from '../../src/domain/estimate.ts';
import { idempotencyLifeMs } from '../../src/domain/idempotency.ts';
import { claimPrefix, folderOf, type Job } from '../../src/domain/job.ts';
import type { RetryBudget } from '../../src/domain/retry-budget.ts';
import { billingMonth, pagesUsed } from '../../src/domain/usage.ts';
import type { ClaimRef, JobStore } from '../../src/ports/store.ts';
import {
  accountOf,
  givenUp,
  type Memory,
  type MemoryJob,
  move,
  record,
  settle,
  usageOf,
} from './memory-records.ts';
import { expiryOf } from './memory-retention.ts';

export function jobsIn(memory: Memory): JobStore {
  const visible = (accountId: string) =>
    [...memory.jobs.values()].filter((kept) => kept.job.accountId === accountId && !kept.deletingAt);
  const ofClaim = ({ jobId, attempt, claimId }: ClaimRef) => {
    const kept = memory.jobs.get(jobId);
    return kept?.attempt === attempt && kept.claimId === claimId ? kept : null;
  };
  const held = (claim: ClaimRef) => {
    const kept = ofClaim(claim);
    return kept && !kept.deletingAt && kept.job.status === 'processing' ? kept : null;
  };
  const isHeld = (kept: MemoryJob | undefined) =>
    kept?.job.status === 'processing' && kept.leaseUntilMs > Date.now();
  const isExpired = (kept: MemoryJob) =>
    kept.job.status === 'processing' && !kept.deletingAt && kept.leaseUntilMs <= Date.now();
  const change = (kept: MemoryJob, to: Partial<Job> & Pick<Job, 'status'>) => {
    kept.job = { ...kept.job, ...to };
    memory.events.record(kept.job, `job.${to.status}`);
  };
  const end = (kept: MemoryJob, to: Partial<Job> & Pick<Job, 'status'>, now: Date) => {
    change(kept, { ...to, progress: null, updatedAt: now, finishedAt: now });
    settle(memory, kept, kept.job.pageCount ?? 0, now);
    memory.webhooks.jobEnded(kept.job);
  };
  const fail = (kept: MemoryJob, errorMessage: string, now: Date) =>
    end(kept, { status: 'failed', errorMessage }, now);
  const requeueHeldJob = (kept: MemoryJob | null, budget: RetryBudget | null, now: Date) => {
    if (!kept) return null;
    if (budget) kept.losses[budget.cause] += 1;
    if (budget && kept.losses[budget.cause] >= budget.failuresMax) {
      fail(kept, budget.errorMessage, now);
      return 'failed';
    }
    kept.claimId = null;
    change(kept, { status: 'pending', progress: null, updatedAt: now });
    return 'pending';
  };
  const earlierSubmit = (accountId: string, key: string, now: Date) => {
    const kept = memory.submits.get(`${accountId} ${key}`);
    if (!kept || now.getTime() - kept.createdAt.getTime() >= idempotencyLifeMs) return null;
    const job = visible(accountId).find((candidate) => candidate.job.id === kept.jobId)?.job ?? null;
    return { fingerprint: kept.fingerprint, job };
  };
  return {
    findByIdempotencyKey: async (accountId, key, now) => earlierSubmit(accountId, key, now),
    admit: async (asked, limits) => {
      const { key, fingerprint } = asked.idempotency ?? {};
      const earlier = key && earlierSubmit(asked.accountId, key, asked.createdAt);
      if (earlier) return { kind: 'repeated', earlier };
      if ((memory.uploads.get(asked.id)?.aliveUntilMs ?? givenUp) === givenUp) {
        throw unavailable('database', new Error('the upload was given up before its job was committed'));
      }
      const owner = accountOf(memory, asked.accountId);
      if (owner.activeJobs >= limits.activeJobsMax) {
        return { kind: 'too_many_jobs', activeJobs: owner.activeJobs };
      }
      const usage = usageOf(memory, asked.accountId, billingMonth(asked.createdAt));
      if (pagesUsed(usage) + asked.pages > limits.pagesPerMonth) return { kind: 'page_limit', usage };
      if (key && fingerprint) {
        const { id: jobId, createdAt } = asked;
        memory.submits.set(`${asked.accountId} ${key}`, { fingerprint, jobId, createdAt });
      }
      owner.activeJobs += 1;
      move(memory, asked, asked.pages, 0);
      record(memory, asked, 'reserve', asked.pages, asked.createdAt);
      const job: Job = {
        id: asked.id,
        accountId: asked.accountId,
        status: 'pending',
        options: asked.options,
        source: asked.source,
        pageCount: null,
        errorMessage: null,
        createdAt: asked.createdAt,
        updatedAt: asked.createdAt,
        expiresAt: expiryOf(memory, asked),
        outputs: [],
        pages: asked.pages,
        documentPages: asked.documentPages,
        attempts: 0,
        startedAt: null,
        claimedAt: null,
        finishedAt: null,
        progress: null,
      };
      memory.uploads.delete(job.id);
      memory.jobs.set(job.id, {
        job,
        asked,
        priority: limits.priority,
        attempt: 0,
        claimId: null,
        leaseUntilMs: 0,
        losses: { engine: 0, worker: 0 },
        warnings: [],
        dropped: nothingDropped,
        deletingAt: null,
      });
      memory.events.record(job, 'job.created');
      return { kind: 'admitted', job };
    },
    find: async (accountId, jobId) => visible(accountId).find(({ job }) => job.id === jobId)?.job ?? null,
    findForOperator: async (jobId) => {
      const kept = memory.jobs.get(jobId);
      return kept && !kept.deletingAt ? kept.job : null;
    },
    replaceOutputs: async (job, outputs) => {
      const kept = memory.jobs.get(job.id);
      if (!kept || kept.deletingAt || kept.job.status !== 'done') return false;
      const keys = (of: Job) => of.outputs.map(({ objectKey }) => objectKey).join();
      if (keys(kept.job) !== keys(job)) throw new Error('the outputs of the job were replaced meanwhile');
      kept.job = { ...kept.job, outputs };
      return true;
    },
    list: async (accountId, page, { statuses, createdAfter, createdBefore } = {}) => {
      const all = visible(accountId)
        .map(({ job }) => job)
        .filter(({ status }) => statuses?.includes(status) ?? true)
        .filter(({ createdAt }) => !createdAfter || createdAt > createdAfter)
        .filter(({ createdAt }) => !createdBefore || createdAt < createdBefore)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
      const start = (page.number - 1) * page.size;
      return { items: all.slice(start, start + page.size), total: all.length };
    },
    warnings: async (accountId, jobIds) =>
      new Map(
        visible(accountId)
          .filter(({ job }) => jobIds.includes(job.id))
          .map(({ job, warnings }) => [job.id, warnings]),
      ),
    dropped: async (accountId, jobId) =>
      visible(accountId).find(({ job }) => job.id === jobId)?.dropped ?? null,
    queuePositions: async (jobIds) => {
      const waiting = [...memory.jobs.values()]
        .filter((kept) => kept.job.status === 'pending' && !kept.deletingAt)
        .toSorted(
          (a, b) =>
            b.priority - a.priority ||
            a.job.createdAt.getTime() - b.job.createdAt.getTime() ||
            (a.job.id < b.job.id ? -1 : 1),
        );
      const places = waiting.map(({ job }, index) => {
        const ahead = waiting.slice(0, Math.min(index, jobsAheadMax));
        const pagesAhead = ahead.reduce((sum, { asked }) => sum + asked.pages, 0);
        return [job.id, { jobsAhead: ahead.length, pagesAhead }] as const;
      });
      return new Map(places.filter(([id]) => jobIds.includes(id)));
    },
    throughput: async () => {
      const done = [...memory.jobs.values()].filter(({ job }) => job.status === 'done');
      if (done.length === 0) return null;
      const pages = done.reduce((sum, { job }) => sum + (job.pageCount ?? 0), 0);
      const ms = done.reduce((sum, { job }) => sum + Number(job.finishedAt) - Number(job.claimedAt), 0);
      const inWork = [...memory.jobs.values()].filter(({ job }) => job.status === 'processing');
      return { msPerPage: ms / pages, jobsProcessing: inWork.length };
    },
    recordProgress: async (claim, progress) => {
      const kept = held(claim);
      if (!kept) return;
      kept.job = { ...kept.job, progress };
      memory.events.publishProgress(kept.job, progress);
    },
    activeCount: async (accountId) => memory.accounts.get(accountId)?.activeJobs ?? 0,
    claim: async (jobId, leaseMs) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.deletingAt || kept.job.status !== 'pending') return null;
      kept.attempt += 1;
      const claimId = randomUUID();
      kept.claimId = claimId;
      kept.leaseUntilMs = Date.now() + leaseMs;
      const claimedAt = new Date();
      change(kept, {
        status: 'processing',
        updatedAt: claimedAt,
        claimedAt,
        startedAt: kept.job.startedAt ?? claimedAt,
        attempts: kept.attempt,
        progress: { stage: 'fetch', done: 0, total: kept.asked.pages },
      });
      return {
        jobId,
        attempt: kept.attempt,
        claimId,
        job: kept.job,
        leaseUntil: new Date(kept.leaseUntilMs),
        sealedPassword: kept.asked.sealedPassword,
        traceParent: kept.asked.traceParent,
      };
    },
    renew: async (claim, leaseMs) => {
      const kept = held(claim);
      if (kept) kept.leaseUntilMs = Date.now() + leaseMs;
      return kept !== null;
    },
    complete: async (claim, result, now) => {
      const kept = held(claim);
      if (!kept) return false;
      const { pageCount, outputs, warnings, dropped } = result;
      kept.warnings = warnings;
      kept.dropped = dropped ?? nothingDropped;
      end(kept, { status: 'done', pageCount, outputs }, now);
      return true;
    },
    fail: async (claim, errorMessage, now) => {
      const kept = held(claim);
      if (!kept) return false;
      fail(kept, errorMessage, now);
      return true;
    },
    handBack: async (claim, { budget }, now) => requeueHeldJob(held(claim), budget, now),
    claimState: async (claim) => {
      const kept = ofClaim(claim);
      if (!kept) return { state: 'lost' };
      if (kept.job.status === 'done') return { state: 'done', pageCount: kept.job.pageCount ?? 0 };
      if (kept.job.status === 'failed') return { state: 'failed' };
      return { state: kept.deletingAt ? 'lost' : 'held' };
    },
    prefixesInUse: async (jobId) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.deletingAt) return null;
      const prefixes = kept.job.outputs.map(({ objectKey }) => folderOf(objectKey));
      const isClaimed = kept.job.status === 'processing';
      const own = [kept, { ...kept, claimId: null }].map((claim) => claimPrefix(kept.job, claim));
      return new Set(isClaimed ? [...prefixes, ...own] : prefixes);
    },
    othersWait: async (accountId, waitedMs) =>
      [...memory.jobs.values()].some(
        ({ job, deletingAt }) =>
          job.status === 'pending' &&
          !deletingAt &&
          job.accountId !== accountId &&
          job.updatedAt.getTime() < Date.now() - waitedMs,
      ),
    expiredLeases: async (limit, except) =>
      [...memory.jobs.values()]
        .filter(isExpired)
        .filter(({ job }) => !except.includes(job.id))
        .slice(0, limit)
        .map(({ job, attempt }) => ({ id: job.id, accountId: job.accountId, attempt })),
    reclaim: async ({ id, attempt }, budget, now) => {
      const kept = memory.jobs.get(id);
      return kept && isExpired(kept) && kept.attempt === attempt ? requeueHeldJob(kept, budget, now) : null;
    },
    lostTasks: async () => [],
    requeue: async (jobId) => memory.jobs.get(jobId)?.job.status === 'pending',
    beginDelete: async (accountId, jobId, now) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.job.accountId !== accountId) return false;
      const unfinished = kept.job.status === 'pending' || kept.job.status === 'processing';
      if (!kept.deletingAt && unfinished) settle(memory, kept, 0, now);
      if (!kept.deletingAt) memory.events.record(kept.job, 'job.deleted');
      kept.deletingAt ??= new Date();
      return true;
    },
    releaseLease: async (claim) => {
      const kept = ofClaim(claim);
      if (kept?.deletingAt) kept.leaseUntilMs = 0;
    },
    isHeld: async (jobId) => isHeld(memory.jobs.get(jobId)),
    finishDelete: async (jobId) => {
      if (memory.jobs.get(jobId)?.deletingAt) memory.jobs.delete(jobId);
    },
    unfinishedDeletes: async (ageMs, limit, except) =>
      [...memory.jobs.values()]
        .filter((kept) => kept.deletingAt && kept.deletingAt.getTime() <= Date.now() - ageMs && !isHeld(kept))
        .filter(({ job }) => !except.includes(job.id))
        .slice(0, limit)
        .map(({ job }) => ({ id: job.id, accountId: job.accountId })),
  };
}
