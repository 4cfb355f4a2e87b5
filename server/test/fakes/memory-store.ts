/** A `Store` in memory for unit tests, with the contract of the Postgres store. */
import type { Store, UploadStore } from '../../src/ports/store.ts';
import { accountsIn, apiKeysIn } from './memory-accounts.ts';
import { closedAccountsIn } from './memory-closed-accounts.ts';
import { directUploadsIn } from './memory-direct-uploads.ts';
import { erasuresIn } from './memory-erasures.ts';
import { type MemoryEvents, memoryEvents } from './memory-events.ts';
import { jobsIn } from './memory-jobs.ts';
import { outputWritesIn } from './memory-output-writes.ts';
import { receiptsIn } from './memory-receipts.ts';
import { abandonedUpload, type Memory } from './memory-records.ts';
import { retentionIn } from './memory-retention.ts';
import { sharesIn } from './memory-shares.ts';
import { statsIn } from './memory-stats.ts';
import { usageIn } from './memory-usage.ts';
import { memoryWebhooks } from './memory-webhooks.ts';

function uploadsIn(memory: Memory): UploadStore {
  return {
    begin: async ({ id, accountId }, aliveMs) => {
      memory.uploads.set(id, { accountId, aliveUntilMs: Date.now() + aliveMs });
    },
    keepAlive: async (jobId, aliveMs) => {
      const entry = memory.uploads.get(jobId);
      if (entry && entry.aliveUntilMs > abandonedUpload) entry.aliveUntilMs = Date.now() + aliveMs;
    },
    end: async (jobId) => void memory.uploads.delete(jobId),
    abandon: async (jobId) => {
      const entry = memory.uploads.get(jobId);
      if (entry) entry.aliveUntilMs = abandonedUpload;
      return entry !== undefined;
    },
    abandoned: async (limit, except) =>
      [...memory.uploads]
        .filter(([id, entry]) => entry.aliveUntilMs <= Date.now() && !except.includes(id))
        .slice(0, limit)
        .map(([id, entry]) => {
          entry.aliveUntilMs = abandonedUpload;
          return { id, accountId: entry.accountId };
        }),
  };
}

export type MemoryStore = Store & { readonly events: MemoryEvents };

export function memoryStore(): MemoryStore {
  const memory: Memory = {
    accounts: new Map(),
    closedAccounts: new Map(),
    keys: new Map(),
    jobs: new Map(),
    usage: new Map(),
    ledger: [],
    retentionDays: new Map(),
    uploads: new Map(),
    directUploads: new Map(),
    outputWrites: new Map(),
    submits: new Map(),
    events: memoryEvents(),
    webhooks: memoryWebhooks(),
    erasures: new Map(),
    shares: new Map(),
  };
  const jobs = jobsIn(memory);
  return {
    accounts: accountsIn(memory),
    closedAccounts: closedAccountsIn(memory),
    apiKeys: apiKeysIn(memory),
    jobs,
    uploads: uploadsIn(memory),
    directUploads: directUploadsIn(memory),
    outputWrites: outputWritesIn(memory),
    events: memory.events,
    webhooks: memory.webhooks,
    usage: usageIn(memory),
    retention: retentionIn(memory, jobs),
    receipts: receiptsIn(memory),
    erasures: erasuresIn(memory),
    shares: sharesIn(memory),
    stats: statsIn(memory),
    ping: async () => {},
  };
}
