/** Kills workers at random moments while the queue is full; other workers take over their jobs. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import {
  killAndReplace,
  recordGolden,
  startProcesses,
  urlsOf,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs, leaseRecoveryMs, orphanedObjects } from './figures.ts';

/** The load continues until there were enough kills, on a slow machine with up to `jobsMax` times as many jobs. */
const sizes = { short: { jobs: 60, workers: 3 }, full: { jobs: 1_000, workers: 4 } };
const killsMin = 3;
const jobsMax = 5;
const killEveryMs = 400;
const recoveryExtraMs = 5_000;
/** Starting the last workers and converting what is left of the queue. */
const tailWorkMs = 30_000;
const msPerJobMax = 2_000;

/**
 * A worker is killed only while it and another one work: starting a worker costs seconds of a core, so a small machine
 * would do nothing else otherwise. The interval that was reached is in the notes.
 */
async function killWhile(
  environment: TestEnvironment,
  workers: Member[],
  isOver: () => boolean,
  killedAtMs: number[],
): Promise<void> {
  const random = environment.random.fork('kills');
  let next = performance.now() + killEveryMs;
  while (!isOver()) {
    await delay(Math.max(0, next - performance.now()));
    next = Math.max(next, performance.now()) + killEveryMs * (0.5 + random.next());
    if (isOver()) break;
    const atMs = await killAndReplace(environment, workers, random);
    if (atMs !== undefined) killedAtMs.push(atMs);
  }
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, workers: count } = sizes[size];
  const { apis, workers, accounts } = await startProcesses(context, { apis: 2, workers: count, accounts: 4 });
  await recordGolden(context, apis[0]?.url ?? '', accounts[0] as (typeof accounts)[0], quickKinds);
  const began = performance.now();
  const killedAtMs: number[] = [];
  let accepted = 0;
  let isOver = false;
  const killing = killWhile(environment, workers, () => isOver, killedAtMs);
  await driveLoad(environment, {
    jobs: jobsMax * jobs,
    accounts,
    nodes: () => urlsOf(apis),
    onAccepted: () => {
      accepted += 1;
    },
    isOver: () => accepted >= jobs && killedAtMs.length >= killsMin,
  });
  // The queue is still full: kills continue until most of it is done.
  await waitForQueueBelow(environment, Math.ceil(jobs / 20), accepted * msPerJobMax);
  isOver = true;
  await killing;
  const kills = killedAtMs.length;
  const killedMs = performance.now() - began;
  const { tookMs: tailMs } = await waitUntilQuiet(environment, 10 * environment.leaseMs + 120_000);
  const recoveryMs = await leaseRecoveryMs(environment, killedAtMs);
  const p99 = percentile(recoveryMs, 0.99) ?? 0;
  const failed = await failedJobs(environment);
  const extraMs = recoveryExtraMs * timeSlack[size];
  return {
    load: `${accepted} jobs, ${kills} kills`,
    recoveryMs,
    misses: [
      ...(p99 > environment.leaseMs + extraMs
        ? [`recovery p99 ${Math.round(p99)} ms, lease ${environment.leaseMs} ms`]
        : []),
      // A task that a killed worker had fetched but not claimed leaves no event: it shows as a late end of the run.
      ...(tailMs > environment.leaseMs + extraMs + tailWorkMs * timeSlack[size]
        ? [`the queue was empty only ${Math.round(tailMs)} ms after the last kill`]
        : []),
      ...(kills < killsMin ? [`only ${kills} kills`] : []),
      ...failed.map((job) => `${job.id} failed although its document is valid: ${job.error_message}`),
    ],
    notes: [
      `a kill every ${(killedMs / kills / 1000).toFixed(2)} s`,
      `${recoveryMs.length} jobs were lost with their worker and taken over`,
      `queue empty ${(tailMs / 1000).toFixed(1)} s after the last kill`,
      `${await orphanedObjects(environment)} objects of interrupted attempts remain next to the results`,
    ],
  };
}

async function waitForQueueBelow(
  environment: TestEnvironment,
  count: number,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const [row] = await environment.db.rows<{ active: number }>(
      `select count(*) as active from jobs where status in ('pending', 'processing') and deleting_at is null`,
    );
    if ((row?.active ?? 0) <= count) return;
    await delay(200);
  }
}

export const killWorker: Scenario = {
  name: 'kill-worker',
  about: 'workers killed with SIGKILL at random moments',
  leaseMs: { short: 3_000, full: 15_000 },
  observes: ['I1', 'I6', 'I18'],
  corruptions: [corruptions.doubleCharge],
  run,
};
