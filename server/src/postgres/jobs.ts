/** Jobs in Postgres, as their owner sees them. */
import { sql } from 'kysely';
import type { JobStore } from '../ports/store.ts';
import { deletionChannel } from './channels.ts';
import type { Database } from './database.ts';
import { submitsIn } from './idempotency.ts';
import { admissionInto, countActiveJobs } from './job-admission.ts';
import { listIn } from './job-list.ts';
import { outlookIn } from './job-outlook.ts';
import { repairJobs } from './job-repair.ts';
import { meteredColumns, toJob, toMeteredJob, visibleJobs } from './job-rows.ts';
import { workOn } from './job-work.ts';
import { settle } from './metering.ts';
import type { Queue } from './queue.ts';

export function jobsIn(db: Database, queue: Queue): JobStore {
  return {
    admit: admissionInto(db, queue),
    ...submitsIn(db),
    ...outlookIn(db),
    ...workOn(db, queue),
    ...repairJobs(db, queue),

    find: async (accountId, jobId) => {
      const row = await visibleJobs(db, accountId).where('id', '=', jobId).executeTakeFirst();
      return row ? toJob(row) : null;
    },

    list: listIn(db),

    activeCount: (accountId) => countActiveJobs(db, accountId),

    beginDelete: (accountId, jobId, now) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('jobs')
          .select([...meteredColumns, 'status', 'deleting_at'])
          .where('id', '=', jobId)
          .where('account_id', '=', accountId)
          .forUpdate()
          .executeTakeFirst();
        if (!row || row.deleting_at) return row !== undefined;
        await tx
          .updateTable('jobs')
          .set({ deleting_at: now, password_sealed: null })
          .where('id', '=', jobId)
          .execute();
        await sql`select pg_notify(${deletionChannel}, ${jobId})`.execute(tx);
        await tx
          .updateTable('accounts')
          .set((set) => ({ visible_jobs: set('visible_jobs', '-', 1) }))
          .where('id', '=', accountId)
          .execute();
        const unfinished = row.status === 'pending' || row.status === 'processing';
        if (unfinished) await settle(tx, toMeteredJob(row), 0, now);
        return true;
      }),

    finishDelete: async (jobId) => {
      await db.deleteFrom('jobs').where('id', '=', jobId).where('deleting_at', 'is not', null).execute();
    },
  };
}
