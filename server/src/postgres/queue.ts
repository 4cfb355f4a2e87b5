/** The queue, kept by pg-boss in the same database: a task enters it in the transaction that makes it necessary. */
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Tasks } from '../ports/tasks.ts';
import { taskChannel } from './channels.ts';
import type { Database, DatabaseTransaction } from './database.ts';

export const queueSchema = 'queue';
export const convertQueue = 'convert';
export const deadConvertQueue = 'convert-dead';

export type Task = {
  readonly jobId: string;
  readonly priority: number;
  /** For whoever looks into the queue; workers read it from the job. */
  readonly traceParent: string | null;
};

export type Queue = Tasks & {
  /** Must have succeeded once before anything else; safe and cheap to call again. */
  start(): Promise<void>;
  enqueue(tx: DatabaseTransaction, task: Task): Promise<void>;
  /** In place of a task that may still be there, and before its peers: it has waited its turn once. */
  requeue(tx: DatabaseTransaction, task: Task): Promise<void>;
  stop(): Promise<void>;
};

export type QueueSettings = {
  /** Looks after tasks whose worker fell silent. One process that does is enough, any number may. */
  readonly supervise: boolean;
  readonly onError: (error: Error) => void;
};

function openBoss(db: Database, settings: QueueSettings): PgBoss {
  const boss = new PgBoss({
    db: fromKysely(db),
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    supervise: settings.supervise,
    schedule: false,
  });
  boss.on('error', settings.onError);
  return boss;
}

export function openQueue(db: Database, settings: QueueSettings): Queue {
  const boss = openBoss(db, settings);
  const start = async () => {
    await boss.start();
  };
  const enqueue: Queue['enqueue'] = async (tx, { jobId, priority, traceParent }) => {
    // A task has the id of its job, so that there is never more than one and it can be found again.
    await boss.send(convertQueue, { jobId, traceParent }, { id: jobId, priority, db: fromKysely(tx) });
    await sql`select pg_notify(${taskChannel}, '')`.execute(tx);
  };
  return {
    start,
    enqueue,
    requeue: async (tx, task) => {
      await boss.deleteJob(convertQueue, task.jobId, { db: fromKysely(tx) });
      await enqueue(tx, { ...task, priority: task.priority + 1 });
    },
    fetch: async (count) => {
      await start();
      const tasks = await boss.fetch<{ jobId: string }>(convertQueue, { batchSize: count });
      return tasks.map((task) => task.data.jobId);
    },
    keepAlive: async (jobIds) => {
      await boss.touch(convertQueue, [...jobIds]);
    },
    complete: async (jobId) => {
      await boss.deleteJob(convertQueue, jobId);
    },
    stop: async () => {
      await boss.stop({ graceful: false });
    },
  };
}
