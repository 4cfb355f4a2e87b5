/** The queue, kept by pg-boss in the same database: a task enters it in the transaction that makes it necessary. */
import { fromKysely, PgBoss } from 'pg-boss';
import type { Database, DatabaseTransaction } from './database.ts';

export const queueSchema = 'queue';
export const convertQueue = 'convert';
export const deadConvertQueue = 'convert-dead';

export type Task = { readonly jobId: string; readonly priority: number };

export type Queue = {
  /** Must have succeeded once before `enqueue`; safe and cheap to call again. */
  start(): Promise<void>;
  enqueue(tx: DatabaseTransaction, task: Task): Promise<void>;
  stop(): Promise<void>;
};

export function openQueue(db: Database, onError: (error: Error) => void): Queue {
  const boss = new PgBoss({
    db: fromKysely(db),
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', onError);
  return {
    start: async () => {
      await boss.start();
    },
    enqueue: async (tx, task) => {
      await boss.send(convertQueue, { jobId: task.jobId }, { priority: task.priority, db: fromKysely(tx) });
    },
    stop: async () => {
      await boss.stop({ graceful: false });
    },
  };
}
