/** Jobs in Postgres, as their owner sees them. */
import type { JobStore } from '../ports/store.ts';
import { builtOnce } from './built-once.ts';
import type { Database } from './database.ts';
import { submitsIn } from './idempotency.ts';
import { admissionInto, countActiveJobs } from './job-admission.ts';
import { hiddenColumns, hideJob } from './job-hiding.ts';
import { listIn } from './job-list.ts';
import { outlookIn } from './job-outlook.ts';
import { repairJobs } from './job-repair.ts';
import { jobsWithOutputs, toJob, visibleJobs } from './job-rows.ts';
import { replaceOutputs, workOn } from './job-work.ts';
import { prepared } from './prepared.ts';
import type { Queue } from './queue.ts';

const visibleJob = builtOnce((db, { accountId, jobId }: { accountId: string; jobId: string }) =>
  visibleJobs(db, accountId).where('id', '=', jobId).modifyEnd(prepared),
);

export function jobsIn(db: Database, queue: Queue): JobStore {
  return {
    admit: admissionInto(db, queue),
    ...submitsIn(db),
    ...outlookIn(db),
    ...workOn(db, queue),
    ...repairJobs(db, queue),

    find: async (accountId, jobId) => {
      const [row] = (await visibleJob(db, { accountId, jobId })).rows;
      return row ? toJob(row) : null;
    },

    findForOperator: async (jobId) => {
      const row = await jobsWithOutputs(db).where('id', '=', jobId).executeTakeFirst();
      return row ? toJob(row) : null;
    },

    replaceOutputs: (job, outputs) => db.transaction().execute((tx) => replaceOutputs(tx, job, outputs)),

    list: listIn(db),

    activeCount: (accountId) => countActiveJobs(db, accountId),

    beginDelete: (accountId, jobId, now) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('jobs')
          .select([...hiddenColumns, 'deleting_at'])
          .where('id', '=', jobId)
          .where('account_id', '=', accountId)
          .forUpdate()
          .executeTakeFirst();
        if (row && !row.deleting_at) await hideJob(tx, row, now);
        return row !== undefined;
      }),

    finishDelete: async (jobId) => {
      await db.deleteFrom('jobs').where('id', '=', jobId).where('deleting_at', 'is not', null).execute();
    },
  };
}
