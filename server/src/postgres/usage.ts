/** Usage in Postgres: by day from a table that a trigger updates, by job from the ledger. */
import type { LedgerKind } from '../domain/usage.ts';
import type { UsageStore } from '../ports/usage.ts';
import type { Database } from './database.ts';

export function usageIn(db: Database): UsageStore {
  return {
    charges: async (accountId, { from, to }) => {
      const rows = await db
        .selectFrom('usage_days')
        // The account again, so that only its own keys are read.
        .leftJoin('api_keys', (join) =>
          join
            .onRef('api_keys.account_id', '=', 'usage_days.account_id')
            .onRef('api_keys.id', '=', 'usage_days.api_key_id'),
        )
        .select(['day', 'pages', 'jobs', 'api_key_id', 'name', 'key_prefix'])
        .where('usage_days.account_id', '=', accountId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute();
      return rows.map(({ day, pages, jobs, api_key_id: id, name, key_prefix: keyPrefix }) => ({
        day,
        pages,
        jobs,
        key: id === null ? null : { id, name: name ?? '', keyPrefix: keyPrefix ?? '' },
      }));
    },

    movements: async (accountId, jobId) => {
      const rows = await db
        .selectFrom('ledger')
        .select(['kind', 'pages', 'month', 'at'])
        .where('job_id', '=', jobId)
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, kind: row.kind as LedgerKind }));
    },
  };
}
