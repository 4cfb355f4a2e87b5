/** Every API node and worker is replaced under load, one after the other: no request fails, no attempt is spent. */
import { setTimeout as delay } from 'node:timers/promises';
import { plants } from '@octavo/testkit/invariants/corruptions.ts';
import type { Context, FaultRun, Outcome } from '@octavo/testkit/runner/scenario.ts';
import { ask } from '@octavo/testkit/client/send-request.ts';
import { type Crew, learnGolden, standUp, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { type Balancer, openBalancer } from '@octavo/testkit/proxies/balancer.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import type { Account, Ground } from '@octavo/testkit/environment/test-environment.ts';
import { failedJobs } from './figures.ts';

const sizes = { short: 4, full: 20 };
const stopMaxMs = 30_000;
const kinds = [...quickKinds, slowKind(1_500)];

/** The new node answers before the old one is told to stop; requests under way are the old one's to finish. */
async function rollApi(ground: Ground, apis: Member[], balancer: Balancer): Promise<number> {
  const next = await ground.fleet.startApi();
  await next.ready();
  balancer.add(next.url);
  apis.push(next);
  const old = apis.shift() as Member;
  balancer.takeOut(old.url);
  return old.stop();
}

async function rollWorker(ground: Ground, workers: Member[]): Promise<number> {
  const next = await ground.fleet.startWorker();
  await next.ready();
  workers.push(next);
  return (workers.shift() as Member).stop();
}

async function readWhile(
  ground: Ground,
  url: string,
  account: Account,
  isOver: () => boolean,
): Promise<void> {
  const paths = ['/jobs?page_size=5', '/auth/me', '/health', '/jobs?page=2&page_size=5'];
  for (let turn = 0; !isOver(); turn += 1) {
    const path = paths[turn % paths.length] ?? '';
    const reply = await ask(url, path, { caller: account });
    countAnswer(ground.journal, 'GET', reply.status);
    observe(
      ground.journal,
      'I21',
      `GET ${path} answered ${reply.status} ${reply.fault ?? ''}`,
      reply.status === 200,
    );
    await delay(30);
  }
}

async function underLoad(context: Context, crew: Crew, balancer: Balancer, rolls: number): Promise<number[]> {
  const { ground } = context;
  const { apis, workers, accounts } = crew;
  let isOver = false;
  const reading = readWhile(ground, balancer.url, accounts[0] as Account, () => isOver);
  const loading = driveLoad(ground, {
    jobs: Number.POSITIVE_INFINITY,
    accounts,
    nodes: () => [balancer.url],
    kinds,
    clients: context.isFull ? 4 : 2,
    isOver: () => isOver,
    onReply: (reply) => {
      const isRight = reply.status === 201 || reply.status === 429;
      observe(
        ground.journal,
        'I21',
        `POST /jobs answered ${reply.status} ${reply.text.slice(0, 100)} ${reply.fault ?? ''}`,
        isRight,
      );
    },
  });
  const stopMs: number[] = [];
  for (let roll = 0; roll < rolls; roll += 1) {
    stopMs.push(await (roll % 2 === 0 ? rollApi(ground, apis, balancer) : rollWorker(ground, workers)));
  }
  isOver = true;
  await Promise.all([reading, loading]);
  return stopMs;
}

async function run(context: Context): Promise<Outcome> {
  const { ground, size } = context;
  const rolls = sizes[size];
  const crew = await standUp(context, { apis: 2, workers: 2, accounts: 4 });
  await learnGolden(context, crew.apis[0]?.url ?? '', crew.accounts[0] as Account, kinds);
  const balancer = await openBalancer(urlsOf(crew.apis));
  try {
    const stopMs = await underLoad(context, crew, balancer, rolls);
    await waitUntilQuiet(ground, 180_000);
    const slowest = Math.max(...stopMs);
    observe(ground.journal, 'I21', `a process took ${Math.round(slowest)} ms to stop`, slowest <= stopMaxMs);
    const spent = await ground.db.rows<{ id: string }>(
      'select id from jobs where worker_losses > 0 or engine_deaths > 0',
    );
    const failed = await failedJobs(ground);
    const answers = [...ground.journal.answers].map(([name, count]) => `${name} ×${count}`).join(', ');
    return {
      load: `${ground.journal.accepted.size} jobs, ${rolls} rolls`,
      recoveryMs: stopMs,
      misses: [
        ...spent.map(({ id }) => `${id} lost an attempt to a shutdown`),
        ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
      ],
      notes: [`answers: ${answers}`, `the slowest process was gone ${Math.round(slowest)} ms after SIGTERM`],
    };
  } finally {
    await balancer.close();
  }
}

export const rolling: FaultRun = {
  name: 'rolling',
  about: 'API nodes and workers replaced one by one under load, behind a balancer that retries nothing',
  env: () => ({ OCTAVO_SHUTDOWN_GRACE_MS: '30000' }),
  sabotage: [plants.droppedAnswer],
  run,
};
