/** One, two, four … workers with a stub engine, until more of them bring no more throughput: the ceiling of the queue. */
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { drainBareQueue, drainByWorkers, fillBareQueue, newAccounts, queueJobs } from '../load/tasks.ts';
import { interleave, isTimeLeft } from '../measure/interleave.ts';
import { median } from '../measure/spread.ts';
import { openRecordedStore } from '../measure/statements.ts';
import { openStack } from '../stack.ts';

const portions: Readonly<Record<Size, { readonly tasks: number; readonly workersMax: number }>> = {
  smoke: { tasks: 30, workersMax: 2 },
  standard: { tasks: 1_000, workersMax: 8 },
  full: { tasks: 4_000, workersMax: 32 },
};
const slots = 4;
const accountCount = 64;
/** Twice the workers must bring at least so much more, or the ceiling is reached. */
const worthwhile = 1.1;

type Step = { readonly workers: number; readonly ours: number; readonly bare: number };

async function measureStep(
  context: Context,
  workers: number,
  drain: Readonly<Record<'ours' | 'bare', (workers: number) => Promise<number>>>,
): Promise<Step> {
  context.say(`  ${workers} workers`);
  const measured = await interleave(context, {
    ours: () => drain.ours(workers),
    bare: () => drain.bare(workers),
  });
  return { workers, ours: median(measured.ours), bare: median(measured.bare) };
}

async function run(context: Context): Promise<Measured> {
  const { tasks, workersMax } = portions[context.size];
  const environment = await openStack(context, 'workers');
  const { store } = openRecordedStore(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  context.atEnd(() => store.close());
  const accounts = await newAccounts(store, accountCount);
  const drain = {
    ours: async (workers: number) => {
      await queueJobs(store, accounts, tasks);
      return drainByWorkers(environment, ['engine', 'storage'], { workers, slots });
    },
    bare: async (workers: number) => {
      await fillBareQueue(environment, tasks);
      return drainBareQueue(environment, { workers, slots });
    },
  };
  const steps: Step[] = [];
  for (let workers = 1; workers <= workersMax; workers *= 2) {
    const beganMs = performance.now();
    steps.push(await measureStep(context, workers, drain));
    const [before, now] = steps.slice(-2);
    if (before && now && now.ours < before.ours * worthwhile) break;
    if (!isTimeLeft(context, beganMs)) break;
  }
  const best = steps.reduce((top, step) => (step.ours > top.ours ? step : top));
  return {
    tables: [
      {
        title: `Tasks per second, workers with ${slots} slots each`,
        columns: ['workers', 'ours, stub engine and storage', 'pg-boss alone'],
        rows: steps.map((step) => [step.workers, step.ours, step.bare]),
      },
    ],
    series: [
      {
        title: 'Tasks per second by workers',
        x: 'workers',
        y: 'tasks/s',
        logX: true,
        lines: [
          { name: 'worker, stub engine and storage', points: steps.map((step) => [step.workers, step.ours]) },
          { name: 'pg-boss alone', points: steps.map((step) => [step.workers, step.bare]) },
        ],
      },
    ],
    costs: { queueCeilingTasksPerSecond: best.ours, queueCeilingWorkers: best.workers },
    notes: [
      `${tasks} tasks of ${accountCount} accounts for each step; engine and storage are stubs that take no time, so that nothing but the queue and the records is left`,
      'workers, database and bench share the cores of one machine: the ceiling is that machine’s',
    ],
  };
}

export const workers: Bench = {
  name: 'workers',
  about: '1, 2, 4 … workers with a stub engine until the queue’s ceiling',
  rounds: { smoke: 1, standard: 2, full: 3 },
  minutes: { smoke: 1, standard: 3, full: 20 },
  run,
};
