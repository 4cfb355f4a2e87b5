/** Finds pending jobs without a working task, with two bounded queries, whatever the length of the queue. */
import { sql } from 'kysely';
import type { JobStore } from '../ports/store.ts';
import type { Database } from './database.ts';
import { fromNow } from './database-time.ts';
import { lowestId } from './id-bounds.ts';
import { toJobRef } from './job-rows.ts';
import { convertQueue, taskTable } from './queue.ts';

/** Pending jobs compared with the queue in one call. Each costs about four buffers. */
const sliceJobs = 150;

type Row = { id: string; account_id: string };
type SliceRow = Row & { created_at: string; lost: boolean };
type Cursor = { readonly priority: number; readonly createdAt: string; readonly id: string };

const startOfTime = '-infinity';

/**
 * A worker claims a fetched job immediately. An active task without heartbeat and with a pending job was fetched by a
 * worker that died in between.
 */
async function staleTasks(db: Database, staleMs: number, limit: number, except: readonly string[]) {
  const { rows } = await sql<Row>`
    select jobs.id, jobs.account_id
    from ${taskTable} task join jobs on jobs.id = task.id
    where task.name = ${convertQueue} and task.state = 'active' and task.group_id is not null
      and task.heartbeat_on < ${fromNow(-staleMs)}
      and jobs.status = 'pending' and jobs.deleting_at is null and jobs.updated_at < ${fromNow(-staleMs)}
      and jobs.id <> all(${[...except]}::uuid[])
    limit ${limit}`.execute(db);
  return rows;
}

/** Tasks whose job has ended or was deleted: their worker died before it could remove them. */
async function removeDeadTasks(db: Database, staleMs: number, limit: number): Promise<void> {
  await sql`
    delete from ${taskTable} where name = ${convertQueue} and id = any(array(
      select task.id from ${taskTable} task left join jobs on jobs.id = task.id
      where task.name = ${convertQueue} and task.state = 'active' and task.group_id is not null
        and task.heartbeat_on < ${fromNow(-staleMs)}
        and (jobs.id is null or jobs.finished_at is not null or jobs.deleting_at is not null)
      limit ${limit}))`.execute(db);
}

/**
 * In queue order, along one index. Each task is looked up by id: with `not exists` the planner may read the whole
 * queue into a hash table.
 */
async function nextSlice(db: Database, { priority, createdAt, id }: Cursor, limit: number, staleMs: number) {
  const staleSince = fromNow(-staleMs);
  const { rows } = await sql<SliceRow>`
    select slice.id, account_id, slice.created_at::text as created_at,
      updated_at < ${staleSince} and coalesce(
        not (task.state < 'active' or (task.state = 'active' and task.heartbeat_on >= ${staleSince})), true) as lost
    from (
      select id, account_id, created_at, updated_at from jobs
      where status = 'pending' and deleting_at is null and priority = ${priority}
        and (created_at, id) > (${createdAt}::timestamptz, ${id}::uuid)
      order by created_at, id limit ${limit}) slice
    left join lateral (
      select state, heartbeat_on from ${taskTable} where name = ${convertQueue} and id = slice.id limit 1) task on true
    order by slice.created_at, slice.id`.execute(db);
  return rows;
}

/** The next lower priority with a pending job. */
async function priorityBelow(db: Database, priority: number | null): Promise<number | null> {
  const { rows } = await sql<{ priority: number }>`
    select priority from jobs
    where status = 'pending' and deleting_at is null and (${priority}::int is null or priority < ${priority}::int)
    order by priority desc limit 1`.execute(db);
  return rows[0]?.priority ?? null;
}

export function lostTasksIn(db: Database): JobStore['lostTasks'] {
  let cursor: Cursor | null = null;

  async function startOf(belowPriority: number | null): Promise<Cursor | null> {
    const priority = await priorityBelow(db, belowPriority);
    return priority === null ? null : { priority, createdAt: startOfTime, id: lowestId };
  }

  /** Continues where the last call stopped, and starts again after the last pending job. */
  async function missingTasks(staleMs: number, except: readonly string[]): Promise<readonly Row[]> {
    const missing: Row[] = [];
    let left = sliceJobs;
    cursor ??= await startOf(null);
    while (cursor !== null && left > 0) {
      const rows: readonly SliceRow[] = await nextSlice(db, cursor, left, staleMs);
      missing.push(...rows.filter((row) => row.lost && !except.includes(row.id)));
      const last = rows.at(-1);
      const isFull = rows.length === left;
      left -= rows.length;
      cursor =
        last && isFull
          ? { ...cursor, createdAt: last.created_at, id: last.id }
          : await startOf(cursor.priority);
    }
    return missing;
  }

  return async (staleMs, limit, except) => {
    await removeDeadTasks(db, staleMs, limit);
    const stale = await staleTasks(db, staleMs, limit, except);
    const missing = await missingTasks(staleMs, except);
    const jobs = new Map([...stale, ...missing].map((row) => [row.id, toJobRef(row)]));
    return [...jobs.values()].slice(0, limit);
  };
}
