/** Jobs in memory. */
import { randomUUID } from 'node:crypto';
import { nothingDropped } from '../../src/domain/dropped.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { jobsAheadMax } from '../../src/domain/estimate.ts';
import { idempotencyLifeMs } from '../../src/domain/idempotency.ts';
import { claimPrefix, folderOf, type Job, nameSearchMax } from '../../src/domain/job.ts';
import type { JobErrorCode } from '../../src/domain/job-error.ts';
import type { RetryBudget } from '../../src/domain/retry-budget.ts';
import { billingMonth, pagesUsed } from '../../src/domain/usage.ts';
import type { ClaimRef, JobStore, NewJob } from '../../src/ports/store.ts';
import { canUseUpload, useUpload } from './memory-direct-uploads.ts';
import { recordErasure } from './memory-erasures.ts';
import { outputsAreWritten, prefixesOfWrites } from './memory-output-writes.ts';
import {
  abandonedUpload,
  accountOf,
  type Memory,
  type MemoryJob,
  move,
  record,
  requireWrites,
  settle,
  usageOf,
} from './memory-records.ts';
import { expiryOf } from './memory-retention.ts';

function requireNote(memory: Memory, { id }: NewJob): void {
  if ((memory.uploads.get(id)?.aliveUntilMs ?? abandonedUpload) > abandonedUpload) return;
  throw unavailable('database', new Error('the upload was given up before its job was committed'));
}

