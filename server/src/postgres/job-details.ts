/** Details of jobs: warnings, dropped content, queue position, and the throughput of the service. */
import { sql } from 'kysely';
import { jobsAheadMax, type RunningJob, runningJobsMax, type Throughput } from '../domain/estimate.ts';
import type { JobStore, QueuePosition } from '../ports/store.ts';
import type { Database } from './database.ts';
import { toProgress } from './job-rows.ts';
import { toDropped, toWarnings } from './json-values.ts';

type JobEstimate = Pick<JobStore, 'warnings' | 'dropped' | 'queuePositions' | 'throughput'>;

const recent = { jobs: 50, minutes: 60 };
/** The throughput of an hour changes slowly, and every reader of a job needs it. */
const throughputCacheMs = 5_000;

/** Ordered by lease, which has an index. */
async function runningJobs(db: Database): Promise<readonly RunningJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['status', 'pages_reserved', 'claimed_at', 'progress_stage', 'progress_done', 'progress_total'])
    .where('status', '=', 'processing')
    .where('deleting_at', 'is', null)
    .orderBy('lease_until')
    .limit(runningJobsMax)
    .execute();
  return rows.map((row) => ({
    pages: row.pages_reserved,
    claimedAt: row.claimed_at,
    progress: toProgress(row),
  }));
}

export function jobDetailsIn(db: Database): JobEstimate {
  let known: { readonly throughput: Throughput | null; readonly atMs: number } | null = null;
  return {
    warnings: async (accountId, jobIds) => {
      if (jobIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('jobs')
        .select(['id', 'warnings'])
        .where('account_id', '=', accountId)
        .where('deleting_at', 'is', null)
        .where('id', 'in', jobIds)
        .execute();
      return new Map(rows.map((row) => [row.id, toWarnings(row.warnings)]));
    },

    dropped: async (accountId, jobId) => {
      const row = await db
        .selectFrom('jobs')
        .select('dropped')
        .where('account_id', '=', accountId)
        .where('deleting_at', 'is', null)
        .where('id', '=', jobId)
        .executeTakeFirst();
      return row ? toDropped(row.dropped) : null;
    },

    queuePositions: async (jobIds) => {
      if (jobIds.length === 0) return new Map();
      const { rows } = await sql<{ id: string; jobs: number; pages: number }>`
        select mine.id, ahead.jobs::int as jobs, ahead.pages::int as pages
        from jobs mine, lateral (
          select count(*) as jobs, coalesce(sum(pages), 0) as pages from (
            (select pages_reserved as pages from jobs
             where status = 'pending' and deleting_at is null and priority > mine.priority
             order by priority desc, created_at, id limit ${jobsAheadMax})
            union all
            (select pages_reserved from jobs
             where status = 'pending' and deleting_at is null and priority = mine.priority
               and (created_at, id) < (mine.created_at, mine.id)
             order by created_at, id limit ${jobsAheadMax})
            limit ${jobsAheadMax}
          ) before
        ) ahead
        where mine.id = any(${jobIds}::uuid[]) and mine.status = 'pending' and mine.deleting_at is null`.execute(
        db,
      );
      return new Map<string, QueuePosition>(
        rows.map(({ id, jobs, pages }) => [id, { jobsAhead: jobs, pagesAhead: pages }]),
      );
    },

    throughput: async () => {
      if (known && performance.now() - known.atMs < throughputCacheMs) return known.throughput;
      const { rows } = await sql<{ ms_per_page: number | null }>`
        select  (extract(epoch from sum(finished_at - claimed_at)) * 1000 / sum(page_count))::float8 as ms_per_page
               from (select finished_at, claimed_at, page_count from jobs
                      where status = 'done' and claimed_at is not null
                        and finished_at > now() - make_interval(mins => ${recent.minutes})
                      order by finished_at desc limit ${recent.jobs}) done`.execute(db);
      const msPerPage = rows[0]?.ms_per_page;
      const throughput = msPerPage ? { msPerPage, running: await runningJobs(db) } : null;
      known = { throughput, atMs: performance.now() };
      return throughput;
    },
  };
}
