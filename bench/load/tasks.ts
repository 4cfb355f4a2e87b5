/** Tasks for workers to drain: real jobs of real accounts for ours, the same number of bare ones for the queue alone. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { sourceKey } from '../../server/src/domain/job.ts';
import type { PostgresStore } from '../../server/src/postgres/store.ts';
import { admitted, sampleJob } from '../../server/test/contracts/samples.ts';
import { type BossReport, bareQueue, openBareQueue } from '../bare/boss-worker.ts';
import { type Part, startReady, stubbed } from '../stack.ts';
import type { BareStorage } from './storage.ts';

export type WorkerCounts = { readonly workers: number; readonly slots: number };

const limits = { activeJobsMax: 10_000_000, pagesPerMonth: 1_000_000_000, priority: 0 };
const admittingAtOnce = 8;
const startMs = 5_000;

export async function newAccounts(store: PostgresStore, count: number): Promise<readonly string[]> {
  const one = async () => {
    const identity = { issuer: 'bench', subject: randomUUID(), email: 'bench@octavo.test' };
    return (await store.accounts.findOrCreate(identity, new Date())).id;
  };
  return Promise.all(Array.from({ length: count }, one));
}

/** Jobs in the queue, in turn for each account; with a source in the storage where somebody will fetch it. */
export async function queueJobs(
  store: PostgresStore,
  accounts: readonly string[],
  count: number,
  storage?: BareStorage,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const accountId = accounts[next % accounts.length] ?? '';
      next += 1;
      const job = sampleJob(accountId, {
        createdAt: new Date(),
        id: randomUUID(),
        pages: 1,
        documentPages: 1,
      });
      await storage?.put(sourceKey(job), Buffer.from('%PDF-1.4\n'));
      await admitted(store, job, limits);
    }
  };
  await Promise.all(Array.from({ length: admittingAtOnce }, lane));
}

type Progress = { readonly left: number; readonly done: number; readonly took: number };

/** Tasks per second between the first claim and the last end, by the database's rows: starts of processes are not in it. */
export async function drainByWorkers(
  environment: TestEnvironment,
  parts: readonly Part[],
  counts: WorkerCounts,
): Promise<number> {
  const [{ since } = { since: new Date() }] = await environment.db.rows<{ since: Date }>(
    'select now() as since',
  );
  const env = { ...stubbed(parts), OCTAVO_ENGINE_SLOTS: String(counts.slots) };
  const start = () => startReady(() => environment.fleet.startWorker(env));
  const workers = await Promise.all(Array.from({ length: counts.workers }, start));
  try {
    for (;;) {
      const [progress] = await environment.db.rows<Progress>(
        `select (select count(*)::int from jobs where status in ('pending', 'processing')) as left,
                count(*)::int as done,
                coalesce(extract(epoch from max(finished_at) - min(claimed_at)), 0)::float8 as took
         from jobs where status = 'done' and claimed_at >= $1`,
        [since],
      );
      if (progress?.left === 0) return progress.done / progress.took;
      await sleep(250);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

export async function fillBareQueue({ env }: TestEnvironment, count: number): Promise<void> {
  const boss = openBareQueue(env['OCTAVO_DATABASE_URL'] ?? '', 2);
  await boss.start();
  await boss.createQueue(bareQueue, { heartbeatSeconds: 10, retryLimit: 8, deleteAfterSeconds: 3_600 });
  for (let made = 0; made < count; made += 1_000) {
    const jobs = Array.from({ length: Math.min(1_000, count - made) }, () => ({
      data: { jobId: randomUUID() },
    }));
    await boss.insert(bareQueue, jobs);
  }
  await boss.stop({ graceful: false });
}

async function bareWorker({ env }: TestEnvironment, slots: number, beginMs: number): Promise<BossReport> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bare/boss-worker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env, BENCH_SLOTS: String(slots), BENCH_BEGIN_MS: String(beginMs) },
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`a bare worker ended with ${code}`);
  return JSON.parse(said) as BossReport;
}

/** Tasks per second from the first fetch of any to the last end of all. */
export async function drainBareQueue(
  environment: TestEnvironment,
  { workers, slots }: WorkerCounts,
): Promise<number> {
  const beginMs = Date.now() + startMs;
  const reports = await Promise.all(
    Array.from({ length: workers }, () => bareWorker(environment, slots, beginMs)),
  );
  const busy = reports.filter(({ tasks }) => tasks > 0);
  const tasks = busy.reduce((sum, report) => sum + report.tasks, 0);
  const took =
    Math.max(...busy.map(({ lastMs }) => lastMs)) - Math.min(...busy.map(({ firstMs }) => firstMs));
  return (tasks * 1000) / took;
}