export function jobsIn(memory: Memory): JobStore {
  const visible = (accountId: string) =>
    [...memory.jobs.values()].filter((entry) => entry.job.accountId === accountId && !entry.deletingAt);
  const ofClaim = ({ jobId, attempt, claimId }: ClaimRef) => {
    const entry = memory.jobs.get(jobId);
    return entry?.attempt === attempt && entry.claimId === claimId ? entry : null;
  };
  const held = (claim: ClaimRef) => {
    const entry = ofClaim(claim);
    return entry && !entry.deletingAt && entry.job.status === 'processing' ? entry : null;
  };
  const isHeld = (entry: MemoryJob | undefined) =>
    entry !== undefined &&
    ((entry.job.status === 'processing' && entry.leaseUntilMs > Date.now()) ||
      outputsAreWritten(memory, entry.job.id));
  const isExpired = (entry: MemoryJob) =>
    entry.job.status === 'processing' && !entry.deletingAt && entry.leaseUntilMs <= Date.now();
  const change = (entry: MemoryJob, to: Partial<Job> & Pick<Job, 'status'>) => {
    entry.job = { ...entry.job, ...to };
    memory.events.record(entry.job, `job.${to.status}`);
  };
  const end = (entry: MemoryJob, to: Partial<Job> & Pick<Job, 'status'>, now: Date) => {
    change(entry, { ...to, progress: null, updatedAt: now, finishedAt: now });
    settle(memory, entry, entry.job.pageCount ?? 0, now);
    memory.webhooks.jobEnded(entry.job);
  };
  const fail = (entry: MemoryJob, errorMessage: string, now: Date, errorCode: JobErrorCode | null = null) =>
    end(entry, { status: 'failed', errorMessage, errorCode }, now);
  const requeueHeldJob = (entry: MemoryJob | null, budget: RetryBudget | null, now: Date) => {
    if (!entry) return null;
    if (budget) entry.failures[budget.cause] += 1;
    if (budget && entry.failures[budget.cause] >= budget.failuresMax) {
      fail(entry, budget.errorMessage, now, budget.errorCode);
      return 'failed';
    }
    entry.claimId = null;
    change(entry, { status: 'pending', progress: null, updatedAt: now });
    return 'pending';
  };
  const earlierSubmit = (accountId: string, key: string, now: Date) => {
    const entry = memory.submits.get(`${accountId} ${key}`);
    if (!entry || now.getTime() - entry.createdAt.getTime() >= idempotencyLifeMs) return null;
    const job = visible(accountId).find((candidate) => candidate.job.id === entry.jobId)?.job ?? null;
    return { fingerprint: entry.fingerprint, job };
  };
  return {
    findByIdempotencyKey: async (accountId, key, now) => earlierSubmit(accountId, key, now),
    admit: async (newJob, limits) => {
      const { key, fingerprint } = newJob.idempotency ?? {};
      const earlier = key && earlierSubmit(newJob.accountId, key, newJob.createdAt);
      if (earlier) return { kind: 'repeated', earlier };
      requireNote(memory, newJob);
      requireWrites(memory, newJob.accountId);
      const owner = accountOf(memory, newJob.accountId);
      if (owner.activeJobs >= limits.activeJobsMax) {
        return { kind: 'too_many_jobs', activeJobs: owner.activeJobs };
      }
      const usage = usageOf(memory, newJob.accountId, billingMonth(newJob.createdAt));
      if (pagesUsed(usage) + newJob.pages > limits.pagesPerMonth) return { kind: 'page_limit', usage };
      if (!canUseUpload(memory, newJob)) return { kind: 'upload_used' };
      useUpload(memory, newJob);
      if (key && fingerprint) {
        const { id: jobId, createdAt } = newJob;
        memory.submits.set(`${newJob.accountId} ${key}`, { fingerprint, jobId, createdAt });
      }
      owner.activeJobs += 1;
      move(memory, newJob, newJob.pages, 0);
      record(memory, newJob, 'reserve', newJob.pages, newJob.createdAt);
      const job: Job = {
        id: newJob.id,
        accountId: newJob.accountId,
        status: 'pending',
        options: newJob.options,
        source: newJob.source,
        pageCount: null,
        errorMessage: null,
        errorCode: null,
        apiKeyId: newJob.apiKeyId,
        origin: newJob.origin ?? null,
        createdAt: newJob.createdAt,
        updatedAt: newJob.createdAt,
        expiresAt: expiryOf(memory, newJob),
        outputs: [],
        pages: newJob.pages,
        documentPages: newJob.documentPages,
        ocrPagesMax: newJob.ocrPagesMax,
        attempts: 0,
        startedAt: null,
        claimedAt: null,
        finishedAt: null,
        progress: null,
      };
      memory.uploads.delete(job.id);
      memory.jobs.set(job.id, {
        job,
        newJob,
        priority: limits.priority,
        attempt: 0,
        claimId: null,
        leaseUntilMs: 0,
        failures: { engine: 0, worker: 0 },
        warnings: [],
        dropped: nothingDropped,
        parts: {},
        deletingAt: null,
      });
      memory.events.record(job, 'job.created');
      return { kind: 'admitted', job };
    },
    find: async (accountId, jobId) => visible(accountId).find(({ job }) => job.id === jobId)?.job ?? null,
    findForOperator: async (jobId) => {
      const entry = memory.jobs.get(jobId);
      return entry && !entry.deletingAt ? entry.job : null;
    },
    replaceOutputs: async (job, outputs, parts = {}) => {
      const entry = memory.jobs.get(job.id);
      if (!entry || entry.deletingAt || entry.job.status !== 'done') return false;
      const keys = (of: Job) => of.outputs.map(({ objectKey }) => objectKey).join();
      if (keys(entry.job) !== keys(job)) throw new Error('the outputs of the job were replaced meanwhile');
      entry.job = { ...entry.job, outputs };
      entry.parts = parts;
      return true;
    },
    document: async (accountId, jobId) =>
      visible(accountId).find(({ job }) => job.id === jobId)?.parts.document ?? null,
    reading: async (accountId, jobId) =>
      visible(accountId).find(({ job }) => job.id === jobId)?.parts.reading ?? null,
    accessibility: async (accountId, jobId) =>
      visible(accountId).find(({ job }) => job.id === jobId)?.parts.accessibility ?? null,
    list: async (accountId, page, { statuses, createdAfter, createdBefore, name } = {}) => {
      const all = visible(accountId)
        .map(({ job }) => job)
        .filter(({ createdAt }) => !createdAfter || createdAt > createdAfter)
        .filter(({ createdAt }) => !createdBefore || createdAt < createdBefore)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
      const folded = (text: string) => text.normalize().toLowerCase();
      const found = all
        .slice(0, name === undefined ? all.length : nameSearchMax)
        .filter(({ status }) => statuses?.includes(status) ?? true)
        .filter(({ source }) => name === undefined || folded(source.fileName).includes(folded(name)));
      const start = (page.number - 1) * page.size;
      const counts = {
        total: found.length,
        ...(name !== undefined && { isPartial: all.length > nameSearchMax }),
      };
      return { items: found.slice(start, start + page.size), ...counts };
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
        .filter((entry) => entry.job.status === 'pending' && !entry.deletingAt)
        .toSorted(
          (a, b) =>
            b.priority - a.priority ||
            a.job.createdAt.getTime() - b.job.createdAt.getTime() ||
            (a.job.id < b.job.id ? -1 : 1),
        );
      const places = waiting.map(({ job }, index) => {
        const ahead = waiting.slice(0, Math.min(index, jobsAheadMax));
        const pagesAhead = ahead.reduce((sum, { newJob }) => sum + newJob.pages, 0);
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
      return { msPerPage: ms / pages, running: inWork.map(({ job }) => job) };
    },
    recordProgress: async (claim, progress) => {
      const entry = held(claim);
      if (!entry) return;
      entry.job = { ...entry.job, progress };
      memory.events.publishProgress(entry.job, progress);
    },
    activeCount: async (accountId) => memory.accounts.get(accountId)?.activeJobs ?? 0,
    claim: async (jobId, leaseMs) => {
      const entry = memory.jobs.get(jobId);
      if (!entry || entry.deletingAt || entry.job.status !== 'pending') return null;
      entry.attempt += 1;
      const claimId = randomUUID();
      entry.claimId = claimId;
      entry.leaseUntilMs = Date.now() + leaseMs;
      const claimedAt = new Date();
      change(entry, {
        status: 'processing',
        updatedAt: claimedAt,
        claimedAt,
        startedAt: entry.job.startedAt ?? claimedAt,
        attempts: entry.attempt,
        progress: { stage: 'fetch', done: 0, total: entry.newJob.pages },
      });
      return {
        jobId,
        attempt: entry.attempt,
        claimId,
        job: entry.job,
        leaseUntil: new Date(entry.leaseUntilMs),
        sealedPassword: entry.newJob.sealedPassword,
        traceParent: entry.newJob.traceParent,
      };
    },
    renew: async (claim, leaseMs) => {
      const entry = held(claim);
      if (entry) entry.leaseUntilMs = Date.now() + leaseMs;
      return entry !== null;
    },
    complete: async (claim, result, now) => {
      const entry = held(claim);
      if (!entry) return false;
      const { pageCount, outputs, warnings, dropped, document, reading, accessibility } = result;
      entry.warnings = warnings;
      entry.dropped = dropped ?? nothingDropped;
      entry.parts = { document, reading, accessibility };
      end(entry, { status: 'done', pageCount, outputs }, now);
      return true;
    },
    fail: async (claim, errorMessage, now, errorCode) => {
      const entry = held(claim);
      if (!entry) return false;
      fail(entry, errorMessage, now, errorCode);
      return true;
    },
    handBack: async (claim, { budget }, now) => requeueHeldJob(held(claim), budget, now),
    claimState: async (claim) => {
      const entry = ofClaim(claim);
      if (!entry) return { state: 'lost' };
      if (entry.job.status === 'done') return { state: 'done', pageCount: entry.job.pageCount ?? 0 };
      if (entry.job.status === 'failed') return { state: 'failed' };
      return { state: entry.deletingAt ? 'lost' : 'held' };
    },
    prefixesInUse: async (jobId) => {
      const entry = memory.jobs.get(jobId);
      if (!entry || entry.deletingAt) return null;
      const { document, reading } = entry.parts;
      const parts = [document, reading].flatMap((part) => part?.key ?? []);
      const keys = [...entry.job.outputs.map(({ objectKey }) => objectKey), ...parts];
      const prefixes = [...keys.map(folderOf), ...prefixesOfWrites(memory, jobId)];
      const isClaimed = entry.job.status === 'processing';
      const own = [entry, { ...entry, claimId: null }].map((claim) => claimPrefix(entry.job, claim));
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
      const entry = memory.jobs.get(id);
      return entry && isExpired(entry) && entry.attempt === attempt
        ? requeueHeldJob(entry, budget, now)
        : null;
    },
    lostTasks: async () => [],
    requeue: async (jobId) => memory.jobs.get(jobId)?.job.status === 'pending',
    beginDelete: async (accountId, jobId, now) => {
      const entry = memory.jobs.get(jobId);
      if (!entry || entry.job.accountId !== accountId) return false;
      if (!entry.deletingAt) requireWrites(memory, accountId);
      const unfinished = entry.job.status === 'pending' || entry.job.status === 'processing';
      if (!entry.deletingAt && unfinished) settle(memory, entry, 0, now);
      if (!entry.deletingAt) memory.events.record(entry.job, 'job.deleted');
      entry.deletingAt ??= new Date();
      return true;
    },
    releaseLease: async (claim) => {
      const entry = ofClaim(claim);
      if (entry?.deletingAt) entry.leaseUntilMs = 0;
    },
    isHeld: async (jobId) => isHeld(memory.jobs.get(jobId)),
    finishDelete: async (jobId, { withoutRecord = false } = {}) => {
      const entry = memory.jobs.get(jobId);
      if (!entry?.deletingAt) return;
      if (!withoutRecord) recordErasure(memory, entry, entry.deletingAt);
      memory.jobs.delete(jobId);
      for (const [id, { write }] of memory.outputWrites) {
        if (write.job.id === jobId) memory.outputWrites.delete(id);
      }
    },
    unfinishedDeletes: async (ageMs, limit, except) =>
      [...memory.jobs.values()]
        .filter(
          (entry) => entry.deletingAt && entry.deletingAt.getTime() <= Date.now() - ageMs && !isHeld(entry),
        )
        .filter(({ job }) => !except.includes(job.id))
        .slice(0, limit)
        .map(({ job }) => ({ id: job.id, accountId: job.accountId })),
  };
}
