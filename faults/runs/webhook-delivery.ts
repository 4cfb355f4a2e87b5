/** Workers are killed while they send webhooks to receivers that answer, fail, cut the connection or never answer. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { openReceiver, type Received, type Receiver } from '@octavo/testkit/client/webhook-receiver.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { killAndReplace, startProcesses, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import {
  type Context,
  type Figure,
  type Outcome,
  type Scenario,
  timeSlack,
} from '@octavo/testkit/runner/scenario.ts';
import { Webhook as Verifier } from 'standardwebhooks';

const sizes = { short: { jobs: 60, kills: 3 }, full: { jobs: 400, kills: 20 } };
const host = '127.0.0.1';
const timeoutMs = 1_500;
/** Later retries than a killed worker can cost: a delivery that fails used them all up. */
const backoffSeconds = '1,1,1,1,1,2,2,2,2,2';
const killEveryMs = 1_500;
const promptMs = 2_000;
const endsMs = 180_000;

/** Each fails the first attempt, or more, of every delivery, and then accepts it. */
const behaviours: Readonly<Record<string, (response: ServerResponse, attempt: number) => void>> = {
  '/answers': (response) => response.writeHead(204).end(),
  '/fails': (response, attempt) => response.writeHead(attempt <= 2 ? 500 : 204).end(),
  '/cuts': (response, attempt) => void (attempt === 1 ? response.destroy() : response.writeHead(204).end()),
  '/hangs': (response, attempt) => void (attempt > 1 && response.writeHead(204).end()),
};

type Arrival = Received & { readonly atMs: number };
type Endpoint = { readonly path: string; readonly owner: Account; readonly secret: string };

