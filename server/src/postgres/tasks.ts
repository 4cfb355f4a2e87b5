/** Tasks for workers: fetched from the queue and claimed in one statement. */
import type { Tasks } from '../ports/tasks.ts';
import type { Announcer } from './announcer.ts';
import { type ClaimedRow, claimedColumns, toClaim } from './claimed-rows.ts';
import type { FetchedTask, Queue } from './queue.ts';

type TaskRow = { readonly data: FetchedTask } & (
  | ClaimedRow
  | { readonly [Column in keyof ClaimedRow]: null }
);

const claimTasks = `
  select task.data, ${claimedColumns.map((column) => `claimed.${column}`).join(', ')}
  from task left join claim_fetched_jobs(array(select id from task), $1) claimed on claimed.id = task.id`;

export function tasksIn(queue: Queue, announcer: Announcer): Tasks {
  return {
    take: async (count, leaseMs, exceptAccounts = []) => {
      const continuation = { query: claimTasks, parameters: [leaseMs] };
      const rows = (await queue.fetchWith(count, exceptAccounts, continuation)) as readonly TaskRow[];
      return rows.map(({ data, ...row }) => {
        if (row.id === null) return { jobId: data.jobId, accountId: data.accountId ?? null, claim: null };
        announcer.jobClaimed(row.account_id);
        return { jobId: row.id, accountId: row.account_id, claim: toClaim(row) };
      });
    },
    keepAlive: queue.keepAlive,
    complete: queue.complete,
  };
}
