/** Hundreds of thousands of queued jobs: no SQL statement reads more because of them, jobs of paid plans start in time, and lost jobs are recovered. */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { openStatementLog, type StatementCost } from '@octavo/testkit/environment/statement-log.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { fillBacklog, queuedJobs, removeBacklog } from '@octavo/testkit/load/backlog.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { waitForState } from '@octavo/testkit/load/job-state.ts';
import { metricsEnvironment, readMetrics } from '@octavo/testkit/load/read-metrics.ts';
import { submitOne, waitForDone, waitUntilEngineHas } from '@octavo/testkit/load/start-processes.ts';
import type { Member, ProcessEnv } from '@octavo/testkit/processes/fleet.ts';
import { freePort } from '@octavo/testkit/processes/free-port.ts';
import { superuserAt } from '@octavo/testkit/processes/standby.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';

const sizes = {
  short: { waiting: 20_000, watchMs: 8_000, paying: 3 },
  // Long enough to include tasks that run once a minute.
  full: { waiting: 300_000, watchMs: 130_000, paying: 20 },
};
const durationMaxMs = 50;
const buffersMax = 1_000;
const startsWithinMs = 5_000;
const recoveryExtraMs = 10_000;

const quick = quickKinds[0] as DocumentKind;
const slow = slowKind(4_000);

type Setup = {
  readonly environment: TestEnvironment;
  readonly api: Member;
  readonly paying: Account;
  readonly env: ProcessEnv;
  readonly slack: number;
};

/** Submits jobs of a plan with a higher priority than the queued jobs. */
async function startPaidJobs({ environment, api, paying, slack }: Setup, count: number): Promise<number[]> {
  const boundMs = startsWithinMs * slack;
  const tookMs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await submitOne(environment, api.url, paying, quick, `queue-secretname-${number}.pdf`);
    const began = await waitForState(environment, id, (state) => (state?.attempt ?? 0) > 0, boundMs);
    const seen = `a job of a paid plan did not start within ${boundMs} ms behind a long queue`;
    observe(environment.journal, 'I29', seen, began !== null);
    await waitForDone(api.url, paying, id);
    tookMs.push(began ?? boundMs);
  }
  return tookMs;
}

/** Requests that arrive all the time: metrics, and a queued job with its position. */
async function readWhileQueued(
  { api }: Setup,
  queuedAccount: Account,
  id: string,
  worker: string,
  watchMs: number,
) {
  const endsAt = performance.now() + watchMs;
  while (performance.now() < endsAt) {
    await readMetrics(api.url);
    await readMetrics(worker);
    await sendRequest(api.url, `/jobs/${id}?include=progress`, { caller: queuedAccount });
    await sendRequest(api.url, '/jobs?include=progress', { caller: queuedAccount });
    await delay(1_000);
  }
}

async function recoverLostJob(
  { environment, api, paying, env, slack }: Setup,
  worker: Member,
): Promise<number> {
  const id = await submitOne(environment, api.url, paying, slow, 'queue-secretname-lost.pdf');
  await waitUntilEngineHas(api.url, paying, id);
  await worker.kill();
  const began = performance.now();
  const next = await environment.fleet.startWorker(env);
  const boundMs = environment.leaseMs + recoveryExtraMs * slack;
  await next.ready();
  const taken = await waitForState(environment, id, (state) => (state?.attempt ?? 0) >= 2, boundMs);
  const seen = `the job of a killed worker was not requeued within ${boundMs} ms behind a long queue`;
  observe(environment.journal, 'I29', seen, taken !== null);
  await waitForDone(api.url, paying, id, 120_000);
  return performance.now() - began;
}

function checkCosts({ environment: { journal }, slack }: Setup, costs: readonly StatementCost[]): string[] {
  for (const { text, calls, durationMs, buffers } of costs) {
    const figures = `${Math.round(durationMs)} ms and ${buffers} buffers (median of ${calls})`;
    const isCheap = durationMs <= durationMaxMs * slack && buffers <= buffersMax;
    observe(journal, 'I29', `${figures}: ${text.slice(0, 160)}`, isCheap);
  }
  const mostExpensive = costs.toSorted((left, right) => right.buffers - left.buffers).slice(0, 3);
  return mostExpensive.map(({ text, buffers }) => `${buffers} buffers: ${text.slice(0, 80)}`);
}

async function prepare(context: Context): Promise<Setup & { queuedAccount: Account }> {
  const { environment, size } = context;
  // Statements of the superuser are not counted.
  const records = new URL(environment.db.url);
  environment.followTo(superuserAt(Number(records.port), records.pathname.slice(1)).url);
  await fillBacklog(environment, sizes[size].waiting);
  const env = { OCTAVO_WORKER_HTTP_PORT: String(await freePort()) };
  const api = await environment.fleet.startApi();
  await api.ready();
  const [paying] = (await environment.openAccounts(api, 1, 'business')) as [Account];
  const [queuedAccount] = (await environment.openAccounts(api, 1, 'free')) as [Account];
  return { environment, api, paying, queuedAccount, env, slack: timeSlack[size] };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { waiting, watchMs, paying } = sizes[size];
  const statements = await openStatementLog(environment);
  const { queuedAccount, ...setup } = await prepare(context);
  const { api, env } = setup;
  const waitingId = await submitOne(
    environment,
    api.url,
    queuedAccount,
    quick,
    'queue-secretname-queuedAccount.pdf',
  );
  const worker = await environment.fleet.startWorker(env);
  await worker.ready();
  const operator = `http://127.0.0.1:${env['OCTAVO_WORKER_HTTP_PORT']}`;
  const [startMs] = await Promise.all([
    startPaidJobs(setup, paying),
    readWhileQueued(setup, queuedAccount, waitingId, operator, watchMs),
  ]);
  const recoveryMs = await recoverLostJob(setup, worker);
  const left = await queuedJobs(environment);
  const costs = await statements.costs();
  const mostExpensive = checkCosts(setup, costs);
  environment.journal.deletionAsked.add(waitingId);
  await sendRequest(api.url, `/jobs/${waitingId}`, { method: 'DELETE', caller: queuedAccount });
  const running = environment.fleet.members().filter((member) => member.isAlive());
  await Promise.all(running.map((member) => member.stop()));
  await removeBacklog(environment);
  return {
    load: `${waiting} queued jobs, ${paying} of a paid plan`,
    recoveryMs: [recoveryMs],
    misses: [
      ...(left < waiting / 2 ? [`only ${left} jobs were still queued at the end`] : []),
      ...(costs.length < 20 ? [`only ${costs.length} distinct statements were seen`] : []),
    ],
    notes: [
      `${costs.length} distinct statements; the most expensive: ${mostExpensive.join('; ')}`,
      `jobs of a paid plan started after ${startMs.map((ms) => `${Math.round(ms)} ms`).join(', ')}`,
      `${left} jobs were still queued at the end`,
    ],
  };
}

export const longQueue: Scenario = {
  name: 'long-queue',
  about: 'hundreds of thousands of queued jobs',
  env: () => metricsEnvironment,
  isWatched: false,
  observes: ['I29'],
  corruptions: [corruptions.unboundedStatement],
  run,
};
