/**
 * Searches jobs by their name. Names are read from the index of the list, for a limited number of jobs: an index of
 * parts of names would cost every submit, and a common part would still match any number of jobs.
 */
import { sql } from 'kysely';
import { type JobFilter, nameSearchMax } from '../domain/job.ts';
import type { Page } from '../ports/store.ts';
import type { Database } from './database.ts';

type Found = { readonly ids: readonly string[]; readonly total: number; readonly isPartial: boolean };

function timeClause({ createdAfter, createdBefore }: JobFilter) {
  const after = createdAfter ? sql`and created_at > ${createdAfter}` : sql``;
  return createdBefore ? sql`${after} and created_at < ${createdBefore}` : after;
}

/** One more job than is searched is read, to know whether there are older ones. */
export async function findByName(
  db: Database,
  accountId: string,
  page: Page,
  filter: JobFilter & { readonly name: string },
): Promise<Found> {
  const status = filter.statuses ? sql`and status = any(${[...filter.statuses]}::text[])` : sql``;
  const { rows } = await sql<{ ids: string[]; total: number; searched: number }>`
    with recent as materialized (
      select id, created_at, status, source_name, row_number() over (order by created_at desc, id desc) as place from (
        select id, created_at, status, source_name from jobs
        where account_id = ${accountId} and deleting_at is null ${timeClause(filter)}
        order by created_at desc, id desc limit ${nameSearchMax + 1}) newest),
    found as materialized (
      select id, place from recent
      where place <= ${nameSearchMax} ${status}
        and position(lower(normalize(${filter.name}::text)) in lower(normalize(source_name))) > 0)
    select (select count(*)::int from recent) as searched,
           (select count(*)::int from found) as total,
           array(select id from found order by place
                 limit ${page.size} offset ${(page.number - 1) * page.size}) as ids`.execute(db);
  const { ids = [], total = 0, searched = 0 } = rows[0] ?? {};
  return { ids, total, isPartial: searched > nameSearchMax };
}
