/** Retention in Postgres: settings of accounts, expiry of jobs, and pruning. */
import { sql } from 'kysely';
import type { RetentionStore } from '../ports/retention.ts';
import type { Announcer } from './announcer.ts';
import type { Database } from './database.ts';
import { databaseNow } from './database-time.ts';
import { toJobRef } from './job-rows.ts';
import { softDeleteColumns, softDeleteJob } from './job-soft-delete.ts';
import { prune } from './prune.ts';
import { boundLockWaits, exceptIds, writesAllowed } from './recovery-clauses.ts';

export function retentionIn(db: Database, announcer: Announcer): RetentionStore {
  return {
    settings: async (accountId) => {
      const row = await db
        .selectFrom('account_settings')
        .select('retention_days')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return { retentionDays: row?.retention_days ?? null };
    },

    changeSettings: async (accountId, { retentionDays }) => {
      const { numAffectedRows = 0n } = await sql`
        insert into account_settings (account_id, retention_days)
        select id, ${retentionDays}::int from accounts where id = ${accountId}
        on conflict (account_id) do update set retention_days = excluded.retention_days`.execute(db);
      return numAffectedRows > 0n;
    },

    setExpiry: async (accountId, jobId, expiresAt) => {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ expires_at: expiresAt })
        .where('id', '=', jobId)
        .where('account_id', '=', accountId)
        .where('deleting_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    expired: async (limit, except) => {
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'account_id'])
        .where('expires_at', '<=', databaseNow)
        .where('finished_at', 'is not', null)
        .where('deleting_at', 'is', null)
        .where(writesAllowed)
        .where(exceptIds('id', except))
        .orderBy('expires_at')
        .limit(limit)
        .execute();
      return rows.map(toJobRef);
    },

    // Checked and hidden under one lock, so that a concurrent change of the expiry comes before or after.
    beginExpiry: async (jobId, now) => {
      const expired = await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('jobs')
          .innerJoin('accounts', 'accounts.id', 'jobs.account_id')
          .select(softDeleteColumns.map((column) => `jobs.${column}` as const))
          .where('jobs.id', '=', jobId)
          .where('jobs.expires_at', '<=', databaseNow)
          .where('jobs.finished_at', 'is not', null)
          .where('jobs.deleting_at', 'is', null)
          .where('accounts.writes_stopped_at', 'is', null)
          .forNoKeyUpdate(['jobs', 'accounts'])
          .skipLocked()
          .executeTakeFirst();
        if (!row) return null;
        await boundLockWaits(tx);
        await softDeleteJob(tx, row, now);
        return row;
      });
      if (expired) announcer.jobDeleted(expired.account_id, expired.id);
      return expired !== null;
    },

    pruneEvents: (keptMs, limit) => prune(db, 'events', 'at', keptMs, limit),
    pruneIdempotencyKeys: (keptMs, limit) => prune(db, 'idempotency_keys', 'created_at', keptMs, limit),
  };
}
