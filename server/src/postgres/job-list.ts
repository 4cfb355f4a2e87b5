/** Lists of jobs. What is read stays in step with the page asked for, not with how many jobs there are. */
import type { JobFilter } from '../domain/job.ts';
import type { JobStore, Page } from '../ports/store.ts';
import type { Database } from './database.ts';
import { toJob, visibleJobs } from './job-rows.ts';

async function countVisible(db: Database, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('visible_jobs')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.visible_jobs ?? 0;
}

async function countByStatus(db: Database, accountId: string, statuses: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('job_counts')
    .select('jobs')
    .where('account_id', '=', accountId)
    .where('status', 'in', statuses)
    .execute();
  return rows.reduce((sum, { jobs }) => sum + jobs, 0);
}

/** Ids and times of one account's visible jobs within the filter's times, for an index alone to answer. */
function within(db: Database, accountId: string, { createdAfter, createdBefore }: JobFilter) {
  return db
    .selectFrom('jobs')
    .where('account_id', '=', accountId)
    .where('deleting_at', 'is', null)
    .$if(createdAfter !== undefined, (jobs) => jobs.where('created_at', '>', createdAfter as Date))
    .$if(createdBefore !== undefined, (jobs) => jobs.where('created_at', '<', createdBefore as Date));
}

/** By counters where there are any; within given times, the entries of the index between them are counted. */
async function count(db: Database, accountId: string, filter: JobFilter): Promise<number> {
  const { statuses, createdAfter, createdBefore } = filter;
  if (!createdAfter && !createdBefore) {
    return statuses ? countByStatus(db, accountId, statuses) : countVisible(db, accountId);
  }
  const row = await within(db, accountId, filter)
    .$if(statuses !== undefined, (jobs) => jobs.where('status', 'in', statuses as string[]))
    .select((jobs) => jobs.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Each status has an order of its own in the index: none is read further than the page reaches, then they are merged. */
function pageIds(db: Database, accountId: string, filter: JobFilter, page: Page) {
  const newest = (status: string | null) => {
    const ordered = within(db, accountId, filter)
      .$if(status !== null, (jobs) => jobs.where('status', '=', status))
      .select(['id', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.number * page.size);
    return db.selectFrom(ordered.as('newest')).select(['newest.id', 'newest.created_at']);
  };
  const [first = newest(null), ...others] = (filter.statuses ?? []).map(newest);
  const merged = others
    .reduce((all, one) => all.unionAll(one), first)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset((page.number - 1) * page.size);
  return db.selectFrom(merged.as('page')).select('page.id');
}

export function listIn(db: Database): JobStore['list'] {
  return async (accountId, page, filter = {}) => {
    const total = await count(db, accountId, filter);
    if ((page.number - 1) * page.size >= total) return { items: [], total };
    const rows = await visibleJobs(db, accountId)
      .where('id', 'in', pageIds(db, accountId, filter, page))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return { items: rows.map(toJob), total };
  };
}
