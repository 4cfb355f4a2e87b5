/** Runs the server's property test (job lifecycle and ledger against a model, with fast-check) with more iterations. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: 40, full: 500 };
const execute = promisify(execFile);

async function run({ environment, size }: Context): Promise<Outcome> {
  const runs = sizes[size];
  const seed = environment.random.below(0x7fffffff);
  const args = ['run', '--project', 'integration', 'job-life.property', '--reporter=default'];
  const env = {
    ...process.env,
    OCTAVO_TEST_SET: environment.set.name,
    OCTAVO_MODEL_RUNS: String(runs),
    OCTAVO_MODEL_SEED: String(seed),
    NO_COLOR: '1',
  };
  const vitest = join(environment.checkout, 'node_modules/vitest/vitest.mjs');
  const ended = await execute(process.execPath, [vitest, ...args], {
    cwd: environment.checkout,
    env,
    timeout: 3_000_000,
    maxBuffer: 16_777_216,
  }).catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: `${error.stdout}${error.stderr}`,
    isBroken: true,
  }));
  const steps = /(\d+) steps in/.exec(ended.stdout)?.[1];
  return {
    load: `${runs} runs, ${steps ?? 'no'} steps`,
    misses:
      'isBroken' in ended || steps === undefined
        ? [`a counterexample, or the test did not run:\n${ended.stdout.slice(-3_000)}`]
        : [],
    notes: [`fast-check seed ${seed}`],
  };
}

export const model: Scenario = {
  name: 'model',
  about: 'job lifecycle and ledger as a state machine (fast-check) against the real store',
  corruptions: [corruptions.limitGone],
  run,
};
