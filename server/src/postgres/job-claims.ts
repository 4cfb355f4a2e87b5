/** Writes of a worker to its claimed job. Each one checks the claim: an older claim changes nothing. */
import { CompiledQuery, type Selectable } from 'kysely';
import { nothingDropped } from '../domain/dropped.ts';
import type { JobErrorCode } from '../domain/job-error.ts';
import type { ClaimRef, ClaimState, HandBack, JobStore } from '../ports/store.ts';
import type { Announcer } from './announcer.ts';
import { type ClaimedRow, claimedColumns, toClaim } from './claimed-rows.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { databaseNow, fromNow } from './database-time.ts';
import { resultsOf } from './job-outputs.ts';
import { storableJson } from './json-values.ts';
import { releaseJob } from './metering.ts';
import { asPrepared, prepared } from './prepared.ts';
import { progressBatchIn } from './progress-batch.ts';
import type { Queue, Task } from './queue.ts';
import type { Jobs } from './schema.ts';

/** An expired lease is matched by its current values: workers of earlier versions set no claim id. */
type Fence = { readonly jobId: string; readonly attempt: number; readonly claimId: string | null };

function heldJob(tx: Database | DatabaseTransaction, { jobId, attempt, claimId }: Fence) {
  return tx
    .updateTable('jobs')
    .where('id', '=', jobId)
    .where('attempt', '=', attempt)
    .where('claim_id', 'is not distinct from', claimId)
    .where('status', '=', 'processing')
    .where('deleting_at', 'is', null);
}

/** Common to done and failed: not held, finished, and without a password. */
function finishedAt(now: Date) {
  return { lease_until: null, finished_at: now, updated_at: now, password_sealed: null };
}

const finishJob = asPrepared('select finish_job($1, $2, $3, $4, $5, $6) as account_id');

function completeIn(db: Database, announcer: Announcer): JobStore['complete'] {
  return async ({ jobId, attempt, claimId }, result, now) => {
    const { pageCount, outputs, warnings, dropped = nothingDropped } = result;
    const results = storableJson({ ...resultsOf(outputs, result), warnings, dropped });
    const parameters = [jobId, attempt, claimId, pageCount, results, now];
    const { rows } = await db.executeQuery<{ account_id: string | null }>(
      CompiledQuery.raw(finishJob, parameters),
    );
    const accountId = rows[0]?.account_id ?? null;
    if (accountId !== null) announcer.jobEnded(accountId, jobId);
    return accountId !== null;
  };
}

/** How the claim on a job ended, to be announced after the commit. */
type HeldEnd = {
  readonly status: 'pending' | 'failed';
  readonly accountId: string;
  readonly jobId: string;
};

export function announceEnd(announcer: Announcer, end: HeldEnd | null): HeldEnd['status'] | null {
  if (end?.status === 'pending') announcer.jobQueued(end.accountId);
  if (end?.status === 'failed') announcer.jobEnded(end.accountId, end.jobId);
  return end?.status ?? null;
}

async function failHeld(
  tx: DatabaseTransaction,
  fence: Fence,
  error: { readonly errorMessage: string; readonly errorCode?: JobErrorCode | undefined },
  now: Date,
): Promise<HeldEnd | null> {
  const { errorMessage, errorCode = null } = error;
  const row = await heldJob(tx, fence)
    .set({ status: 'failed', error_message: errorMessage, error_code: errorCode, ...finishedAt(now) })
    .returning('account_id')
    .executeTakeFirst();
  if (!row) return null;
  await releaseJob(tx, fence.jobId, now);
  return { status: 'failed', accountId: row.account_id, jobId: fence.jobId };
}

/** Waits for the locks of the job and its account. */
const claimJob = asPrepared(`select ${claimedColumns.join(', ')} from claim_jobs(array[$1::uuid], $2)`);

function claimFrom(db: Database, announcer: Announcer): JobStore['claim'] {
  return async (jobId, leaseMs) => {
    const { rows } = await db.executeQuery<ClaimedRow>(CompiledQuery.raw(claimJob, [jobId, leaseMs]));
    const [row] = rows;
    if (!row) return null;
    announcer.jobClaimed(row.account_id);
    return toClaim(row);
  };
}

