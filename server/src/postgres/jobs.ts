/** The job methods of the store. */
import type { JobStore } from '../ports/store.ts';
import { findReport } from './accessibility.ts';
import type { Announcer } from './announcer.ts';
import { compileOnce } from './compile-once.ts';
import type { Database } from './database.ts';
import { removeAndRecord } from './erasures.ts';
import { idempotencyIn } from './idempotency.ts';
import { admissionInto, countActiveJobs } from './job-admission.ts';
import { jobClaimsIn } from './job-claims.ts';
import { jobDetailsIn } from './job-details.ts';
import { listIn } from './job-list.ts';
import { findPart, replaceOutputs } from './job-outputs.ts';
import { jobRecoveryIn } from './job-recovery.ts';
import { jobsWithOutputs, toJob, visibleJobs } from './job-rows.ts';
import { softDeleteColumns, softDeleteJob } from './job-soft-delete.ts';
import { prepared } from './prepared.ts';
import type { Queue } from './queue.ts';

const visibleJob = compileOnce((db, { accountId, jobId }: { accountId: string; jobId: string }) =>
  visibleJobs(db, accountId).where('id', '=', jobId).modifyEnd(prepared),
);

export function jobsIn(db: Database, queue: Queue, announcer: Announcer): JobStore {
  return {
    admit: admissionInto(db, queue, announcer),
    ...idempotencyIn(db),
    ...jobDetailsIn(db),
    ...jobClaimsIn(db, queue, announcer),
    ...jobRecoveryIn(db, queue, announcer),

    find: async (accountId, jobId) => {
      const [row] = (await visibleJob(db, { accountId, jobId })).rows;
      return row ? toJob(row) : null;
    },

    findForOperator: async (jobId) => {
      const row = await jobsWithOutputs(db).where('id', '=', jobId).executeTakeFirst();
      return row ? toJob(row) : null;
    },

    replaceOutputs: (job, outputs, parts = {}) =>
      db.transaction().execute((tx) => replaceOutputs(tx, job, outputs, parts)),
    document: (accountId, jobId) => findPart(db, 'documents', accountId, jobId),
    reading: (accountId, jobId) => findPart(db, 'readings', accountId, jobId),
    accessibility: (accountId, jobId) => findReport(db, accountId, jobId),

    list: listIn(db),

    activeCount: (accountId) => countActiveJobs(db, accountId),

    beginDelete: async (accountId, jobId, now) => {
      const found = await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('jobs')
          .select([...softDeleteColumns, 'deleting_at'])
          .where('id', '=', jobId)
          .where('account_id', '=', accountId)
          .forUpdate()
          .executeTakeFirst();
        if (row && !row.deleting_at) await softDeleteJob(tx, row, now);
        return row ?? null;
      });
      if (found && !found.deleting_at) announcer.jobDeleted(accountId, found.id);
      return found !== null;
    },

    finishDelete: async (jobId, { withoutRecord = false } = {}) => {
      if (!withoutRecord) return removeAndRecord(db, jobId);
      await db.deleteFrom('jobs').where('id', '=', jobId).where('deleting_at', 'is not', null).execute();
    },
  };
}