function behave(receiver: Receiver, arrivals: Arrival[]): void {
  const attempts = new Map<string, number>();
  receiver.answer = (response, request) => {
    arrivals.push({ ...request, atMs: Date.now() });
    const key = `${request.path} ${request.headers['webhook-id']}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    behaviours[new URL(request.path, receiver.url).pathname]?.(response, attempt);
  };
}

async function register(node: string, owner: Account, url: string): Promise<Endpoint> {
  const reply = await sendRequest(node, '/webhooks', {
    method: 'POST',
    caller: owner,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (reply.status !== 201) throw new Error(`POST /webhooks: ${reply.status} ${reply.text}`);
  const { pathname, search } = new URL(url);
  return { path: `${pathname}${search}`, owner, secret: (reply.json as { secret: string }).secret };
}

async function killWorkers(environment: TestEnvironment, workers: Member[], kills: number): Promise<number> {
  const random = environment.random.fork('kills');
  let killed = 0;
  for (let tries = 0; killed < kills && tries < kills * 20; tries += 1) {
    await delay(killEveryMs * (0.5 + random.next()));
    if ((await killAndReplace(environment, workers, random)) !== undefined) killed += 1;
  }
  return killed;
}

async function pendingDeliveries({ db }: TestEnvironment): Promise<number> {
  const [row] = await db.rows<{ left: number }>(
    `select count(*) as left from webhook_deliveries where state = 'pending'`,
  );
  return row?.left ?? 0;
}

type DoneJob = { readonly id: string; readonly finished: number };

const jobIdOf = ({ body }: Received) => (JSON.parse(body) as { data: { job_id: string } }).data.job_id;

function isSigned({ secret }: Endpoint, { body, headers }: Received): boolean {
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with the events that one endpoint received for the jobs of its owner. */
function faultsOf(endpoint: Endpoint, arrivals: readonly Arrival[], jobs: readonly DoneJob[]): string[] {
  const byJob = Map.groupBy(arrivals, jobIdOf);
  const own = new Set(jobs.map(({ id }) => id));
  const foreign = [...byJob.keys()].filter((id) => !own.has(id));
  const missing = jobs.filter(({ id }) => !byJob.has(id));
  const changed = [...byJob].filter(([, all]) => new Set(all.map(({ body }) => body)).size > 1);
  const renamed = [...byJob].filter(
    ([, all]) => new Set(all.map((one) => one.headers['webhook-id'])).size > 1,
  );
  const unsigned = arrivals.filter((arrival) => !isSigned(endpoint, arrival));
  return [
    ...missing.map(({ id }) => `${endpoint.path} got no event for ${id}`),
    ...foreign.map((id) => `${endpoint.path} got an event for ${id}, a job of another account`),
    ...changed.map(([id]) => `${endpoint.path} got different bodies for ${id}`),
    ...renamed.map(([id]) => `${endpoint.path} got several ids for ${id}`),
    ...(unsigned.length > 0
      ? [`${unsigned.length} requests to ${endpoint.path} have a wrong signature`]
      : []),
  ];
}

const doneJobs = ({ db }: TestEnvironment, { email }: Account) =>
  db.rows<DoneJob>(
    `select job.id, extract(epoch from event.at)::float8 * 1000 as finished
     from jobs job join accounts account on account.id = job.account_id
     join events event on event.job_id = job.id and event.type = 'job.done'
     where account.email = $1`,
    [email],
  );

/** From the end of a job to the first request about it, at receivers that always answer. */
function delaysOf(arrivals: readonly Arrival[], jobs: readonly DoneJob[]): number[] {
  const byJob = Map.groupBy(arrivals, jobIdOf);
  return jobs.flatMap(({ id, finished }) => {
    const first = byJob.get(id)?.[0];
    return first === undefined ? [] : [first.atMs - finished];
  });
}

function figuresOf(faults: readonly string[], delaysMs: readonly number[], slack: number): Figure[] {
  const median = percentile(delaysMs, 0.5) ?? Number.POSITIVE_INFINITY;
  return [
    { measured: `${faults.length} wrong or missing events`, aim: '0', passed: faults.length === 0, faults },
    {
      measured: `median ${Math.round(median)} ms to receivers that answer`,
      aim: `at most ${promptMs} ms`,
      passed: median <= promptMs * slack,
    },
  ];
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, kills } = sizes[size];
  const { apis, workers, accounts } = await startProcesses(context, { apis: 1, workers: 2, accounts: 2 });
  const [node] = urlsOf(apis) as [string];
  const receiver = await openReceiver(host);
  environment.atEnd(() => receiver.close());
  const arrivals: Arrival[] = [];
  behave(receiver, arrivals);
  const endpoints: Endpoint[] = [];
  for (const [number, owner] of accounts.entries()) {
    const paths = number === 0 ? Object.keys(behaviours) : ['/answers'];
    for (const path of paths) {
      endpoints.push(await register(node, owner, `${receiver.url}${path}?account=${number}`));
    }
  }
  const killing = killWorkers(environment, workers, kills);
  await driveLoad(environment, { jobs, accounts, nodes: () => urlsOf(apis) });
  const killed = await killing;
  await waitUntilQuiet(environment, 10 * environment.leaseMs + 120_000);
  const deadline = performance.now() + endsMs;
  while ((await pendingDeliveries(environment)) > 0 && performance.now() < deadline) await delay(500);
  const faults: string[] = [];
  const delaysMs: number[] = [];
  for (const endpoint of endpoints) {
    const own = arrivals.filter(({ path }) => path === endpoint.path);
    const done = await doneJobs(environment, endpoint.owner);
    faults.push(...faultsOf(endpoint, own, done));
    if (endpoint.path.startsWith('/answers')) delaysMs.push(...delaysOf(own, done));
  }
  const states = await environment.db.rows<{ state: string; count: number }>(
    'select state, count(*) as count from webhook_deliveries group by state order by state',
  );
  const undelivered = states.filter(({ state }) => state !== 'delivered');
  return {
    load: `${jobs} jobs, ${endpoints.length} endpoints, ${killed} kills`,
    figures: figuresOf(faults, delaysMs, timeSlack[size]),
    misses: [
      ...undelivered.map(({ state, count }) => `${count} deliveries are ${state}`),
      ...(killed < kills ? [`only ${killed} kills`] : []),
    ],
    notes: [
      `${arrivals.length} requests for ${states.map(({ count, state }) => `${count} ${state}`).join(', ')} deliveries`,
      `to receivers that answer: p95 ${Math.round(percentile(delaysMs, 0.95) ?? 0)} ms after the end of the job`,
    ],
  };
}

export const webhookDelivery: Scenario = {
  name: 'webhook-delivery',
  about: 'workers killed while webhook receivers fail, cut connections or do not answer',
  leaseMs: { short: 3_000, full: 15_000 },
  env: () => ({
    OCTAVO_WEBHOOK_ALLOW_HTTP: 'true',
    OCTAVO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    OCTAVO_WEBHOOK_TIMEOUT_MS: String(timeoutMs),
    OCTAVO_WEBHOOK_BACKOFF_SECONDS: backoffSeconds,
  }),
  observes: ['I1'],
  corruptions: [corruptions.doubleCharge],
  run,
};
