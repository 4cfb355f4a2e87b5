/** Writes the progress of all running jobs of a process in one statement, at most twice a second. */
import { sql } from 'kysely';
import type { JobProgress } from '../domain/job.ts';
import type { ClaimRef, JobStore } from '../ports/store.ts';
import type { Announcer } from './announcer.ts';
import type { Database } from './database.ts';
import { paced } from './pace.ts';
import { prepared } from './prepared.ts';

const intervalMs = 500;

type Report = { readonly claim: ClaimRef; readonly progress: JobProgress };
type Batch = {
  /** The latest report of each claim. */
  readonly reports: Map<string, Report>;
  readonly written: PromiseWithResolvers<void>;
};
type Row = JobProgress & {
  readonly id: string;
  readonly account_id: string;
  readonly pages_reserved: number;
};

const newBatch = (): Batch => ({ reports: new Map(), written: Promise.withResolvers() });

/**
 * Rows that another transaction has locked are skipped: the next report replaces this one. Each job is looked up by id:
 * with a join the planner may read all jobs that are processing.
 */
async function write(db: Database, reports: readonly Report[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with held as (
      select job.id, report.stage, report.done, report.total
      from unnest(
        ${reports.map(({ claim }) => claim.jobId)}::uuid[],
        ${reports.map(({ claim }) => claim.attempt)}::int[],
        ${reports.map(({ claim }) => claim.claimId)}::uuid[],
        ${reports.map(({ progress }) => progress.stage)}::text[],
        ${reports.map(({ progress }) => progress.done)}::int[],
        ${reports.map(({ progress }) => progress.total)}::int[]
      ) as report (job_id, attempt, claim_id, stage, done, total)
      cross join lateral (
        select id from jobs
        where id = report.job_id and jobs.attempt = report.attempt and jobs.claim_id = report.claim_id
          and status = 'processing' and deleting_at is null
        limit 1 for no key update skip locked) job)
    update jobs set progress_stage = held.stage, progress_done = held.done, progress_total = held.total
    from held where jobs.id = held.id
    returning jobs.id, jobs.account_id, jobs.pages_reserved,
      held.stage, held.done, held.total ${prepared}`.execute(db);
  return rows;
}

export function progressBatchIn(db: Database, announcer: Announcer): JobStore['recordProgress'] {
  let batch = newBatch();

  async function flush(): Promise<void> {
    const { reports, written } = batch;
    batch = newBatch();
    try {
      const rows = await write(db, [...reports.values()]);
      for (const { id: jobId, account_id, pages_reserved: pages, ...progress } of rows) {
        announcer.jobProgressed(account_id, { jobId, pages, progress });
      }
      written.resolve();
    } catch (error) {
      written.reject(error);
    }
  }

  const pace = paced(flush, { usualMs: intervalMs });

  return (claim, progress) => {
    batch.reports.set(`${claim.jobId} ${claim.claimId}`, { claim, progress });
    const { promise } = batch.written;
    pace.request('soon');
    return promise;
  };
}
