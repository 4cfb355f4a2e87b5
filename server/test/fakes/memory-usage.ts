/** Usage and ledger in memory. */
import type { ApiKey } from '../../src/domain/api-key.ts';
import type { DayCharge, Movement } from '../../src/domain/usage.ts';
import type { NewJob } from '../../src/ports/store.ts';
import type { UsageStore } from '../../src/ports/usage.ts';

export type Ledger = { job: NewJob; movement: Movement }[];
type Memory = { readonly ledger: Ledger; readonly keys: ReadonlyMap<string, { key: ApiKey }> };

/** Clamped to the billed month. */
function dayOf(at: Date, month: string): string {
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0));
  const bounded = Math.max(Date.parse(month), Math.min(at.getTime(), lastDay.getTime()));
  return new Date(bounded).toISOString().slice(0, 10);
}

export function usageIn(memory: Memory): UsageStore {
  const chargesOf = (accountId: string) =>
    memory.ledger
      .filter(({ job, movement }) => job.accountId === accountId && movement.kind === 'charge')
      .map(({ job, movement }) => ({
        day: dayOf(movement.at, movement.month),
        keyId: job.apiKeyId,
        pages: movement.pages,
      }));
  const keyOf = (keyId: string | null): DayCharge['key'] => {
    if (keyId === null) return null;
    const entry = memory.keys.get(keyId)?.key;
    return { id: keyId, name: entry?.name ?? '', keyPrefix: entry?.keyPrefix ?? '' };
  };
  return {
    charges: async (accountId, { from, to }) => {
      const within = chargesOf(accountId).filter(({ day }) => from <= day && day <= to);
      const groups = Map.groupBy(within, ({ day, keyId }) => `${day} ${keyId}`);
      return [...groups.values()]
        .flatMap((group) => {
          const [first] = group;
          const pages = group.reduce((sum, charge) => sum + charge.pages, 0);
          return first ? [{ day: first.day, key: keyOf(first.keyId), pages, jobs: group.length }] : [];
        })
        .toSorted((a, b) => a.day.localeCompare(b.day));
    },
    movements: async (accountId, jobId) =>
      memory.ledger
        .filter(({ job }) => job.accountId === accountId && job.id === jobId)
        .map(({ movement }) => movement),
  };
}
