/** Uploads in progress, in Postgres. */
import { sql } from 'kysely';
import type { UploadStore } from '../ports/store.ts';
import { compileOnce } from './compile-once.ts';
import type { Database } from './database.ts';
import { databaseNow, fromNow } from './database-time.ts';
import { prepared } from './prepared.ts';
import { exceptIds } from './recovery-clauses.ts';

/** Marks an upload as abandoned: no heartbeat revives it, and no admission accepts it. */
export const abandonedMark = sql<Date>`'-infinity'::timestamptz`;

type Note = { readonly id: string; readonly accountId: string; readonly aliveMs: number };

const noteUpload = compileOnce((db, { id, accountId, aliveMs }: Note) =>
  db
    .insertInto('uploads')
    .values({ job_id: id, account_id: accountId, alive_until: fromNow(aliveMs) })
    .modifyEnd(prepared),
);

export function uploadsIn(db: Database): UploadStore {
  return {
    begin: async ({ id, accountId }, aliveMs) => {
      await noteUpload(db, { id, accountId, aliveMs });
    },

    keepAlive: async (jobId, aliveMs) => {
      await db
        .updateTable('uploads')
        .set({ alive_until: fromNow(aliveMs) })
        .where('job_id', '=', jobId)
        .where('alive_until', '>', abandonedMark)
        .execute();
    },

    end: async (jobId) => {
      await db.deleteFrom('uploads').where('job_id', '=', jobId).execute();
    },

    abandon: async (jobId) => {
      const marked = await db
        .updateTable('uploads')
        .set({ alive_until: abandonedMark })
        .where('job_id', '=', jobId)
        .executeTakeFirst();
      return marked.numUpdatedRows > 0n;
    },

    abandoned: async (limit, except) => {
      const rows = await db
        .updateTable('uploads')
        .set({ alive_until: abandonedMark })
        .where('job_id', 'in', (inner) =>
          inner
            .selectFrom('uploads')
            .select('job_id')
            .where('alive_until', '<', databaseNow)
            .where(exceptIds('job_id', except))
            .orderBy('alive_until')
            .limit(limit)
            .forUpdate()
            // A running admission decides for itself.
            .skipLocked(),
        )
        .returning(['job_id', 'account_id'])
        .execute();
      return rows.map((row) => ({ id: row.job_id, accountId: row.account_id }));
    },
  };
}
