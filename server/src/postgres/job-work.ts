/** What a worker does to a job's row. Every write names the attempt it belongs to: an older one changes nothing. */
import { sql } from 'kysely';
import type { Output } from '../domain/job.ts';
import type { JobStore } from '../ports/store.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { jobColumns, meteredColumns, toJob, toMeteredJob } from './job-rows.ts';
import { settle } from './metering.ts';
import type { Queue } from './queue.ts';

/** Leases are measured by the database's clock alone: workers' clocks may differ. */
function leaseEnd(leaseMs: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;
}

function heldJob(tx: Database | DatabaseTransaction, jobId: string, attempt: number) {
  return tx
    .updateTable('jobs')
    .where('id', '=', jobId)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .where('deleting_at', 'is', null);
}

async function insertOutputs(
  tx: DatabaseTransaction,
  jobId: string,
  outputs: readonly Output[],
): Promise<void> {
  await tx
    .insertInto('outputs')
    .values(
      outputs.map((output) => ({
        job_id: jobId,
        format: output.format,
        object_key: output.objectKey,
        bytes: output.bytes,
        sha256: Buffer.from(output.sha256, 'hex'),
      })),
    )
    .execute();
}

/** What both ends of a job share: the row is finished, nobody holds it. */
function finishedAt(now: Date) {
  return { lease_until: null, finished_at: now, updated_at: now };
}

type WorkerSteps = Pick<JobStore, 'claim' | 'renew' | 'complete' | 'fail' | 'handBack'>;

function claimFrom(db: Database): JobStore['claim'] {
  return async (jobId, leaseMs) => {
    const row = await db
      .updateTable('jobs')
      .set((set) => ({
        status: 'processing',
        attempt: set('attempt', '+', 1),
        lease_until: leaseEnd(leaseMs),
        started_at: set.fn.coalesce('started_at', sql<Date>`now()`),
        updated_at: sql<Date>`now()`,
      }))
      .where('id', '=', jobId)
      .where('status', '=', 'pending')
      .where('deleting_at', 'is', null)
      .returning([...jobColumns, 'attempt', 'lease_until'])
      .executeTakeFirst();
    if (!row?.lease_until) return null;
    return { job: toJob(row), attempt: row.attempt, leaseUntil: row.lease_until };
  };
}

export function workOn(db: Database, queue: Queue): WorkerSteps {
  return {
    claim: claimFrom(db),

    renew: async (jobId, attempt, leaseMs) => {
      const renewed = await heldJob(db, jobId, attempt)
        .set({ lease_until: leaseEnd(leaseMs) })
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },

    complete: (jobId, attempt, result, now) =>
      db.transaction().execute(async (tx) => {
        const row = await heldJob(tx, jobId, attempt)
          .set({ status: 'done', page_count: result.pageCount, ...finishedAt(now) })
          .returning(meteredColumns)
          .executeTakeFirst();
        if (!row) return false;
        await insertOutputs(tx, jobId, result.outputs);
        await settle(tx, toMeteredJob(row), result.pageCount, now);
        return true;
      }),

    fail: (jobId, attempt, errorMessage, now) =>
      db.transaction().execute(async (tx) => {
        const row = await heldJob(tx, jobId, attempt)
          .set({ status: 'failed', error_message: errorMessage, ...finishedAt(now) })
          .returning(meteredColumns)
          .executeTakeFirst();
        if (!row) return false;
        await settle(tx, toMeteredJob(row), 0, now);
        return true;
      }),

    handBack: async (jobId, attempt, now) => {
      await queue.start();
      return db.transaction().execute(async (tx) => {
        const row = await heldJob(tx, jobId, attempt)
          .set({ status: 'pending', lease_until: null, updated_at: now })
          .returning('priority')
          .executeTakeFirst();
        if (!row) return false;
        await queue.enqueue(tx, { jobId, priority: row.priority });
        return true;
      });
    },
  };
}
