/** Rolling update: replaces every API node and worker under load, one by one: no request fails and no retry is used up. */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import {
  type Processes,
  recordGolden,
  startProcesses,
  urlsOf,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { type Balancer, openBalancer } from '@octavo/testkit/proxies/balancer.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs } from './figures.ts';

const sizes = { short: 4, full: 20 };
const stopMaxMs = 30_000;
const kinds = [...quickKinds, slowKind(1_500)];

/** The new node is ready before the old one gets SIGTERM; the old node finishes its open requests. */
async function rollApi(environment: TestEnvironment, apis: Member[], balancer: Balancer): Promise<number> {
  const next = await environment.fleet.startApi();
  await next.ready();
  balancer.add(next.url);
  apis.push(next);
  const old = apis.shift() as Member;
  balancer.takeOut(old.url);
  return old.stop();
}

async function rollWorker(environment: TestEnvironment, workers: Member[]): Promise<number> {
  const next = await environment.fleet.startWorker();
  await next.ready();
  workers.push(next);
  return (workers.shift() as Member).stop();
}

async function readWhile(
  environment: TestEnvironment,
  url: string,
  account: Account,
  isOver: () => boolean,
): Promise<void> {
  const paths = ['/jobs?page_size=5', '/auth/me', '/health', '/jobs?page=2&page_size=5'];
  for (let turn = 0; !isOver(); turn += 1) {
    const path = paths[turn % paths.length] ?? '';
    const reply = await sendRequest(url, path, { caller: account });
    countAnswer(environment.journal, 'GET', reply.status);
    observe(
      environment.journal,
      'I21',
      `GET ${path} answered ${reply.status} ${reply.fault ?? ''}`,
      reply.status === 200,
    );
    await delay(30);
  }
}

async function underLoad(
  context: Context,
  processes: Processes,
  balancer: Balancer,
  rolls: number,
): Promise<number[]> {
  const { environment } = context;
  const { apis, workers, accounts } = processes;
  let isOver = false;
  const reading = readWhile(environment, balancer.url, accounts[0] as Account, () => isOver);
  const loading = driveLoad(environment, {
    jobs: Number.POSITIVE_INFINITY,
    accounts,
    nodes: () => [balancer.url],
    kinds,
    clients: context.isFull ? 4 : 2,
    isOver: () => isOver,
    onReply: (reply) => {
      const isRight = reply.status === 201 || reply.status === 429;
      observe(
        environment.journal,
        'I21',
        `POST /jobs answered ${reply.status} ${reply.text.slice(0, 100)} ${reply.fault ?? ''}`,
        isRight,
      );
    },
  });
  const stopMs: number[] = [];
  for (let roll = 0; roll < rolls; roll += 1) {
    stopMs.push(
      await (roll % 2 === 0 ? rollApi(environment, apis, balancer) : rollWorker(environment, workers)),
    );
  }
  isOver = true;
  await Promise.all([reading, loading]);
  return stopMs;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const rolls = sizes[size];
  const processes = await startProcesses(context, { apis: 2, workers: 2, accounts: 4 });
  await recordGolden(context, processes.apis[0]?.url ?? '', processes.accounts[0] as Account, kinds);
  const balancer = await openBalancer(urlsOf(processes.apis));
  try {
    const stopMs = await underLoad(context, processes, balancer, rolls);
    await waitUntilQuiet(environment, 180_000);
    const slowest = Math.max(...stopMs);
    observe(
      environment.journal,
      'I21',
      `a process took ${Math.round(slowest)} ms to stop`,
      slowest <= stopMaxMs,
    );
    const spent = await environment.db.rows<{ id: string }>(
      'select id from jobs where worker_losses > 0 or engine_deaths > 0',
    );
    const failed = await failedJobs(environment);
    const answers = [...environment.journal.answers].map(([name, count]) => `${name} ×${count}`).join(', ');
    return {
      load: `${environment.journal.accepted.size} jobs, ${rolls} rolls`,
      recoveryMs: stopMs,
      misses: [
        ...spent.map(({ id }) => `${id} used up a retry because of a shutdown`),
        ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
      ],
      notes: [`responses: ${answers}`, `the slowest process ended ${Math.round(slowest)} ms after SIGTERM`],
    };
  } finally {
    await balancer.close();
  }
}

export const rolling: Scenario = {
  name: 'rolling',
  about: 'API nodes and workers replaced one by one under load, behind a balancer that retries nothing',
  env: () => ({ OCTAVO_SHUTDOWN_GRACE_MS: '30000' }),
  observes: ['I21'],
  corruptions: [corruptions.droppedAnswer],
  run,
};
