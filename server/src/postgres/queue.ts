/** The queue (pg-boss) in the same database: a task is enqueued in the transaction that requires it. */
import { CompiledQuery, sql } from 'kysely';
import { type ConnectionOptions, fromKysely, PgBoss } from 'pg-boss';
import type { Task as FetchedTask, Tasks } from '../ports/tasks.ts';
import type { Database, DatabaseTransaction } from './database.ts';
import { asPrepared } from './prepared.ts';

export const queueSchema = 'queue';
export const taskTable = sql.id(queueSchema, 'job');
export const convertQueue = 'convert';
export const deadConvertQueue = 'convert-dead';

export type Task = {
  readonly jobId: string;
  readonly accountId: string;
  readonly priority: number;
  /** For inspecting the queue; workers read it from the job. */
  readonly traceParent: string | null;
};

export type Queue = Tasks & {
  /** Must succeed once before any other call; cheap to repeat. */
  start(): Promise<void>;
  /** Workers find the task when they poll; the caller announces it after the commit. */
  enqueue(tx: DatabaseTransaction, task: Task): Promise<void>;
  /** Replaces an existing task, with priority over its peers, because it has waited before. */
  requeue(tx: DatabaseTransaction, task: Task, delayMs?: number): Promise<void>;
  stop(): Promise<void>;
};

export type QueueSettings = { readonly onError: (error: Error) => void };

function openBoss(db: Database, settings: QueueSettings): PgBoss {
  const boss = new PgBoss({
    db: fromKysely(db),
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    // pg-boss's maintenance requeues tasks without heartbeats, which `lost-tasks.ts` does within seconds, and removes
    // finished tasks, which we delete at once. Each of its steps reads the whole queue.
    supervise: false,
    schedule: false,
  });
  boss.on('error', settings.onError);
  return boss;
}

/**
 * For pg-boss's statements of single tasks, which cost more to plan than to run. Their text depends only on the number
 * of tasks to fetch and on whether accounts are excepted.
 */
const preparing = (db: Database | DatabaseTransaction): NonNullable<ConnectionOptions['db']> => ({
  executeSql: async (text, values = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(asPrepared(text), values));
    return { rows: [...rows] };
  },
});

export function openQueue(db: Database, settings: QueueSettings): Queue {
  const boss = openBoss(db, settings);
  const start = async () => {
    await boss.start();
  };
  const send = async (tx: DatabaseTransaction, task: Task, delayMs: number) => {
    const { jobId, accountId, priority, traceParent } = task;
    await boss.send(
      convertQueue,
      { jobId, accountId, traceParent },
      {
        // A task has the id of its job, so that there is at most one and it can be found.
        id: jobId,
        priority,
        group: { id: accountId },
        ...(delayMs > 0 && { startAfter: Math.ceil(delayMs / 1000) }),
        db: preparing(tx),
      },
    );
  };
  return {
    start,
    enqueue: (tx, task) => send(tx, task, 0),
    requeue: async (tx, task, delayMs = 0) => {
      await boss.deleteJob(convertQueue, task.jobId, { db: preparing(tx) });
      await send(tx, { ...task, priority: task.priority + 1 }, delayMs);
    },
    fetch: async (count, exceptAccounts = []) => {
      await start();
      const tasks = await boss.fetch<FetchedTask>(convertQueue, {
        batchSize: count,
        db: preparing(db),
        ...(exceptAccounts.length > 0 && { ignoreGroups: [...exceptAccounts] }),
      });
      return tasks.map(({ data }) => ({ jobId: data.jobId, accountId: data.accountId ?? null }));
    },
    keepAlive: async (jobIds) => {
      await boss.touch(convertQueue, [...jobIds], { db: preparing(db) });
    },
    // Only an active one: a job that was handed back has a new task under the same id.
    complete: async (jobId) => {
      await sql`
        delete from ${taskTable}
        where name = ${convertQueue} and id = ${jobId} and state = 'active'`.execute(db);
    },
    stop: async () => {
      await boss.stop({ graceful: false });
    },
  };
}
