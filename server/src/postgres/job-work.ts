/** What a worker does to a job's row. Every write names the attempt it belongs to: an older one changes nothing. */
import { sql } from 'kysely';
import { nothingDropped } from '../domain/dropped.ts';
import type { Output } from '../domain/job.ts';
import type { JobStore, Loss } from '../ports/store.ts';
import { builtOnce } from './built-once.ts';
import { progressChannel } from './channels.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { jobColumns, meteredColumns, toJob, toMeteredJob } from './job-rows.ts';
import { settle } from './metering.ts';
import { fromNow } from './moments.ts';
import { prepared } from './prepared.ts';
import type { Queue } from './queue.ts';

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
    .modifyEnd(prepared)
    .execute();
}

/** What both ends of a job share: the row is finished, nobody holds it, its password is forgotten. */
function finishedAt(now: Date) {
  return { lease_until: null, finished_at: now, updated_at: now, password_sealed: null };
}

type Done = {
  readonly jobId: string;
  readonly attempt: number;
  readonly pageCount: number;
  readonly warnings: string;
  readonly dropped: string;
  readonly now: Date;
};

const doneJob = builtOnce((db, { jobId, attempt, pageCount, warnings, dropped, now }: Done) =>
  heldJob(db, jobId, attempt)
    .set({
      status: 'done',
      page_count: pageCount,
      warnings: sql`${warnings}::jsonb`,
      dropped: sql`${dropped}::jsonb`,
      ...finishedAt(now),
    })
    .returning(meteredColumns)
    .modifyEnd(prepared),
);

async function failHeld(
  tx: DatabaseTransaction,
  jobId: string,
  attempt: number,
  errorMessage: string,
  now: Date,
): Promise<boolean> {
  const row = await heldJob(tx, jobId, attempt)
    .set({ status: 'failed', error_message: errorMessage, ...finishedAt(now) })
    .returning(meteredColumns)
    .executeTakeFirst();
  if (row) await settle(tx, toMeteredJob(row), 0, now);
  return row !== undefined;
}

const claimedJob = builtOnce((db, { jobId, leaseMs }: { jobId: string; leaseMs: number }) =>
  db
    .updateTable('jobs')
    .set((set) => ({
      status: 'processing',
      attempt: set('attempt', '+', 1),
      lease_until: fromNow(leaseMs),
      started_at: set.fn.coalesce('started_at', sql<Date>`now()`),
      claimed_at: sql<Date>`now()`,
      progress_stage: 'fetch',
      progress_done: 0,
      progress_total: set.ref('pages_reserved'),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', jobId)
    .where('status', '=', 'pending')
    .where('deleting_at', 'is', null)
    .returning([...jobColumns, 'lease_until', 'password_sealed', 'trace_parent'])
    .modifyEnd(prepared),
);

function claimFrom(db: Database): JobStore['claim'] {
  return async (jobId, leaseMs) => {
    const [row] = (await claimedJob(db, { jobId, leaseMs })).rows;
    if (!row?.lease_until) return null;
    return {
      job: toJob(row),
      attempt: row.attempt,
      leaseUntil: row.lease_until,
      sealedPassword: row.password_sealed,
      traceParent: row.trace_parent,
    };
  };
}

const lossColumns = { engine: 'engine_deaths', worker: 'worker_losses' } as const;

/** One more loss on the row; over the bound the job fails, otherwise it waits for another worker. */
export async function giveBack(
  tx: DatabaseTransaction,
  queue: Queue,
  held: { readonly jobId: string; readonly attempt: number },
  loss: Loss | null,
  now: Date,
): Promise<'pending' | 'failed' | null> {
  const { jobId, attempt } = held;
  if (loss) {
    const column = lossColumns[loss.cause];
    const counted = await heldJob(tx, jobId, attempt)
      .set((set) => ({ [column]: set(column, '+', 1) }))
      .returning(column)
      .executeTakeFirst();
    if (!counted) return null;
    if ((counted as Record<string, number>)[column] === loss.lossesMax) {
      return (await failHeld(tx, jobId, attempt, loss.errorMessage, now)) ? 'failed' : null;
    }
  }
  const row = await heldJob(tx, jobId, attempt)
    .set({ status: 'pending', lease_until: null, updated_at: now })
    .returning(['priority', 'trace_parent'])
    .executeTakeFirst();
  if (!row) return null;
  await queue.requeue(tx, { jobId, priority: row.priority, traceParent: row.trace_parent });
  return 'pending';
}

type WorkerSteps = Pick<
  JobStore,
  'claim' | 'renew' | 'recordProgress' | 'complete' | 'fail' | 'handBack' | 'letGo'
>;

export function workOn(db: Database, queue: Queue): WorkerSteps {
  return {
    claim: claimFrom(db),

    renew: async (jobId, attempt, leaseMs) => {
      const renewed = await heldJob(db, jobId, attempt)
        .set({ lease_until: fromNow(leaseMs) })
        .modifyEnd(prepared)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },

    recordProgress: async (jobId, attempt, { stage, done, total }) => {
      await sql`
        with held as (
          update jobs set progress_stage = ${stage}, progress_done = ${done}, progress_total = ${total}
          where id = ${jobId} and attempt = ${attempt} and status = 'processing' and deleting_at is null
          returning account_id, id, pages_reserved)
        select pg_notify(${progressChannel}, json_build_object(
          'account_id', account_id, 'job_id', id, 'pages', pages_reserved, 'stage', ${stage}::text, 'done', ${done}::int, 'total', ${total}::int
        )::text) from held`.execute(db);
    },

    complete: (jobId, attempt, result, now) =>
      db.transaction().execute(async (tx) => {
        const warnings = JSON.stringify(result.warnings);
        const dropped = JSON.stringify(result.dropped ?? nothingDropped);
        const { pageCount } = result;
        const [row] = (await doneJob(tx, { jobId, attempt, pageCount, warnings, dropped, now })).rows;
        if (!row) return false;
        await insertOutputs(tx, jobId, result.outputs);
        await settle(tx, toMeteredJob(row), result.pageCount, now);
        return true;
      }),

    fail: (jobId, attempt, errorMessage, now) =>
      db.transaction().execute((tx) => failHeld(tx, jobId, attempt, errorMessage, now)),

    handBack: async (jobId, attempt, loss, now) => {
      await queue.start();
      return db.transaction().execute((tx) => giveBack(tx, queue, { jobId, attempt }, loss, now));
    },

    letGo: async (jobId, attempt) => {
      await db
        .updateTable('jobs')
        .set({ lease_until: sql<Date>`clock_timestamp()` })
        .where('id', '=', jobId)
        .where('attempt', '=', attempt)
        .where('status', '=', 'processing')
        .where('deleting_at', 'is not', null)
        .execute();
    },
  };
}
