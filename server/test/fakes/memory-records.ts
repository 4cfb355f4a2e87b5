/** Records of the in-memory `Store`, and the bookkeeping of slots and pages. */

import type { Account } from '../../src/domain/account.ts';
import type { ApiKey } from '../../src/domain/api-key.ts';
import type { DirectUpload } from '../../src/domain/direct-upload.ts';
import type { DroppedContent } from '../../src/domain/dropped.ts';
import type { Erasure } from '../../src/domain/erasure.ts';
import { writesStopped } from '../../src/domain/errors.ts';
import type { Job, StoredParts } from '../../src/domain/job.ts';
import type { Share } from '../../src/domain/share.ts';
import { billingMonth, type MonthUsage, type Movement } from '../../src/domain/usage.ts';
import type { EngineWarning } from '../../src/ports/engine.ts';
import type { OutputWrite } from '../../src/ports/output-writes.ts';
import type { NewJob } from '../../src/ports/store.ts';
import type { MemoryEvents } from './memory-events.ts';
import type { Ledger } from './memory-usage.ts';
import type { MemoryWebhooks } from './memory-webhooks.ts';

export type MemoryAccount = {
  account: Omit<Account, 'activeJobs'>;
  issuer: string;
  subject: string;
  activeJobs: number;
};
export type MemoryApiKey = { key: ApiKey; hash: string };
export type MemoryJob = {
  job: Job;
  newJob: NewJob;
  priority: number;
  attempt: number;
  claimId: string | null;
  leaseUntilMs: number;
  failures: { engine: number; worker: number };
  warnings: readonly EngineWarning[];
  dropped: DroppedContent;
  parts: StoredParts;
  deletingAt: Date | null;
};

export type MemoryDirectUpload = { upload: DirectUpload; expiresAtMs: number; removeAtMs: number };

export type Memory = {
  accounts: Map<string, MemoryAccount>;
  /** By issuer and subject. */
  closedAccounts: Map<string, { accountId: string; closedAt: Date; isEmpty: boolean }>;
  keys: Map<string, MemoryApiKey>;
  jobs: Map<string, MemoryJob>;
  usage: Map<string, MonthUsage>;
  ledger: Ledger;
  retentionDays: Map<string, number | null>;
  uploads: Map<string, { accountId: string; aliveUntilMs: number }>;
  directUploads: Map<string, MemoryDirectUpload>;
  outputWrites: Map<string, { write: OutputWrite; leaseUntilMs: number }>;
  events: MemoryEvents;
  submits: Map<string, { fingerprint: Buffer; jobId: string; createdAt: Date }>;
  webhooks: MemoryWebhooks;
  erasures: Map<string, { accountId: string; erasure: Erasure }>;
  shares: Map<string, { share: Share; hash: string }>;
};

export const toAccount = ({ account, activeJobs }: MemoryAccount): Account => ({ ...account, activeJobs });

export function accountOf(memory: Memory, accountId: string): MemoryAccount {
  const entry = memory.accounts.get(accountId);
  if (!entry) throw new Error(`no account ${accountId}`);
  return entry;
}

export function isStopped(memory: Pick<Memory, 'accounts'>, accountId: string): boolean {
  return memory.accounts.get(accountId)?.account.writesStopped === true;
}

export function requireWrites(memory: Memory, accountId: string): void {
  if (isStopped(memory, accountId)) throw writesStopped();
}

export function usageOf(memory: Memory, accountId: string, month: string): MonthUsage {
  return memory.usage.get(`${accountId} ${month}`) ?? { pagesCharged: 0, pagesReserved: 0 };
}

export function move(memory: Memory, newJob: NewJob, reserved: number, charged: number): void {
  const month = billingMonth(newJob.createdAt);
  const before = usageOf(memory, newJob.accountId, month);
  memory.usage.set(`${newJob.accountId} ${month}`, {
    pagesReserved: before.pagesReserved + reserved,
    pagesCharged: before.pagesCharged + charged,
  });
}

export function record(memory: Memory, job: NewJob, kind: Movement['kind'], pages: number, at: Date): void {
  const movement = { kind, pages, month: billingMonth(job.createdAt), at };
  if (pages > 0) memory.ledger.push({ job, movement });
}

export function settle(memory: Memory, entry: MemoryJob, charged: number, now: Date): void {
  accountOf(memory, entry.newJob.accountId).activeJobs -= 1;
  move(memory, entry.newJob, -entry.newJob.pages, charged);
  record(memory, entry.newJob, 'charge', charged, now);
  record(memory, entry.newJob, 'release', entry.newJob.pages - charged, now);
}

/** `aliveUntilMs` of an abandoned upload, which can no longer become a job. */
export const abandonedUpload = Number.NEGATIVE_INFINITY;
