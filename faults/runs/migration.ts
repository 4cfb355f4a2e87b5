/** Runs the version before the newest migration and this one together under load: before, during and after the migration. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { checkOutEarlier, type EarlierVersion } from '@octavo/testkit/processes/earlier-version.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs } from './figures.ts';

const sizes = { short: 1_500, full: 20_000 };
const execute = promisify(execFile);

async function migrate(environment: TestEnvironment, checkout: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment.env };
  await execute(process.execPath, [join(checkout, 'server/src/start/migrate.ts')], { env, timeout: 60_000 });
}

async function readWhile(
  environment: TestEnvironment,
  nodes: () => readonly Member[],
  account: Account,
  isOver: () => boolean,
) {
  while (!isOver()) {
    for (const node of nodes()) {
      const reply = await sendRequest(node.url, '/jobs?page_size=3', { caller: account });
      observe(
        environment.journal,
        'I22',
        `GET /jobs answered ${reply.status} ${reply.text.slice(0, 100)}`,
        reply.status === 200,
      );
    }
    await delay(50);
  }
}

/** Five phases: old version, during the migration, old version on the new tables, both, new version. */
async function runAllPhases(environment: TestEnvironment, earlier: EarlierVersion, phaseMs: number) {
  const { fleet, journal } = environment;
  await migrate(environment, earlier.directory);
  const oldApi = await fleet.startApi({}, earlier.directory);
  const oldWorker = await fleet.startWorker({}, earlier.directory);
  await Promise.all([oldApi.ready(), oldWorker.ready()]);
  const accounts = await environment.openAccounts(oldApi, 3, 'business');
  let nodes: Member[] = [oldApi];
  let isOver = false;
  const reading = readWhile(
    environment,
    () => nodes,
    accounts[0] as Account,
    () => isOver,
  );
  const loading = driveLoad(environment, {
    jobs: Number.POSITIVE_INFINITY,
    accounts,
    nodes: () => nodes.map(({ url }) => url),
    kinds: quickKinds,
    clients: 2,
    isOver: () => isOver,
    onReply: ({ status, text }) =>
      observe(
        journal,
        'I22',
        `POST /jobs answered ${status} ${text.slice(0, 100)}`,
        status === 201 || status === 429,
      ),
  });
  await delay(phaseMs);
  await migrate(environment, environment.checkout);
  await delay(phaseMs);
  const newApi = await fleet.startApi();
  const newWorker = await fleet.startWorker();
  await Promise.all([newApi.ready(), newWorker.ready()]);
  nodes = [oldApi, newApi];
  await delay(phaseMs);
  nodes = [newApi];
  await Promise.all([oldApi.stop(), oldWorker.stop()]);
  await delay(phaseMs);
  isOver = true;
  await Promise.all([reading, loading]);
}

async function run({ environment, size }: Context): Promise<Outcome> {
  const earlier = checkOutEarlier();
  try {
    await runAllPhases(environment, earlier, sizes[size]);
    await waitUntilQuiet(environment, 120_000);
    const failed = await failedJobs(environment);
    const [ran] = await environment.db.rows('select from migrations where name = $1', [earlier.migration]);
    return {
      load: `${environment.journal.accepted.size} jobs, ${earlier.commit} next to this version`,
      misses: [
        ...(ran === undefined ? [`the migration ${earlier.migration} did not run`] : []),
        ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
      ],
      notes: [`migration ${earlier.migration}`],
    };
  } finally {
    earlier.remove();
  }
}

export const migration: Scenario = {
  name: 'migration',
  about: 'the version before the newest migration next to this one, under load',
  migrates: false,
  isWatched: false,
  observes: ['I22'],
  corruptions: [corruptions.versionClash],
  run,
};
