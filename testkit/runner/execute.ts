/** One run from its ground to its verdict. */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.ts';
import type { ServiceSet } from '../services/service-set.ts';
import { check, violationsOf } from '../invariants/check.ts';
import { type Evidence, gatherEvidence, shippedActiveJobs } from '../invariants/evidence.ts';
import type { Context, FaultRun, Outcome, RunResult, Size } from './scenario.ts';
import { type Ground, openGround } from '../environment/test-environment.ts';
import { watchRecords } from '../invariants/watch-records.ts';

export type Execution = {
  readonly set: ServiceSet;
  readonly size: Size;
  readonly seed: number;
  readonly sabotage: boolean;
  /** Where the service is started from, when it is not this tree. */
  readonly checkout?: string;
  /** Told of the ground as soon as there is one, so that an interrupt can take it away. */
  readonly onGround: (ground: Ground) => void;
  readonly say: (text: string) => void;
};

const defaultLeaseMs = { short: 3_000, full: 15_000 };
/** What a death leaves behind must be gone after this. */
const graceMs = 60_000;

export async function execute(run: FaultRun, execution: Execution): Promise<RunResult> {
  const { size, seed, set, say } = execution;
  const began = performance.now();
  const ground = await openGround({
    run: run.name,
    random: seededRandom(seed),
    set,
    leaseMs: (run.leaseMs ?? defaultLeaseMs)[size],
    env: run.env?.(size) ?? {},
    migrates: run.migrates ?? true,
    ...(execution.checkout === undefined ? {} : { checkout: execution.checkout }),
    say,
  });
  execution.onGround(ground);
  const context: Context = { ground, size, isFull: size === 'full', golden: new Map() };
  const repairs: (() => void)[] = [];
  try {
    const outcome = await runWatched(run, context);
    for (const plant of execution.sabotage ? run.sabotage : []) {
      const repair = await plant.damage(ground);
      if (repair) repairs.push(repair);
    }
    const evidence = await settledEvidence(run, context);
    return {
      run: run.name,
      size,
      seed,
      outcome,
      verdict: check(evidence),
      tookMs: performance.now() - began,
    };
  } finally {
    for (const repair of repairs) repair();
    await ground.end();
  }
}

/** A breach that heals before the end is a breach: it is a figure that was missed. */
async function runWatched(run: FaultRun, context: Context): Promise<Outcome> {
  if (run.isWatched === false) return run.run(context);
  const watch = watchRecords(context.ground, { activeJobsMax: run.activeJobsMax ?? shippedActiveJobs });
  let seen: readonly string[] = [];
  const outcome = await run.run(context).finally(async () => {
    seen = await watch.end();
  });
  return { ...outcome, misses: [...outcome.misses, ...seen.map((one) => `broken for a while: ${one}`)] };
}

/** Looks again while something is left that has its minute to go away; what is wrong otherwise stays wrong. */
async function settledEvidence(run: FaultRun, { ground, golden }: Context): Promise<Evidence> {
  const sources = {
    db: ground.db,
    bucket: ground.bucket,
    workDir: ground.workDir,
    logs: () => ground.fleet.members().map((member) => ({ name: member.name, text: member.log() })),
    journal: ground.journal,
    golden,
    ...(run.activeJobsMax === undefined ? {} : { activeJobsMax: run.activeJobsMax }),
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
