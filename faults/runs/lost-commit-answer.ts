/** The response to a worker's COMMIT is lost and its connection stops responding: every job still ends correctly and keeps its outputs. */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeBrokenDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { isTerminal, missingOutputs, stateOf, waitForState } from '@octavo/testkit/load/job-state.ts';
import {
  recordGolden,
  startProcesses,
  submitOne,
  waitUntilEngineHas,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import type { Member, ProcessEnv } from '@octavo/testkit/processes/fleet.ts';
import { type CommitKind, type CommitProxy, openCommitProxy } from '@octavo/testkit/proxies/commit-proxy.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

/** `shipped` rounds run with the lease and the statement timeout that the service ships with. */
const sizes = {
  short: { shipped: 0, quick: 4, requeues: 0 },
  full: { shipped: 20, quick: 25, requeues: 5 },
};
const parallel = 5;
const quickSettings = { OCTAVO_DATABASE_STATEMENT_TIMEOUT_MS: '2000' };
const shippedSettings = { OCTAVO_DATABASE_STATEMENT_TIMEOUT_MS: '10000', OCTAVO_JOB_LEASE_MS: '15000' };
/** Added by the service to the statement timeout before it closes an unresponsive connection. */
const answerMs = 5_000;
const lookAgainMs = { short: 3_000, full: 22_000 };
const endsWithinMs = 120_000;

const quick = quickKinds[0] as DocumentKind;
const slow = slowKind(2_500);
const broken: DocumentKind = { name: 'broken', file: makeBrokenDocument(), pages: 1, formats: ['markdown'] };

type Setup = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly proxy: CommitProxy;
  readonly worker: Member;
};

/** Mostly the commit that completes a job, where the most can be lost; jobs of one batch run at the same time. */
function drawBatches({ random }: TestEnvironment, count: number): CommitKind[][] {
  const kinds = Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? 'complete' : random.pick(['complete', 'claim', 'fail'] as const),
  );
  const batches = Math.ceil(count / parallel);
  return Array.from({ length: batches }, (_, at) => kinds.slice(at * parallel, (at + 1) * parallel));
}

const documentOf: Readonly<Record<CommitKind, DocumentKind>> = {
  claim: quick,
  complete: quick,
  fail: broken,
  requeue: slow,
};

type Round = { readonly id: string; readonly kind: CommitKind };

/** The worker is paused until the proxy knows the id of every job, by which it tells the commits apart. */
async function submitAll(setup: Setup, kinds: readonly CommitKind[]): Promise<Round[]> {
  const { environment, node, account, proxy, worker } = setup;
  worker.signal('SIGSTOP');
  try {
    return await Promise.all(
      kinds.map(async (kind, index) => {
        const tag = `answer-secretname-${environment.journal.accepted.size}-${index}.pdf`;
        const id = await submitOne(environment, node, account, documentOf[kind], tag);
        proxy.arm(id, kind);
        return { id, kind };
      }),
    );
  } finally {
    worker.signal('SIGCONT');
  }
}

/** When an engine dies, the worker requeues its job. */
async function killEngine({ environment, node, account, worker }: Setup, id: string): Promise<void> {
  await waitUntilEngineHas(node, account, id);
  const jvms = engineProcesses(environment.workDir).filter(
    ({ program, owner }) => program === 'java' && owner.startsWith(`${worker.pid}-`),
  );
  for (const { pid } of jvms) process.kill(pid, 'SIGKILL');
}

async function runRounds(setup: Setup, kinds: readonly CommitKind[]): Promise<Round[]> {
  const { environment, proxy } = setup;
  const rounds = await submitAll(setup, kinds);
  for (const { id, kind } of rounds) if (kind === 'requeue') await killEngine(setup, id);
  const endings = rounds.map(({ id }) =>
    waitForState(environment, id, (state) => isTerminal(state) && proxy.isDropped(id), endsWithinMs),
  );
  const tookMs = await Promise.all(endings);
  const text = tookMs.map((ms, at) => `${kinds[at]} ${ms === null ? 'not ended' : `${Math.round(ms)} ms`}`);
  environment.say(`  ${text.join(', ')}`);
  return rounds;
}

