/** Lists jobs. The cost depends on the requested page, not on the number of jobs. */
import type { Job, JobFilter } from '../domain/job.ts';
import type { JobStore, Page } from '../ports/store.ts';
import type { Database } from './database.ts';
import { findByName } from './job-names.ts';
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

/** Visible jobs of an account within the time filter, answered from an index alone. */
function within(db: Database, accountId: string, { createdAfter, createdBefore }: JobFilter) {
  return db
    .selectFrom('jobs')
    .where('account_id', '=', accountId)
    .where('deleting_at', 'is', null)
    .$if(createdAfter !== undefined, (jobs) => jobs.where('created_at', '>', createdAfter as Date))
    .$if(createdBefore !== undefined, (jobs) => jobs.where('created_at', '<', createdBefore as Date));
}

/** Uses counters without a time filter; otherwise counts index entries. */
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

/** The index is ordered per status: each is read up to the end of the page, then they are merged. */
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

type PageIds = readonly string[] | ReturnType<typeof pageIds>;

async function jobsOf(db: Database, accountId: string, ids: PageIds): Promise<readonly Job[]> {
  const rows = await visibleJobs(db, accountId)
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toJob);
}

async function listByName(db: Database, accountId: string, page: Page, filter: JobFilter, name: string) {
  const { ids, ...counts } = await findByName(db, accountId, page, { ...filter, name });
  return { items: ids.length === 0 ? [] : await jobsOf(db, accountId, ids), ...counts };
}

export function listIn(db: Database): JobStore['list'] {
  return async (accountId, page, filter = {}) => {
    if (filter.name !== undefined) return listByName(db, accountId, page, filter, filter.name);
    const total = await count(db, accountId, filter);
    if ((page.number - 1) * page.size >= total) return { items: [], total };
    return { items: await jobsOf(db, accountId, pageIds(db, accountId, filter, page)), total };
  };
}
