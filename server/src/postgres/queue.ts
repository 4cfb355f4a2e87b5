/** The queue (pg-boss) in the same database: a task is enqueued in the transaction that requires it. */
import { CompiledQuery, sql } from 'kysely';
import { type ConnectionOptions, fromKysely, PgBoss } from 'pg-boss';
import type { Tasks } from '../ports/tasks.ts';
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

/** The task of a job as it was queued; tasks of earlier versions have no account. */
export type FetchedTask = { readonly jobId: string; readonly accountId: string | null };

/** A query over the statement of the queue, which it can refer to as `task`. */
export type Continuation = { readonly query: string; readonly parameters: readonly unknown[] };
type Rows = readonly Readonly<Record<string, unknown>>[];

export type Queue = Pick<Tasks, 'keepAlive' | 'complete'> & {
  /** Must succeed once before any other call; cheap to repeat. */
  start(): Promise<void>;
  /**
   * In one statement with the query, which can refuse the task by an error. Workers find the task when they poll; the
   * caller announces it after the commit.
   */
  enqueueWith(task: Task, continuation: Continuation): Promise<Rows>;
  /**
   * Takes at most `count` tasks, the most urgent first, of other accounts than those given, and runs the query over
   * them (`id`, `data`) in the same statement.
   */
  fetchWith(count: number, exceptAccounts: readonly string[], continuation: Continuation): Promise<Rows>;
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

type Wrapper = NonNullable<ConnectionOptions['db']>;

/**
 * For pg-boss's statements of single tasks, which cost more to plan than to run. Their text depends only on the number
 * of tasks to fetch and on whether accounts are excepted.
 */
const preparing = (db: Database | DatabaseTransaction): Wrapper => ({
  executeSql: async (text, values = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(asPrepared(text), values));
    return { rows: [...rows] };
  },
});

/** Makes pg-boss's statement part of ours, so that no copy of it has to be kept. */
function continuing(db: Database, { query, parameters }: Continuation) {
  let answer: Promise<Rows> | null = null;
  const run = async (text: string, values: readonly unknown[]): Promise<Rows> => {
    const shifted = query.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + values.length}`);
    const whole = asPrepared(`with task as (${text.trim()}) ${shifted}`);
    const result = await db.executeQuery<Rows[number]>(CompiledQuery.raw(whole, [...values, ...parameters]));
    return result.rows;
  };
  const wrapper: Wrapper = {
    executeSql: async (text, values = []) => {
      if (answer !== null) throw new Error('the queue sent more than one statement');
      answer = run(text, values);
      await answer;
      // They are not what pg-boss expects.
      return { rows: [] };
    },
  };
  return {
    wrapper,
    answer: async () => {
      if (answer === null) throw new Error('the queue sent no statement');
      return answer;
    },
  };
}

export function openQueue(db: Database, settings: QueueSettings): Queue {
  const boss = openBoss(db, settings);
  const start = async () => {
    await boss.start();
  };
  const send = async (wrapper: Wrapper, task: Task, delayMs: number) => {
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
        db: wrapper,
      },
    );
  };
  return {
    start,
    enqueueWith: async (task, continuation) => {
      await start();
      const { wrapper, answer } = continuing(db, continuation);
      await send(wrapper, task, 0);
      return answer();
    },
    requeue: async (tx, task, delayMs = 0) => {
      const wrapper = preparing(tx);
      await boss.deleteJob(convertQueue, task.jobId, { db: wrapper });
      await send(wrapper, { ...task, priority: task.priority + 1 }, delayMs);
    },
    fetchWith: async (count, exceptAccounts, continuation) => {
      await start();
      const { wrapper, answer } = continuing(db, continuation);
      await boss.fetch<FetchedTask>(convertQueue, {
        batchSize: count,
        db: wrapper,
        ...(exceptAccounts.length > 0 && { ignoreGroups: [...exceptAccounts] }),
      });
      return answer();
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
