/** One account submits documents that take minutes: jobs of another account still start within seconds, on one worker with two slots. */

import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { requireState } from '@octavo/testkit/load/job-state.ts';
import { recordGolden, startProcesses, submitOne } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs, startWaitsOf } from './figures.ts';

type Variant = { readonly long: number; readonly words: number; readonly jobs: number };

/** 12,000 words take about 17 s on a free core, and the time grows with their square. `long` 5 is the limit of the plan. */
const sizes: Readonly<Record<'short' | 'full', readonly Variant[]>> = {
  short: [{ long: 5, words: 7_000, jobs: 8 }],
  full: [
    { long: 1, words: 30_000, jobs: 50 },
    { long: 5, words: 20_000, jobs: 50 },
  ],
};
const waitMaxMs = 10_000;
const finishMaxMs = 1_200_000;

const short = { ...(quickKinds[1] as DocumentKind), formats: ['markdown'], name: 'short' };

type Setup = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly long: Account;
  readonly other: Account;
  readonly waitMaxMs: number;
};

async function runVariant(setup: Setup, variant: Variant, number: number): Promise<string> {
  const { environment, node, long, other } = setup;
  const kind = slowKind(variant.words);
  const ids: string[] = [];
  for (let count = 0; count < variant.long; count += 1) {
    ids.push(await submitOne(environment, node, long, kind, `long-secretname-${number}-${count}.pdf`));
  }
  await requireState(environment, ids[0] ?? '', (state) => state?.status === 'processing', 60_000);
  const accepted: string[] = [];
  await driveLoad(environment, {
    jobs: variant.jobs,
    accounts: [other],
    nodes: () => [node],
    kinds: [short],
    clients: 2,
    onAccepted: (id) => accepted.push(id),
  });
  await waitUntilQuiet(environment, finishMaxMs);
  const waits = await startWaitsOf(environment, accepted);
  const p95 = percentile(waits, 0.95) ?? Number.POSITIVE_INFINITY;
  const figure = `p95 ${Math.round(p95)} ms until ${waits.length} jobs of another account started`;
  const load = `${variant.long} documents of ${variant.words} words`;
  observe(environment.journal, 'I30', `next to ${load}: ${figure}`, p95 <= setup.waitMaxMs);
  return `next to ${load}: ${figure}, median ${Math.round(percentile(waits, 0.5) ?? 0)} ms`;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { apis } = await startProcesses(context, { apis: 1, workers: 1, accounts: 0 });
  const [api] = apis as [(typeof apis)[0]];
  // Both on the same plan: between plans the priority decides.
  const [long, other] = (await environment.openAccounts(api, 2, 'pro')) as [Account, Account];
  await recordGolden(context, api.url, other, [short]);
  const setup = { environment, node: api.url, long, other, waitMaxMs: waitMaxMs * timeSlack[size] };
  const notes: string[] = [];
  for (const [number, variant] of sizes[size].entries()) {
    notes.push(await runVariant(setup, variant, number));
  }
  const failed = await failedJobs(environment);
  const jobs = environment.journal.accepted.size;
  return {
    load: `${jobs} jobs, ${sizes[size].reduce((sum, variant) => sum + variant.long, 0)} of them long`,
    misses: failed.map((job) => `${job.id} failed: ${job.error_message}`),
    notes,
  };
}

export const longDocument: Scenario = {
  name: 'long-document',
  about: 'one account fills its limit with documents that take minutes',
  env: () => ({ OCTAVO_ENGINE_SLOTS: '2', OCTAVO_JOB_TIMEOUT_BASE_MS: '900000' }),
  observes: ['I30'],
  corruptions: [corruptions.waitedForAnother],
  run,
};