async function checkRound({ environment, node, account, proxy }: Setup, { id, kind }: Round): Promise<void> {
  const { journal } = environment;
  observe(journal, 'I25', `${kind}: no response was dropped for ${id}`, proxy.isDropped(id));
  const state = await stateOf(environment, id);
  const wanted = kind === 'fail' ? 'failed' : 'done';
  const isRight = state?.status === wanted && state.charges === (kind === 'fail' ? 0 : 1);
  observe(journal, 'I25', `${kind}: ${id} ended as ${JSON.stringify(state)}, not ${wanted}`, isRight);
  const missing = await missingOutputs(environment, id);
  observe(
    journal,
    'I25',
    `${kind}: ${id} is done and lost ${missing.join(', ')} after its commit`,
    missing.length === 0,
  );
  if (wanted === 'failed') return;
  const { status } = await sendRequest(node, `/jobs/${id}/download/markdown`, { caller: account });
  observe(journal, 'I25', `${kind}: the download of ${id} answered ${status}`, status === 200);
}

type WorkerPlan = {
  readonly node: string;
  readonly account: Account;
  readonly settings: ProcessEnv;
  readonly batches: readonly (readonly CommitKind[])[];
};

/** One worker behind a proxy of its own. */
async function withWorker(context: Context, plan: WorkerPlan): Promise<void> {
  const { environment, size } = context;
  const { node, account, settings } = plan;
  const url = new URL(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  const proxy = await openCommitProxy(url.hostname, Number(url.port));
  url.port = String(proxy.port);
  try {
    const worker = await environment.fleet.startWorker({ ...settings, OCTAVO_DATABASE_URL: url.href });
    await worker.ready();
    if (context.golden.size === 0) await recordGolden(context, node, account, [quick, slow]);
    const setup: Setup = { environment, node, account, proxy, worker };
    const ended: Round[] = [];
    for (const batch of plan.batches) ended.push(...(await runRounds(setup, batch)));
    await waitUntilQuiet(environment, 60_000);
    // Only now does the worker notice the unresponsive connection and clean up.
    const silenceMs = Number(settings['OCTAVO_DATABASE_STATEMENT_TIMEOUT_MS']) + answerMs;
    await delay(silenceMs + lookAgainMs[size]);
    for (const round of ended) await checkRound(setup, round);
    await worker.stop();
  } finally {
    await proxy.close();
  }
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const plan = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 0, accounts: 1 });
  const node = apis[0]?.url ?? '';
  const [account] = accounts as [Account];
  const shipped = drawBatches(environment, plan.shipped);
  // One by one: such a round kills every engine of the worker.
  const requeues = Array.from({ length: plan.requeues }, (): CommitKind[] => ['requeue']);
  const quickly = [...drawBatches(environment, plan.quick), ...requeues];
  await withWorker(context, { node, account, settings: quickSettings, batches: quickly });
  if (shipped.length > 0) {
    await withWorker(context, { node, account, settings: shippedSettings, batches: shipped });
  }
  const kinds = [...quickly, ...shipped].flat();
  const counts = Map.groupBy(kinds, (kind) => kind);
  return {
    load: `${kinds.length} lost responses`,
    misses: [],
    notes: [`responses lost: ${[...counts].map(([kind, all]) => `${kind} ×${all.length}`).join(', ')}`],
  };
}

export const lostCommitAnswer: Scenario = {
  name: 'lost-commit-answer',
  about: 'the response to a COMMIT of the worker is lost, its connection stops responding',
  leaseMs: { short: 3_000, full: 3_000 },
  env: () => ({ OCTAVO_ENGINE_SLOTS: '2' }),
  observes: ['I25'],
  corruptions: [corruptions.lostOutput],
  run,
};
