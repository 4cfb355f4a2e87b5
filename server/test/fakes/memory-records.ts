/** What a `Store` in memory keeps, and the movements of slots and pages between its records. */

import type { Account } from '../../src/domain/account.ts';
import type { ApiKey } from '../../src/domain/api-key.ts';
import type { DroppedContent } from '../../src/domain/dropped.ts';
import type { Job } from '../../src/domain/job.ts';
import { billingMonth, type MonthUsage, type Movement } from '../../src/domain/usage.ts';
import type { EngineWarning } from '../../src/ports/engine.ts';
import type { NewJob } from '../../src/ports/store.ts';
import type { MemoryEvents } from './memory-events.ts';
import type { Ledger } from './memory-usage.ts';
import type { MemoryWebhooks } from './memory-webhooks.ts';

export type MemoryAccount = { account: Account; issuer: string; subject: string; activeJobs: number };
export type MemoryApiKey = { key: ApiKey; hash: string };
export type MemoryJob = {
  job: Job;
  asked: NewJob;
  priority: number;
  attempt: number;
  claimId: string | null;
  leaseUntilMs: number;
  losses: { engine: number; worker: number };
  warnings: readonly EngineWarning[];
  dropped: DroppedContent;
  deletingAt: Date | null;
};

export type Memory = {
  accounts: Map<string, MemoryAccount>;
  keys: Map<string, MemoryApiKey>;
  jobs: Map<string, MemoryJob>;
  usage: Map<string, MonthUsage>;
  ledger: Ledger;
  retentionDays: Map<string, number | null>;
  uploads: Map<string, { accountId: string; aliveUntilMs: number }>;
  events: MemoryEvents;
  submits: Map<string, { fingerprint: Buffer; jobId: string; createdAt: Date }>;
  webhooks: MemoryWebhooks;
};

export function accountOf(memory: Memory, accountId: string): MemoryAccount {
  const kept = memory.accounts.get(accountId);
  if (!kept) throw new Error(`no account ${accountId}`);
  return kept;
}

export function usageOf(memory: Memory, accountId: string, month: string): MonthUsage {
  return memory.usage.get(`${accountId} ${month}`) ?? { pagesCharged: 0, pagesReserved: 0 };
}

export function move(memory: Memory, asked: NewJob, reserved: number, charged: number): void {
  const month = billingMonth(asked.createdAt);
  const before = usageOf(memory, asked.accountId, month);
  memory.usage.set(`${asked.accountId} ${month}`, {
    pagesReserved: before.pagesReserved + reserved,
    pagesCharged: before.pagesCharged + charged,
  });
}

export function record(memory: Memory, job: NewJob, kind: Movement['kind'], pages: number, at: Date): void {
  const movement = { kind, pages, month: billingMonth(job.createdAt), at };
  if (pages > 0) memory.ledger.push({ job, movement });
}

export function settle(memory: Memory, kept: MemoryJob, charged: number, now: Date): void {
  accountOf(memory, kept.asked.accountId).activeJobs -= 1;
  move(memory, kept.asked, -kept.asked.pages, charged);
  record(memory, kept.asked, 'charge', charged, now);
  record(memory, kept.asked, 'release', kept.asked.pages - charged, now);
}

/** An upload that no job may be made of any more. */
export const givenUp = Number.NEGATIVE_INFINITY;
