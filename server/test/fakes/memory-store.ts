/** A `Store` in memory for unit tests: the same promises as the real one, kept by single-threadedness. */
import type { Account } from '../../src/domain/account.ts';
import type { ApiKey } from '../../src/domain/api-key.ts';
import { newId } from '../../src/domain/ids.ts';
import type { Job } from '../../src/domain/job.ts';
import { billingMonth, type MonthUsage, pagesUsed } from '../../src/domain/usage.ts';
import type { AccountStore, ApiKeyStore, JobStore, NewJob, Store } from '../../src/ports/store.ts';

type KeptAccount = { account: Account; issuer: string; subject: string; activeJobs: number };
type KeptKey = { key: ApiKey; hash: string };
type KeptJob = { job: Job; asked: NewJob; attempt: number; deleting: boolean };

type Memory = {
  accounts: Map<string, KeptAccount>;
  keys: Map<string, KeptKey>;
  jobs: Map<string, KeptJob>;
  usage: Map<string, MonthUsage>;
};

function accountOf(memory: Memory, accountId: string): KeptAccount {
  const kept = memory.accounts.get(accountId);
  if (!kept) throw new Error(`no account ${accountId}`);
  return kept;
}

function usageOf(memory: Memory, accountId: string, month: string): MonthUsage {
  return memory.usage.get(`${accountId} ${month}`) ?? { pagesCharged: 0, pagesReserved: 0 };
}

function move(memory: Memory, asked: NewJob, reserved: number, charged: number): void {
  const month = billingMonth(asked.createdAt);
  const before = usageOf(memory, asked.accountId, month);
  memory.usage.set(`${asked.accountId} ${month}`, {
    pagesReserved: before.pagesReserved + reserved,
    pagesCharged: before.pagesCharged + charged,
  });
}

function settle(memory: Memory, kept: KeptJob, charged: number): void {
  accountOf(memory, kept.asked.accountId).activeJobs -= 1;
  move(memory, kept.asked, -kept.asked.pages, charged);
}

function accountsIn(memory: Memory): AccountStore {
  return {
    findOrCreate: async (identity, now) => {
      const known = [...memory.accounts.values()].find(
        ({ issuer, subject }) => issuer === identity.issuer && subject === identity.subject,
      );
      if (known) {
        if (identity.email !== '') known.account = { ...known.account, email: identity.email };
        return known.account;
      }
      const account: Account = {
        id: newId(now.getTime()),
        email: identity.email,
        tier: 'free',
        createdAt: now,
      };
      memory.accounts.set(account.id, {
        account,
        issuer: identity.issuer,
        subject: identity.subject,
        activeJobs: 0,
      });
      return account;
    },
    find: async (accountId) => memory.accounts.get(accountId)?.account ?? null,
    setTier: async (accountId, tier) => {
      const kept = memory.accounts.get(accountId);
      if (!kept) return null;
      kept.account = { ...kept.account, tier };
      return kept.account;
    },
    monthUsage: async (accountId, month) => usageOf(memory, accountId, month),
  };
}

function apiKeysIn(memory: Memory): ApiKeyStore {
  const keysOf = (accountId: string) =>
    [...memory.keys.values()].map(({ key }) => key).filter((key) => key.accountId === accountId);
  return {
    create: async (asked, activeMax) => {
      if (keysOf(asked.accountId).filter((key) => !key.revokedAt).length >= activeMax) return null;
      const { hash, ...rest } = asked;
      const key: ApiKey = { ...rest, revokedAt: null, lastUsedAt: null };
      memory.keys.set(key.id, { key, hash: hash.toString('hex') });
      return key;
    },
    list: async (accountId) =>
      keysOf(accountId).toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
    revoke: async (accountId, keyId, now) => {
      const kept = memory.keys.get(keyId);
      if (!kept || kept.key.accountId !== accountId) return false;
      kept.key = { ...kept.key, revokedAt: kept.key.revokedAt ?? now };
      return true;
    },
    findActive: async (hash) => {
      const kept = [...memory.keys.values()].find((candidate) => candidate.hash === hash.toString('hex'));
      if (!kept || kept.key.revokedAt) return null;
      return { key: kept.key, account: accountOf(memory, kept.key.accountId).account };
    },
    recordUse: async (keyId, now) => {
      const kept = memory.keys.get(keyId);
      const before = kept?.key.lastUsedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
      if (kept && before < now.getTime() - 60_000) kept.key = { ...kept.key, lastUsedAt: now };
    },
  };
}

