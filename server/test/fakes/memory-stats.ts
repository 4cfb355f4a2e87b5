/** Operator statistics in memory. */
import { queuePriority, tiers } from '../../src/domain/plan.ts';
import type { StatsStore, StoredOutput } from '../../src/ports/stats.ts';
import type { Memory, MemoryJob } from './memory-records.ts';

function storedOf({ job, parts }: MemoryJob): readonly StoredOutput[] {
  const owner = { jobId: job.id, accountId: job.accountId };
  const outputs = job.outputs.map((output) => ({ ...output, ...owner }));
  const stored = (['document', 'reading'] as const).flatMap((format) => {
    const part = parts[format];
    return part ? [{ ...owner, format, objectKey: part.key, bytes: part.bytes }] : [];
  });
  return [...outputs, ...stored];
}

export function statsIn(memory: Memory): StatsStore {
  const jobs = () => [...memory.jobs.values()].filter((entry) => !entry.deletingAt);
  const drifts = (accountId: string, since: string) =>
    [...memory.usage].some(([key, usage]) => {
      const [owner = '', month = ''] = key.split(' ');
      if (owner !== accountId || month < since) return false;
      const moved = memory.ledger.filter(
        ({ job, movement }) => job.accountId === owner && movement.month === month,
      );
      const sum = (kind: string) =>
        moved.reduce((pages, { movement }) => pages + (movement.kind === kind ? movement.pages : 0), 0);
      const reserved = sum('reserve') - sum('charge') - sum('release');
      return usage.pagesCharged !== sum('charge') || usage.pagesReserved !== reserved;
    });
  return {
    storedOutputs: async (before, limit) => {
      const all = [...memory.jobs.values()]
        .flatMap(storedOf)
        .toSorted((a, b) => (`${a.jobId} ${a.format}` < `${b.jobId} ${b.format}` ? 1 : -1))
        .filter(
          (output) =>
            before === null || `${output.jobId} ${output.format}` < `${before.jobId} ${before.format}`,
        );
      const outputs = all.slice(0, limit);
      return { outputs, next: outputs.length < limit ? null : (outputs.at(-1) ?? null) };
    },
    read: async () => ({
      waiting: tiers.map((tier) => {
        const waiting = jobs().filter(
          (entry) => entry.job.status === 'pending' && entry.priority === queuePriority[tier],
        );
        const ages = waiting.map(({ job }) => (Date.now() - job.createdAt.getTime()) / 1000);
        return { tier, jobs: waiting.length, oldestSeconds: Math.max(0, ...ages) };
      }),
      processing: jobs().filter(({ job }) => job.status === 'processing').length,
      overdueLeaseSeconds: Math.max(
        0,
        ...jobs()
          .filter((entry) => entry.job.status === 'processing')
          .map((entry) => (Date.now() - entry.leaseUntilMs) / 1000),
      ),
      deliveriesPending: memory.webhooks.pendingCount(),
    }),
    checkLedger: async (cursor, { accounts }, since) => {
      const chosen = [...memory.accounts.keys()]
        .filter((id) => cursor === null || id > cursor.afterAccountId)
        .toSorted()
        .slice(0, accounts);
      return {
        rows: chosen.length,
        driftingAccountIds: chosen.filter((id) => drifts(id, since)),
        next: chosen.length < accounts ? null : { afterAccountId: chosen.at(-1) ?? '', open: [] },
      };
    },
  };
}
