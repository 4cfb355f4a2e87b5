/** Recovery of jobs: expired leases, lost tasks, unfinished deletions. */
import { sql } from 'kysely';
import { claimPrefix, folderOf, writePrefix } from '../domain/job.ts';
import type { RetryBudget } from '../domain/retry-budget.ts';
import type { ExpiredLease, JobStore } from '../ports/store.ts';
import type { Announcer } from './announcer.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { databaseNow, fromNow } from './database-time.ts';
import { announceEnd, queuedColumns, requeueHeldJob, toTask } from './job-claims.ts';
import { toJobRef } from './job-rows.ts';
import { lostTasksIn } from './lost-tasks.ts';
import type { Queue } from './queue.ts';
import { boundLockWaits, exceptIds } from './recovery-clauses.ts';

type RecoveryMethods = Pick<
  JobStore,
  | 'expiredLeases'
  | 'reclaim'
  | 'lostTasks'
  | 'requeue'
  | 'unfinishedDeletes'
  | 'isHeld'
  | 'prefixesInUse'
  | 'othersWait'
>;

/**
 * One job in one transaction: several would lock accounts in an order that another sweeper's may cross. Rows that
 * another process has locked are skipped: a lock that a dead client left must not hold recovery up.
 */
async function reclaimIn(
  tx: DatabaseTransaction,
  queue: Queue,
  { id, attempt }: ExpiredLease,
  budget: RetryBudget,
  now: Date,
): ReturnType<typeof requeueHeldJob> {
  const held = await tx
    .selectFrom('jobs')
    .innerJoin('accounts', 'accounts.id', 'jobs.account_id')
    .select(['jobs.id', 'jobs.attempt', 'jobs.claim_id'])
    .where('jobs.id', '=', id)
    .where('jobs.attempt', '=', attempt)
    .where('jobs.status', '=', 'processing')
    .where('jobs.deleting_at', 'is', null)
    .where('jobs.lease_until', '<', databaseNow)
    .forNoKeyUpdate(['jobs', 'accounts'])
    .skipLocked()
    .executeTakeFirst();
  if (!held) return null;
  await boundLockWaits(tx);
  const fence = { jobId: held.id, attempt: held.attempt, claimId: held.claim_id };
  return requeueHeldJob(tx, queue, fence, { budget, delayMs: 0 }, now);
}

async function requeueIn(tx: DatabaseTransaction, queue: Queue, jobId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('jobs')
    .select(queuedColumns)
    .where('id', '=', jobId)
    .where('status', '=', 'pending')
    .where('deleting_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row) await queue.requeue(tx, toTask(row));
  return row !== undefined;
}

/** A request is adding outputs to the job of the outer query. */
const outputsAreWritten = sql<boolean>`exists (
  select from output_writes where job_id = jobs.id and output_writes.lease_until > ${databaseNow})`;

async function prefixesInUse(db: Database, jobId: string): Promise<ReadonlySet<string> | null> {
  const row = await db
    .selectFrom('jobs')
    .select(['id', 'account_id', 'status', 'attempt', 'claim_id'])
    .select((job) =>
      job
        .selectFrom('outputs')
        .select(sql<string[]>`coalesce(array_agg(object_key), '{}')`.as('keys'))
        .whereRef('outputs.job_id', '=', 'jobs.id')
        .as('keys'),
    )
    .select((job) =>
      job
        .selectFrom('documents')
        .select('object_key')
        .whereRef('documents.job_id', '=', 'jobs.id')
        .as('document_key'),
    )
    .select((job) =>
      job
        .selectFrom('readings')
        .select('object_key')
        .whereRef('readings.job_id', '=', 'jobs.id')
        .as('reading_key'),
    )
    .select((job) =>
      job
        .selectFrom('output_writes')
        .select(sql<string[]>`coalesce(array_agg(id), '{}')`.as('ids'))
        .whereRef('output_writes.job_id', '=', 'jobs.id')
        .where('lease_until', '>', databaseNow)
        .as('write_ids'),
    )
    .where('id', '=', jobId)
    .where('deleting_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const parts = [row.document_key, row.reading_key].filter((key) => key !== null);
  const keys = [...(row.keys ?? []), ...parts];
  const ofWrites = (row.write_ids ?? []).map((id) => writePrefix(toJobRef(row), id));
  const ofOutputs = [...keys.map(folderOf), ...ofWrites];
  // A worker of the previous version sets no claim id and leaves that of an earlier claim in the row.
  const ofHolder = [row.claim_id, null].map((claimId) =>
    claimPrefix(toJobRef(row), { attempt: row.attempt, claimId }),
  );
  return new Set(row.status === 'processing' ? [...ofOutputs, ...ofHolder] : ofOutputs);
}

/** Uses the index of waiting jobs; it skips only the active jobs of one account and the most recent ones. */
async function othersWait(db: Database, accountId: string, waitedMs: number): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select true as waits from jobs
    where status = 'pending' and deleting_at is null
      and account_id <> ${accountId} and updated_at < ${fromNow(-waitedMs)}
    order by priority desc, created_at, id limit 1`.execute(db);
  return rows.length > 0;
}

export function jobRecoveryIn(db: Database, queue: Queue, announcer: Announcer): RecoveryMethods {
  const lostTasks = lostTasksIn(db);
  return {
    expiredLeases: async (limit, except) => {
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'account_id', 'attempt'])
        .where('status', '=', 'processing')
        .where('deleting_at', 'is', null)
        .where('lease_until', '<', databaseNow)
        .where(exceptIds('id', except))
        .orderBy('lease_until')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toJobRef(row), attempt: row.attempt }));
    },

    reclaim: async (lease, budget, now) => {
      await queue.start();
      const end = await db.transaction().execute((tx) => reclaimIn(tx, queue, lease, budget, now));
      return announceEnd(announcer, end);
    },

    lostTasks,

    requeue: async (jobId) => {
      await queue.start();
      const isRequeued = await db.transaction().execute((tx) => requeueIn(tx, queue, jobId));
      if (isRequeued) announcer.taskQueued();
      return isRequeued;
    },

    isHeld: async (jobId) => {
      const row = await db
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', jobId)
        .where((is) => is.or([is('lease_until', '>', databaseNow), outputsAreWritten]))
        .executeTakeFirst();
      return row !== undefined;
    },

    unfinishedDeletes: async (ageMs, limit, except) => {
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'account_id'])
        .where('deleting_at', '<', fromNow(-ageMs))
        .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', databaseNow)]))
        .where((is) => is.not(outputsAreWritten))
        .where(exceptIds('id', except))
        .orderBy('deleting_at')
        .limit(limit)
        .execute();
      return rows.map(toJobRef);
    },

    prefixesInUse: (jobId) => prefixesInUse(db, jobId),
    othersWait: (accountId, waitedMs) => othersWait(db, accountId, waitedMs),
  };
}
