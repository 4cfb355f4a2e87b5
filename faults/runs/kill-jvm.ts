/** Kills the engine's JVM during a conversion: the job is retried once, and the slot recovers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { recordGolden, startProcesses, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: { jobs: 30 }, full: { jobs: 300 } };
const slotRecoveryMaxMs = 3_000;
const share = 0.3;

const jvmsOf = (environment: TestEnvironment, worker: Member) =>
  engineProcesses(environment.workDir).filter(
    ({ program, owner }) => program === 'java' && owner.startsWith(`${worker.pid}-`),
  );

/** Kills the engine while it converts, until enough were killed or the load has ended. */
async function killEngines(
  environment: TestEnvironment,
  worker: Member,
  wanted: number,
  isOver: () => boolean,
) {
  const random = environment.random.fork('kills');
  const hits: Date[] = [];
  while (hits.length < wanted && !isOver()) {
    await delay(100 + random.below(400));
    const [row] = await environment.db.rows<{ busy: number; now: Date }>(
      `select count(*) as busy, clock_timestamp() as now from jobs where status = 'processing' and deleting_at is null`,
    );
    const [jvm] = jvmsOf(environment, worker);
    if (!row?.busy || jvm === undefined) continue;
    hits.push(row.now);
    process.kill(jvm.pid, 'SIGKILL');
    await waitForNextClaim(environment, row.now);
  }
  return hits;
}

/** Resolves when the only worker has claimed a job again; the interrupted job is pending, so there is always one. */
async function waitForNextClaim({ db }: TestEnvironment, since: Date): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const rows = await db.rows(`select from events where type = 'job.processing' and at > $1 limit 1`, [
      since,
    ]);
    if (rows.length > 0) return;
    await delay(50);
  }
}

async function slotRecoveryMs({ db }: TestEnvironment, hit: Date): Promise<number[]> {
  const [row] = await db.rows<{ at: Date | null }>(
    `select min(at) as at from events where type = 'job.processing' and at > $1`,
    [hit],
  );
  return row?.at ? [row.at.getTime() - hit.getTime()] : [];
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs } = sizes[size];
  const boundMs = slotRecoveryMaxMs * timeSlack[size];
  const kinds = [...quickKinds, slowKind(1_500)];
  // One worker: the next claim of any job shows that its slot has recovered.
  const { apis, workers, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 3 });
  await recordGolden(context, apis[0]?.url ?? '', accounts[0] as (typeof accounts)[0], kinds);
  let isOver = false;
  const killing = killEngines(environment, workers[0] as Member, Math.round(jobs * share), () => isOver);
  await driveLoad(environment, { jobs, accounts, nodes: () => urlsOf(apis), kinds });
  await waitUntilQuiet(environment, jobs * 2_000 + 60_000);
  isOver = true;
  const hits = await killing;
  const recoveryMs = (await Promise.all(hits.map((hit) => slotRecoveryMs(environment, hit)))).flat();
  const p99 = percentile(recoveryMs, 0.99) ?? 0;
  const failed = await environment.db.rows<{ id: string; engine_deaths: number; error_message: string }>(
    `select id, engine_deaths, error_message from jobs where status = 'failed'`,
  );
  return {
    load: `${jobs} jobs, ${hits.length} engines killed`,
    recoveryMs,
    misses: [
      ...(p99 > boundMs ? [`slot recovery took ${Math.round(p99)} ms, limit ${boundMs} ms`] : []),
      ...(hits.length < jobs * share * 0.8 ? [`only ${hits.length} engines were killed`] : []),
      ...failed
        .filter((job) => job.engine_deaths < 2)
        .map((job) => `${job.id} failed after ${job.engine_deaths} deaths: ${job.error_message}`),
    ],
    notes: [
      `${failed.length} jobs lost two engines and failed, as specified`,
      `slot recovery: median ${Math.round(percentile(recoveryMs, 0.5) ?? 0)} ms until the worker claimed its next job`,
    ],
  };
}

export const killJvm: Scenario = {
  name: 'kill-jvm',
  about: 'engines killed with SIGKILL during a conversion',
  corruptions: [corruptions.orphanEngine],
  run,
};
