/** What the sweeper asks of jobs: those a dead worker holds, those the queue forgot, those half deleted. */
import { sql } from 'kysely';
import type { JobStore, Loss } from '../ports/store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { giveBack } from './job-work.ts';
import { fromNow } from './moments.ts';
import { convertQueue, type Queue, queueSchema } from './queue.ts';

type RepairSteps = Pick<JobStore, 'reclaimExpired' | 'requeueLost' | 'unfinishedDeletes' | 'isHeld'>;

/** Locked rows belong to a sweeper of another process: they are skipped, not waited for. */
function expiredLease(tx: DatabaseTransaction) {
  return tx
    .selectFrom('jobs')
    .select(['id', 'attempt'])
    .where('status', '=', 'processing')
    .where('deleting_at', 'is', null)
    .where('lease_until', '<', sql<Date>`clock_timestamp()`)
    .orderBy('lease_until')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** One job in one transaction: several would lock accounts in an order that another sweeper's may cross. */
function reclaimOne(db: Database, queue: Queue, loss: Loss, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const held = await expiredLease(tx);
    if (held) await giveBack(tx, queue, { jobId: held.id, attempt: held.attempt }, loss, now);
    return held !== undefined;
  });
}

/**
 * A worker claims what it fetched at once. A job that is pending while its task is out and silent was fetched by one
 * that died in between; the queue itself would notice that only after a minute or two.
 */
function pendingWithoutTask(tx: DatabaseTransaction, silentMs: number, limit: number) {
  const silentSince = fromNow(-silentMs);
  return tx
    .selectFrom('jobs')
    .select(['id', 'priority', 'trace_parent as traceParent'])
    .where('status', '=', 'pending')
    .where('deleting_at', 'is', null)
    .where('updated_at', '<', silentSince)
    .where(
      sql<boolean>`not exists (
        select from ${sql.id(queueSchema, 'job')} task
        where task.name = ${convertQueue} and task.id = jobs.id and (
          task.state < 'active' or (task.state = 'active' and task.heartbeat_on >= ${silentSince})))`,
    )
    .orderBy('created_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export function repairJobs(db: Database, queue: Queue): RepairSteps {
  return {
    reclaimExpired: async (loss, limit, now) => {
      await queue.start();
      let reclaimed = 0;
      while (reclaimed < limit && (await reclaimOne(db, queue, loss, now))) reclaimed += 1;
      return reclaimed;
    },

    requeueLost: async (silentMs, limit) => {
      await queue.start();
      return db.transaction().execute(async (tx) => {
        const lost = await pendingWithoutTask(tx, silentMs, limit);
        for (const { id: jobId, priority, traceParent } of lost) {
          await queue.requeue(tx, { jobId, priority, traceParent });
        }
        return lost.length;
      });
    },

    isHeld: async (jobId) => {
      const row = await db
        .selectFrom('jobs')
        .select('id')
        .where('id', '=', jobId)
        .where('lease_until', '>', sql<Date>`clock_timestamp()`)
        .executeTakeFirst();
      return row !== undefined;
    },

    unfinishedDeletes: async (begunBefore, limit) => {
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'account_id'])
        .where('deleting_at', '<', begunBefore)
        .where((is) =>
          is.or([is('lease_until', 'is', null), is('lease_until', '<', sql<Date>`clock_timestamp()`)]),
        )
        .orderBy('deleting_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, accountId: row.account_id }));
    },
  };
}
