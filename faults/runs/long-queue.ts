/** Hundreds of thousands of jobs wait: no statement of the service reads more because of it, paying jobs start and lost ones are recovered in time. */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { openStatementLog, type StatementCost } from '@octavo/testkit/environment/statement-log.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { fillBacklog, removeBacklog, waitingIn } from '@octavo/testkit/load/backlog.ts';
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
  // Long enough for what happens once a minute.
  full: { waiting: 300_000, watchMs: 130_000, paying: 20 },
};
const durationMaxMs = 50;
const buffersMax = 1_000;
const startsWithinMs = 5_000;
const recoveryExtraMs = 10_000;

const quick = quickKinds[0] as DocumentKind;
const slow = slowKind(4_000);

type Place = {
  readonly environment: TestEnvironment;
  readonly api: Member;
  readonly paying: Account;
  readonly env: ProcessEnv;
  readonly slack: number;
};

/** Jobs of a plan that goes before the ones that wait. */
async function startPaying({ environment, api, paying, slack }: Place, count: number): Promise<number[]> {
  const boundMs = startsWithinMs * slack;
  const tookMs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const id = await submitOne(environment, api.url, paying, quick, `queue-secretname-${number}.pdf`);
    const began = await waitForState(environment, id, (state) => (state?.attempt ?? 0) > 0, boundMs);
    const seen = `a paying job was not begun within ${boundMs} ms behind a long queue`;
    observe(environment.journal, 'I29', seen, began !== null);
    await waitForDone(api.url, paying, id);
    tookMs.push(began ?? boundMs);
  }
  return tookMs;
}

/** What is asked of a service with a long queue all the time: its figures, and a waiting job with its place. */
async function lookAround({ api }: Place, patient: Account, id: string, worker: string, watchMs: number) {
  const endsAt = performance.now() + watchMs;
  while (performance.now() < endsAt) {
    await readMetrics(api.url);
    await readMetrics(worker);
    await sendRequest(api.url, `/jobs/${id}?include=progress`, { caller: patient });
    await sendRequest(api.url, '/jobs?include=progress', { caller: patient });
    await delay(1_000);
  }
}

async function recover({ environment, api, paying, env, slack }: Place, worker: Member): Promise<number> {
  const id = await submitOne(environment, api.url, paying, slow, 'queue-secretname-lost.pdf');
  await waitUntilEngineHas(api.url, paying, id);
  await worker.kill();
  const began = performance.now();
  const next = await environment.fleet.startWorker(env);
  const boundMs = environment.leaseMs + recoveryExtraMs * slack;
  await next.ready();
  const taken = await waitForState(environment, id, (state) => (state?.attempt ?? 0) >= 2, boundMs);
  const seen = `the job of a dead worker was not taken back within ${boundMs} ms behind a long queue`;
  observe(environment.journal, 'I29', seen, taken !== null);
  await waitForDone(api.url, paying, id, 120_000);
  return performance.now() - began;
}

function judge({ environment: { journal }, slack }: Place, costs: readonly StatementCost[]): string[] {
  for (const { text, calls, durationMs, buffers } of costs) {
    const figures = `${Math.round(durationMs)} ms and ${buffers} buffers (median of ${calls})`;
    const isCheap = durationMs <= durationMaxMs * slack && buffers <= buffersMax;
    observe(journal, 'I29', `${figures}: ${text.slice(0, 160)}`, isCheap);
  }
  const dearest = costs.toSorted((left, right) => right.buffers - left.buffers).slice(0, 3);
  return dearest.map(({ text, buffers }) => `${buffers} buffers: ${text.slice(0, 80)}`);
}

async function prepare(context: Context): Promise<Place & { patient: Account }> {
  const { environment, size } = context;
  // The superuser's statements are not counted among those of the service.
  const records = new URL(environment.db.url);
  environment.followTo(superuserAt(Number(records.port), records.pathname.slice(1)).url);
  await fillBacklog(environment, sizes[size].waiting);
  const env = { OCTAVO_WORKER_HTTP_PORT: String(await freePort()) };
  const api = await environment.fleet.startApi();
  await api.ready();
  const [paying] = (await environment.openAccounts(api, 1, 'business')) as [Account];
  const [patient] = (await environment.openAccounts(api, 1, 'free')) as [Account];
  return { environment, api, paying, patient, env, slack: timeSlack[size] };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { waiting, watchMs, paying } = sizes[size];
  const statements = await openStatementLog(environment);
  const { patient, ...place } = await prepare(context);
  const { api, env } = place;
  const waitingId = await submitOne(environment, api.url, patient, quick, 'queue-secretname-patient.pdf');
  const worker = await environment.fleet.startWorker(env);
  await worker.ready();
  const operator = `http://127.0.0.1:${env['OCTAVO_WORKER_HTTP_PORT']}`;
  const [startMs] = await Promise.all([
    startPaying(place, paying),
    lookAround(place, patient, waitingId, operator, watchMs),
  ]);
  const recoveryMs = await recover(place, worker);
  const left = await waitingIn(environment);
  const costs = await statements.costs();
  const dearest = judge(place, costs);
  environment.journal.deletionAsked.add(waitingId);
  await sendRequest(api.url, `/jobs/${waitingId}`, { method: 'DELETE', caller: patient });
  const running = environment.fleet.members().filter((member) => member.isAlive());
  await Promise.all(running.map((member) => member.stop()));
  await removeBacklog(environment);
  return {
    load: `${waiting} waiting jobs, ${paying} paying ones`,
    recoveryMs: [recoveryMs],
    misses: [
      ...(left < waiting / 2 ? [`only ${left} jobs were still waiting at the end`] : []),
      ...(costs.length < 20 ? [`only ${costs.length} kinds of statements were seen`] : []),
    ],
    notes: [
      `${costs.length} kinds of statements; the dearest: ${dearest.join('; ')}`,
      `paying jobs were begun after ${startMs.map((ms) => `${Math.round(ms)} ms`).join(', ')}`,
      `${left} jobs were still waiting at the end`,
    ],
  };
}

export const longQueue: Scenario = {
  name: 'long-queue',
  about: 'hundreds of thousands of waiting jobs',
  env: () => metricsEnvironment,
  isWatched: false,
  corruptions: [corruptions.unboundedStatement],
  run,
};
