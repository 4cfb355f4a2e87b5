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

type Kill = { readonly recoveryMs: number | undefined };

/** Kills the engine while it converts, until enough were killed or the load has ended. */
async function killEngines(
  environment: TestEnvironment,
  worker: Member,
  wanted: number,
  isOver: () => boolean,
): Promise<Kill[]> {
  const random = environment.random.fork('kills');
  const kills: Kill[] = [];
  while (kills.length < wanted && !isOver()) {
    await delay(100 + random.below(400));
    const [row] = await environment.db.rows<{ busy: number; now: Date }>(
      `select count(*) as busy, clock_timestamp() as now from jobs where status = 'processing' and deleting_at is null`,
    );
    const [jvm] = jvmsOf(environment, worker);
    if (!row?.busy || jvm === undefined) continue;
    process.kill(jvm.pid, 'SIGKILL');
    kills.push({ recoveryMs: await slotRecoveryMs(environment, row.now) });
  }
  return kills;
}

/**
 * The time until the engine of the only worker works on a job that was claimed after the kill. The interrupted job is
 * pending, so there is always one. Undefined if it takes longer than any limit.
 */
async function slotRecoveryMs({ db }: TestEnvironment, killedAt: Date): Promise<number | undefined> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const [row] = await db.rows<{ now: Date }>(
      `select clock_timestamp() as now from events join jobs on jobs.id = events.job_id
       where events.type = 'job.processing' and events.at > $1
         and (jobs.progress_stage in ('read', 'layout', 'write', 'store') or jobs.status in ('done', 'failed')) limit 1`,
      [killedAt],
    );
    if (row) return row.now.getTime() - killedAt.getTime();
    await delay(50);
  }
  return undefined;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs } = sizes[size];
  const boundMs = slotRecoveryMaxMs * timeSlack[size];
  const kinds = [...quickKinds, slowKind(1_500)];
  // One worker with one slot: the next job that the engine works on shows that the slot has recovered.
  const { apis, workers, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 3 });
  await recordGolden(context, apis[0]?.url ?? '', accounts[0] as (typeof accounts)[0], kinds);
  let isOver = false;
  const killing = killEngines(environment, workers[0] as Member, Math.round(jobs * share), () => isOver);
  await driveLoad(environment, { jobs, accounts, nodes: () => urlsOf(apis), kinds });
  await waitUntilQuiet(environment, jobs * 2_000 + 60_000);
  isOver = true;
  const kills = await killing;
  const recoveryMs = kills.flatMap((kill) => kill.recoveryMs ?? []);
  const p99 = percentile(recoveryMs, 0.99) ?? 0;
  const failed = await environment.db.rows<{ id: string; engine_deaths: number; error_message: string }>(
    `select id, engine_deaths, error_message from jobs where status = 'failed'`,
  );
  return {
    load: `${jobs} jobs, ${kills.length} engines killed`,
    recoveryMs,
    misses: [
      ...(p99 > boundMs ? [`slot recovery took ${Math.round(p99)} ms, limit ${boundMs} ms`] : []),
      ...(recoveryMs.length < kills.length
        ? [`${kills.length - recoveryMs.length} slots did not recover in 30 s`]
        : []),
      ...(kills.length < jobs * share * 0.8 ? [`only ${kills.length} engines were killed`] : []),
      ...failed
        .filter((job) => job.engine_deaths < 2)
        .map((job) => `${job.id} failed after ${job.engine_deaths} deaths: ${job.error_message}`),
    ],
    notes: [
      `${failed.length} jobs lost two engines and failed, as specified`,
      `slot recovery: median ${Math.round(percentile(recoveryMs, 0.5) ?? 0)} ms until the engine worked on the next job`,
    ],
  };
}

export const killJvm: Scenario = {
  name: 'kill-jvm',
  about: 'engines killed with SIGKILL during a conversion',
  // The worker has one JVM then, that of the engine, and no kill hits an idle one.
  env: () => ({ OCTAVO_OCR: 'false' }),
  observes: ['I1', 'I18'],
  corruptions: [corruptions.orphanEngine],
  run,
};
