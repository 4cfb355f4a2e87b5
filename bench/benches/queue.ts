/** Tasks through the worker's runner, its engine a stub, compared with the queue alone. */
import { sampleOutput } from '../../server/test/contracts/samples.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { openBareStorage } from '../load/storage.ts';
import { drainBareQueue, drainByWorkers, fillBareQueue, newAccounts, queueJobs } from '../load/tasks.ts';
import { cpuDuring, processTreeOf } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { median } from '../measure/spread.ts';
import { openRecordedStore, type RecordedStore } from '../measure/statements.ts';
import { openStack } from '../stack.ts';

const portions: Readonly<Record<Size, { readonly tasks: number; readonly stored: number }>> = {
  smoke: { tasks: 40, stored: 10 },
  standard: { tasks: 1_000, stored: 200 },
  full: { tasks: 4_000, stored: 600 },
};
const counts = { workers: 1, slots: 8 };
const accountCount = 16;

/** From the fetch of a task to its end, transactions included. */
async function statementsPerTask({ store, during }: RecordedStore, accountId: string): Promise<number> {
  await queueJobs(store, [accountId], 1);
  const statements = await during(async () => {
    const [task] = await store.tasks.take(1, 30_000);
    if (!task?.claim) throw new Error('a fresh job could not be claimed');
    const { jobId: id, claim } = task;
    const outputs = [sampleOutput({ id, accountId }, claim)];
    await store.jobs.complete(claim, { pageCount: 1, warnings: [], outputs }, new Date());
  });
  return statements.length;
}

async function run(context: Context): Promise<Measured> {
  const { tasks, stored } = portions[context.size];
  const environment = await openStack(context, 'queue');
  const recorded = openRecordedStore(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  const { store } = recorded;
  context.atEnd(() => store.close());
  const storage = openBareStorage(context, environment);
  const accounts = await newAccounts(store, accountCount);
  const [single = ''] = accounts;
  const database: number[] = [];
  const trees = { database: processTreeOf(context.set, 'postgres') };
  const measured = await interleave(context, {
    runner: async () => {
      await queueJobs(store, accounts, tasks);
      let rate = 0;
      const used = await cpuDuring(trees, async () => {
        rate = await drainByWorkers(environment, ['engine', 'storage'], counts);
      });
      database.push(used.database / tasks);
      return rate;
    },
    oneAccount: async () => {
      await queueJobs(store, [single], tasks);
      return drainByWorkers(environment, ['engine', 'storage'], counts);
    },
    withStorage: async () => {
      await queueJobs(store, accounts, stored, storage);
      return drainByWorkers(environment, ['engine'], counts);
    },
    bare: async () => {
      await fillBareQueue(environment, tasks);
      return drainBareQueue(environment, counts);
    },
  });
  const statements = await statementsPerTask(recorded, single);
  const comparedWith = (what: string, ours: readonly number[]) => ({
    what,
    unit: 'tasks/s',
    better: 'higher' as const,
    ours: 'worker, stub engine',
    bare: 'pg-boss alone',
    rounds: sideBySide(ours, measured.bare),
  });
  return {
    comparisons: [
      {
        ...comparedWith(`queue, ${accountCount} accounts, stub storage`, measured.runner),
        aim: { kind: 'ratio', atLeast: 0.6 },
        limit: `${statements} statements for a task, ${median(database).toFixed(1)} ms of CPU in Postgres: the claim, its events, outputs, charge and counters are written, the bare queue writes its own row alone`,
      },
      comparedWith('queue, all tasks of one account, stub storage', measured.oneAccount),
      comparedWith(`queue, ${accountCount} accounts, real storage`, measured.withStorage),
    ],
    costs: {
      queueTasksPerSecond: median(measured.runner),
      queueTasksPerSecondOneAccount: median(measured.oneAccount),
      databaseCpuMsPerTask: median(database),
      statementsPerTask: statements,
    },
    notes: [
      `one worker with ${counts.slots} slots; the engine is a stub that takes no time, the bare queue does nothing between fetch and complete`,
      'a task of ours is also a claim, its events, outputs, charge and counters, all committed',
    ],
  };
}

export const queue: Bench = {
  name: 'queue',
  about: 'tasks through the worker with a stub engine compared with pg-boss alone',
  rounds: { smoke: 1, standard: 5, full: 7 },
  minutes: { smoke: 1, standard: 3, full: 15 },
  run,
};
