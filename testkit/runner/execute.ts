/** Runs one scenario: opens its environment, runs it, checks the invariants, and cleans up. */
import { setTimeout as delay } from 'node:timers/promises';
import { openTestEnvironment } from '../environment/test-environment.ts';
import { check, unobserved, type Verdict, violationsOf } from '../invariants/check.ts';
import { type Evidence, gatherEvidence, shippedActiveJobs } from '../invariants/evidence.ts';
import { watchRecords } from '../invariants/watch-records.ts';
import type { ProcessEnv } from '../processes/fleet.ts';
import { seededRandom } from '../seeded-random.ts';
import type { ServiceSet } from '../services/service-set.ts';
import { type RunRecord, recordOf } from './record.ts';
import type { Context, Outcome, Scenario, Size } from './scenario.ts';
import { untilAborted } from './series.ts';

export type Execution = {
  readonly set: ServiceSet;
  /** Of every process, unless the scenario sets it itself. */
  readonly env: ProcessEnv;
  readonly size: Size;
  readonly seed: number;
  /** Damages records before the check: the run must then fail. */
  readonly corrupt: boolean;
  /** Where the service is started from, if not from this repository. */
  readonly checkout?: string;
  /** The safeguard that is missing in that checkout. */
  readonly without?: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
};

const defaultLeaseMs = { short: 3_000, full: 15_000 };
/** Time after which engines and scratch files of a dead process must be removed. */
const graceMs = 60_000;

/** A scenario that throws is recorded as failed. */
export async function execute(scenario: Scenario, execution: Execution): Promise<RunRecord> {
  const { size, seed, without = null } = execution;
  const began = performance.now();
  const described = { run: scenario.name, size, seed, without };
  try {
    const { outcome, verdict } = await runAndCheck(scenario, execution);
    return recordOf({ ...described, outcome, verdict, tookMs: performance.now() - began });
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const outcome = { load: 'did not finish', misses: [reason] };
    return recordOf({ ...described, outcome, verdict: new Map(), tookMs: performance.now() - began });
  }
}

type Checked = { readonly outcome: Outcome; readonly verdict: Verdict };

async function runAndCheck(scenario: Scenario, execution: Execution): Promise<Checked> {
  const { size, seed, set, say, signal, checkout } = execution;
  const environment = await openTestEnvironment({
    run: scenario.name,
    random: seededRandom(seed),
    set,
    leaseMs: (scenario.leaseMs ?? defaultLeaseMs)[size],
    env: { ...execution.env, ...scenario.env?.(size) },
    migrates: scenario.migrates ?? true,
    ...(checkout === undefined ? {} : { checkout }),
    say,
  });
  const context: Context = { environment, size, isFull: size === 'full', golden: new Map() };
  const repairs: (() => void)[] = [];
  try {
    const outcome = await untilAborted(runWatched(scenario, context), signal);
    for (const corruption of execution.corrupt ? scenario.corruptions : []) {
      const repair = await corruption.damage(environment);
      if (repair) repairs.push(repair);
    }
    const verdict = check(await settledEvidence(scenario, context));
    const misses = [...(outcome.misses ?? []), ...unobserved(verdict, scenario.observes ?? [])];
    return { outcome: { ...outcome, misses }, verdict };
  } finally {
    for (const repair of repairs) repair();
    await environment.end();
  }
}

/** A violation that disappears before the end still counts as a miss. */
async function runWatched(scenario: Scenario, context: Context): Promise<Outcome> {
  if (scenario.isWatched === false) return scenario.run(context);
  const watch = watchRecords(context.environment, {
    activeJobsMax: scenario.activeJobsMax ?? shippedActiveJobs,
  });
  let seen: readonly string[] = [];
  const outcome = await scenario.run(context).finally(async () => {
    seen = await watch.end();
  });
  return {
    ...outcome,
    misses: [...(outcome.misses ?? []), ...seen.map((one) => `temporarily violated: ${one}`)],
  };
}

/** Checks again while leftovers have time to disappear; any other violation is final. */
async function settledEvidence(scenario: Scenario, { environment, golden }: Context): Promise<Evidence> {
  const sources = {
    db: environment.db,
    bucket: environment.bucket,
    workDir: environment.workDir,
    logs: () => environment.fleet.members().map((member) => ({ name: member.name, text: member.log() })),
    journal: environment.journal,
    golden,
    ...(scenario.activeJobsMax === undefined ? {} : { activeJobsMax: scenario.activeJobsMax }),
  };
  const deadline = performance.now() + graceMs;
  for (;;) {
    const evidence = await gatherEvidence(sources);
    const verdict = check(evidence);
    const isSettled = ['I4', 'I23'].every((id) => violationsOf(verdict, id).length === 0);
    if (isSettled || performance.now() > deadline) return evidence;
    await delay(2_000);
  }
}