function jobsIn(memory: Memory): JobStore {
  const visible = (accountId: string) =>
    [...memory.jobs.values()].filter((kept) => kept.job.accountId === accountId && !kept.deleting);
  const held = (jobId: string, attempt: number) => {
    const kept = memory.jobs.get(jobId);
    const current = kept && !kept.deleting && kept.job.status === 'processing' && kept.attempt === attempt;
    return current ? kept : null;
  };
  return {
    admit: async (asked, limits) => {
      const owner = accountOf(memory, asked.accountId);
      if (owner.activeJobs >= limits.activeJobsMax) {
        return { kind: 'too_many_jobs', activeJobs: owner.activeJobs };
      }
      const usage = usageOf(memory, asked.accountId, billingMonth(asked.createdAt));
      if (pagesUsed(usage) + asked.pages > limits.pagesPerMonth) return { kind: 'page_limit', usage };
      owner.activeJobs += 1;
      move(memory, asked, asked.pages, 0);
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
        outputs: [],
      };
      memory.jobs.set(job.id, { job, asked, attempt: 0, deleting: false });
      return { kind: 'admitted', job };
    },
    find: async (accountId, jobId) => visible(accountId).find(({ job }) => job.id === jobId)?.job ?? null,
    list: async (accountId, page) => {
      const all = visible(accountId)
        .map(({ job }) => job)
        .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
      const start = (page.number - 1) * page.size;
      return { items: all.slice(start, start + page.size), total: all.length };
    },
    activeCount: async (accountId) => memory.accounts.get(accountId)?.activeJobs ?? 0,
    claim: async (jobId, leaseMs) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.deleting || kept.job.status !== 'pending') return null;
      kept.attempt += 1;
      kept.job = { ...kept.job, status: 'processing', updatedAt: new Date() };
      return { job: kept.job, attempt: kept.attempt, leaseUntil: new Date(Date.now() + leaseMs) };
    },
    renew: async (jobId, attempt) => held(jobId, attempt) !== null,
    complete: async (jobId, attempt, result, now) => {
      const kept = held(jobId, attempt);
      if (!kept) return false;
      kept.job = { ...kept.job, ...result, status: 'done', updatedAt: now };
      settle(memory, kept, result.pageCount);
      return true;
    },
    fail: async (jobId, attempt, errorMessage, now) => {
      const kept = held(jobId, attempt);
      if (!kept) return false;
      kept.job = { ...kept.job, status: 'failed', errorMessage, updatedAt: now };
      settle(memory, kept, 0);
      return true;
    },
    handBack: async (jobId, attempt, now) => {
      const kept = held(jobId, attempt);
      if (kept) kept.job = { ...kept.job, status: 'pending', updatedAt: now };
      return kept !== null;
    },
    beginDelete: async (accountId, jobId) => {
      const kept = memory.jobs.get(jobId);
      if (!kept || kept.job.accountId !== accountId) return false;
      const unfinished = kept.job.status === 'pending' || kept.job.status === 'processing';
      if (!kept.deleting && unfinished) settle(memory, kept, 0);
      kept.deleting = true;
      return true;
    },
    finishDelete: async (jobId) => {
      if (memory.jobs.get(jobId)?.deleting) memory.jobs.delete(jobId);
    },
  };
}

export function memoryStore(): Store {
  const memory: Memory = { accounts: new Map(), keys: new Map(), jobs: new Map(), usage: new Map() };
  return {
    accounts: accountsIn(memory),
    apiKeys: apiKeysIn(memory),
    jobs: jobsIn(memory),
    ping: async () => {},
  };
}
