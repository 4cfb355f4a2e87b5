/** Kills the database server repeatedly under load: nothing is lost, and the only error clients get is 503. */
import { setTimeout as delay } from 'node:timers/promises';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { recordGolden, startProcesses, urlsOf } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { killPostgres, startPostgres } from '@octavo/testkit/processes/crash-postgres.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs, responseCounts } from './figures.ts';

const sizes = { short: { jobs: 60, everyMs: 2_500 }, full: { jobs: 1_000, everyMs: 12_000 } };
const firstSuccessMaxMs = 5_000;

type Success = { readonly atMs: number };

/** Reads continuously on every node, and records each success with its time. */
async function readWhile(
  environment: TestEnvironment,
  node: string,
  account: Account,
  isOver: () => boolean,
  seen: Success[],
) {
  while (!isOver()) {
    const reply = await sendRequest(node, '/jobs?page_size=1', { caller: account, timeoutMs: 20_000 });
    countAnswer(environment.journal, 'GET /jobs', reply.status);
    if (reply.status === 200) seen.push({ atMs: performance.now() });
    else {
      const isRight =
        reply.status === 503 && reply.headers.has('retry-after') && reply.text.includes('"detail"');
      observe(
        environment.journal,
        'I20',
        `GET /jobs answered ${reply.status} ${reply.text.slice(0, 120)} ${reply.fault ?? ''}`,
        isRight,
      );
    }
    await delay(100);
  }
}

async function killWhile(
  environment: TestEnvironment,
  everyMs: number,
  isOver: () => boolean,
): Promise<number[]> {
  const random = environment.random.fork('kills');
  const backAtMs: number[] = [];
  while (!isOver()) {
    await delay(everyMs * (0.8 + 0.4 * random.next()));
    if (isOver()) break;
    killPostgres(environment.set);
    await delay(random.below(2_000));
    await startPostgres(environment.set);
    backAtMs.push(performance.now());
  }
  return backAtMs;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { jobs, everyMs } = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 2, workers: 2, accounts: 4 });
  const [reader] = accounts as [Account];
  await recordGolden(context, apis[0]?.url ?? '', reader, quickKinds);
  let isOver = false;
  let isQuiet = false;
  const seen = apis.map((): Success[] => []);
  const reading = apis.map((api, at) =>
    readWhile(environment, api.url, reader, () => isQuiet, seen[at] ?? []),
  );
  const killing = killWhile(environment, everyMs, () => isOver);
  await driveLoad(environment, { jobs, accounts, nodes: () => urlsOf(apis), clients: 4 });
  isOver = true;
  const backAtMs = await killing;
  await waitUntilQuiet(environment, 240_000);
  isQuiet = true;
  await Promise.all(reading);
  const recoveryMs = backAtMs.flatMap((back) =>
    seen.map(
      (successes) => (successes.find(({ atMs }) => atMs > back)?.atMs ?? Number.POSITIVE_INFINITY) - back,
    ),
  );
  const slowest = Math.max(0, ...recoveryMs);
  const failed = await failedJobs(environment);
  return {
    load: `${jobs} jobs, ${backAtMs.length} kills`,
    recoveryMs,
    misses: [
      ...(backAtMs.length === 0 ? ['the load was over before the first kill'] : []),
      ...(slowest > firstSuccessMaxMs * timeSlack[size]
        ? [`first success ${Math.round(slowest)} ms after the database restarted`]
        : []),
      ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
    ],
    notes: [responseCounts(environment.journal)],
  };
}

export const killPostgresRun: Scenario = {
  name: 'kill-postgres',
  about: 'the database server killed with SIGKILL under load',
  observes: ['I1', 'I6', 'I20'],
  corruptions: [corruptions.lostJob],
  run,
};
