/** Failover to an asynchronous standby that missed the last commits: a job is claimed twice, and its results and its charge stay correct. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { missingOutputs, requireState, stateOf } from '@octavo/testkit/load/job-state.ts';
import { recordGolden, submitOne, waitUntilEngineHas } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member, ProcessEnv } from '@octavo/testkit/processes/fleet.ts';
import { startStandby } from '@octavo/testkit/processes/standby.ts';
import { openTcpProxy, type TcpProxy } from '@octavo/testkit/proxies/tcp-proxy.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

/** When the first worker reconnects: after the second has finished the job, or while it works on it. */
type Return = 'after' | 'during';
const sizes: Readonly<Record<'short' | 'full', readonly Return[]>> = {
  short: ['after'],
  full: ['after', 'during', 'after', 'during'],
};
/** The first worker notices within seconds that its connections are gone; then it cleans up. */
const settleMs = { short: 8_000, full: 25_000 };

const quick = quickKinds[0] as DocumentKind;
const slow = slowKind(5_000);

type Setup = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  /** The fixed address of the database; the server behind it changes. */
  readonly address: TcpProxy;
  readonly env: ProcessEnv;
  readonly settleMs: number;
};

type Stored = ReadonlyMap<string, string>;

/** Object versions that the rows of a job refer to. */
async function outputsOf({ db, bucket }: TestEnvironment, id: string): Promise<Stored> {
  const rows = await db.rows<{ object_key: string }>('select object_key from outputs where job_id = $1', [
    id,
  ]);
  const named = new Set(rows.map(({ object_key: key }) => key));
  const versions = (await bucket.versions()).filter(({ key, isLatest }) => isLatest && named.has(key));
  return new Map(versions.map(({ key, versionId }) => [key, versionId]));
}

type Forked = {
  /** In progress when the primary was lost: the standby does not have its claim. */
  readonly claimed: string;
  /** Done when the primary was lost: the standby does not have its completion. */
  readonly finished: string;
  readonly before: Stored;
};

/** Claim and completion are committed on the primary only; then it is lost and the standby takes over. */
async function failOver(setup: Setup, first: Member, number: number, primaryPort: number) {
  const { environment, node, account, address } = setup;
  const standby = await startStandby(environment.set, number, primaryPort);
  environment.atEnd(standby.remove);
  first.signal('SIGSTOP');
  const finished = await submitOne(environment, node, account, quick, `finished-secretname-${number}.pdf`);
  const claimed = await submitOne(environment, node, account, slow, `claimed-secretname-${number}.pdf`);
  await standby.catchUp();
  standby.cutOff();
  first.signal('SIGCONT');
  await requireState(environment, finished, (state) => state?.status === 'done', 60_000);
  await waitUntilEngineHas(node, account, claimed);
  first.signal('SIGSTOP');
  const before = await outputsOf(environment, finished);
  await standby.promote();
  address.moveTo(standby.port);
  const records = new URL(environment.db.url);
  records.port = String(standby.port);
  environment.followTo(records.href);
  for (const id of [claimed, finished]) {
    const state = await stateOf(environment, id);
    if (state?.status !== 'pending')
      throw new Error(`the failover lost no commit: ${id} is ${state?.status}`);
  }
  return { forked: { claimed, finished, before }, port: standby.port };
}

async function checkFork({ environment }: Setup, { claimed, finished, before }: Forked, winner: Stored) {
  const { journal } = environment;
  for (const id of [claimed, finished]) {
    const state = await stateOf(environment, id);
    const isRight = state?.status === 'done' && state.charges === 1;
    observe(journal, 'I26', `${id} is ${JSON.stringify(state)} after the failover`, isRight);
    const missing = await missingOutputs(environment, id);
    observe(
      journal,
      'I26',
      `${id} is done and another attempt removed ${missing.join(', ')}`,
      missing.length === 0,
    );
  }
  const again = await outputsOf(environment, finished);
  const shared = [...again.keys()].filter((key) => before.has(key));
  observe(journal, 'I26', `two attempts of ${finished} wrote to ${shared.join(', ')}`, shared.length === 0);
  const now = await outputsOf(environment, claimed);
  const changed = [...winner].filter(([key, version]) => now.get(key) !== version).map(([key]) => key);
  observe(
    journal,
    'I26',
    `an older attempt of ${claimed} overwrote or removed ${changed.join(', ')}`,
    changed.length === 0,
  );
}

async function round(setup: Setup, returns: Return, number: number, primaryPort: number): Promise<number> {
  const { environment, node, account, env } = setup;
  const first = await environment.fleet.startWorker(env);
  await first.ready();
  const { forked, port } = await failOver(setup, first, number, primaryPort);
  const second = await environment.fleet.startWorker(env);
  await second.ready();
  const isDone = (state: { status: string } | undefined) => state?.status === 'done';
  await requireState(environment, forked.finished, isDone, 90_000);
  let winner: Stored = new Map();
  if (returns === 'during') {
    await waitUntilEngineHas(node, account, forked.claimed);
  } else {
    await requireState(environment, forked.claimed, isDone, 90_000);
    winner = await outputsOf(environment, forked.claimed);
  }
  first.signal('SIGCONT');
  await waitUntilQuiet(environment, 90_000);
  await delay(setup.settleMs);
  await checkFork(setup, forked, winner);
  await first.stop();
  await second.stop();
  return port;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const way = new URL(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  let primaryPort = Number(way.port);
  const address = await openTcpProxy(way.hostname, primaryPort);
  environment.atEnd(address.close);
  way.port = String(address.port);
  const env = { OCTAVO_DATABASE_URL: way.href, OCTAVO_ENGINE_SLOTS: '2' };
  const api = await environment.fleet.startApi(env);
  const worker = await environment.fleet.startWorker(env);
  await Promise.all([api.ready(), worker.ready()]);
  const [account] = (await environment.openAccounts(api, 1, 'business')) as [Account];
  await recordGolden(context, api.url, account, [quick, slow]);
  await worker.stop();
  const setup = { environment, node: api.url, account, address, env, settleMs: settleMs[size] };
  for (const [number, returns] of sizes[size].entries()) {
    primaryPort = await round(setup, returns, number, primaryPort);
  }
  return { load: `${sizes[size].length} failovers that lost a claim and a completed job`, misses: [] };
}

export const forkedTimeline: Scenario = {
  name: 'forked-timeline',
  about: 'failover to a standby that missed a claim and the completion of a job',
  observes: ['I26'],
  corruptions: [corruptions.sharedPrefix],
  run,
};