const failureColumns = { engine: 'engine_deaths', worker: 'worker_losses' } as const;

/** Counts against the retry budget, if any: the job fails when it is used up, otherwise it is requeued. */
export async function requeueHeldJob(
  tx: DatabaseTransaction,
  queue: Queue,
  fence: Fence,
  { budget, delayMs }: HandBack,
  now: Date,
): Promise<HeldEnd | null> {
  if (budget) {
    const column = failureColumns[budget.cause];
    const counted = await heldJob(tx, fence)
      .set((set) => ({ [column]: set(column, '+', 1) }))
      .returning(column)
      .executeTakeFirst();
    if (!counted) return null;
    // Not `===`: a later version with a lower bound also applies to jobs already beyond it.
    if (((counted as Record<string, number>)[column] ?? 0) >= budget.failuresMax) {
      return failHeld(tx, fence, budget, now);
    }
  }
  const row = await heldJob(tx, fence)
    .set({ status: 'pending', claim_id: null, lease_until: null, updated_at: now })
    .returning(queuedColumns)
    .executeTakeFirst();
  if (!row) return null;
  await queue.requeue(tx, toTask(row), delayMs);
  return { status: 'pending', accountId: row.account_id, jobId: fence.jobId };
}

export const queuedColumns = ['id', 'account_id', 'priority', 'trace_parent'] as const;
type QueuedRow = Pick<Selectable<Jobs>, (typeof queuedColumns)[number]>;

export function toTask(row: QueuedRow): Task {
  return { jobId: row.id, accountId: row.account_id, priority: row.priority, traceParent: row.trace_parent };
}

async function claimStateIn(tx: DatabaseTransaction, claim: ClaimRef): Promise<ClaimState> {
  const row = await tx
    .selectFrom('jobs')
    .select(['status', 'page_count', 'deleting_at'])
    .where('id', '=', claim.jobId)
    .where('attempt', '=', claim.attempt)
    .where('claim_id', '=', claim.claimId)
    // Waits for a running transaction of this claim: its result decides.
    .forShare()
    .executeTakeFirst();
  if (!row) return { state: 'lost' };
  if (row.status === 'done') return { state: 'done', pageCount: row.page_count ?? 0 };
  if (row.status === 'failed') return { state: 'failed' };
  return { state: row.deleting_at ? 'lost' : 'held' };
}

type ClaimMethods = Pick<
  JobStore,
  'claim' | 'renew' | 'recordProgress' | 'complete' | 'fail' | 'handBack' | 'claimState' | 'releaseLease'
>;

export function jobClaimsIn(db: Database, queue: Queue, announcer: Announcer): ClaimMethods {
  return {
    claim: claimFrom(db, announcer),

    renew: async (claim, leaseMs) => {
      const renewed = await heldJob(db, claim)
        .set({ lease_until: fromNow(leaseMs) })
        .modifyEnd(prepared)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },

    recordProgress: progressBatchIn(db, announcer),

    complete: completeIn(db, announcer),

    fail: async (claim, errorMessage, now, errorCode) => {
      const error = { errorMessage, errorCode };
      const end = await db.transaction().execute((tx) => failHeld(tx, claim, error, now));
      return announceEnd(announcer, end) !== null;
    },

    handBack: async (claim, back, now) => {
      await queue.start();
      const end = await db.transaction().execute((tx) => requeueHeldJob(tx, queue, claim, back, now));
      return announceEnd(announcer, end);
    },

    claimState: (claim) => db.transaction().execute((tx) => claimStateIn(tx, claim)),

    releaseLease: async ({ jobId, attempt, claimId }) => {
      await db
        .updateTable('jobs')
        .set({ lease_until: databaseNow })
        .where('id', '=', jobId)
        .where('attempt', '=', attempt)
        .where('claim_id', '=', claimId)
        .where('status', '=', 'processing')
        .where('deleting_at', 'is not', null)
        .execute();
    },
  };
}
