/** A worker loses its database without a reset for three leases, or is stopped for one: another takes its job over, and its later writes are refused. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { type JobState, requireState, stateOf, waitForState } from '@octavo/testkit/load/job-state.ts';
import { recordGolden, startProcesses, submitOne } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { openTcpProxy, type TcpProxy } from '@octavo/testkit/proxies/tcp-proxy.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = {
  short: { rounds: ['heal', 'healForgetting', 'freeze'] },
  full: { rounds: ['heal', 'healForgetting', 'freeze', 'heal', 'freeze'] },
} as const;
const leases = 3;
/** After the way is free again, the worker must work again. */
const workingAgainMs = 45_000;

/** Frozen, the process comes back while the other is still at it, believing that the job is its own. */
type Way = 'heal' | 'healForgetting' | 'freeze';
type Place = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly account: Account;
  readonly proxy: TcpProxy;
  /** The worker behind the proxy. */
  readonly cut: Member;
};
type Round = { readonly takenOverMs: number; readonly backMs: number };

const slow = slowKind(6_000);
const quick = quickKinds[0] as DocumentKind;

async function cutOff(
  { environment, node, account, proxy, cut }: Place,
  number: number,
  way: Way,
): Promise<Round> {
  const { journal, fleet } = environment;
  const id = await submitOne(environment, node, account, slow, `cut-secretname-${number}.pdf`);
  await requireState(environment, id, (state) => state?.status === 'processing', 30_000);
  if (way === 'freeze') process.kill(cut.pid, 'SIGSTOP');
  else proxy.partition();
  const began = performance.now();
  const other = await fleet.startWorker();
  await other.ready();
  await requireState(environment, id, (state) => state?.attempt === 2, environment.leaseMs + 30_000);
  const takenOverMs = performance.now() - began;
  if (way === 'freeze') process.kill(cut.pid, 'SIGCONT');
  await requireState(environment, id, (state) => state?.status === 'done', 90_000);
  await delay(Math.max(0, leases * environment.leaseMs - (performance.now() - began)));
  if (way !== 'freeze') proxy[way]();
  // From here on only the worker that was cut off is left.
  await other.stop();
  const next = await submitOne(environment, node, account, quick, `after-secretname-${number}.pdf`);
  const isDone = (state: JobState | undefined) => state?.status === 'done';
  const backMs = (await waitForState(environment, next, isDone, workingAgainMs)) ?? Number.POSITIVE_INFINITY;
  const isBack = backMs < workingAgainMs;
  observe(journal, 'I17', `${way}: the worker did not work again within ${workingAgainMs} ms`, isBack);
  const state = await stateOf(environment, id);
  const isOnce = state?.attempt === 2 && state.status === 'done' && state.charges === 1;
  observe(journal, 'I17', `${way}: ${JSON.stringify(state)}`, isOnce);
  return { takenOverMs, backMs };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 0, accounts: 1 });
  const node = apis[0]?.url ?? '';
  const [account] = accounts as [Account];
  const way = new URL(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  const proxy = await openTcpProxy(way.hostname, Number(way.port));
  way.port = String(proxy.port);
  const rounds: Round[] = [];
  try {
    const cut = await environment.fleet.startWorker({ OCTAVO_DATABASE_URL: way.href });
    await cut.ready();
    await recordGolden(context, node, account, [quick, slow]);
    for (const [number, how] of sizes[size].rounds.entries()) {
      rounds.push(await cutOff({ environment, node, account, proxy, cut }, number, how));
    }
    await waitUntilQuiet(environment, 30_000);
    await cut.stop();
  } finally {
    await proxy.close();
  }
  return {
    load: `${rounds.length} cuts and freezes of up to ${leases} × ${environment.leaseMs} ms`,
    recoveryMs: rounds.map(({ takenOverMs }) => takenOverMs),
    misses: [],
    notes: [
      `the worker worked again ${rounds.map(({ backMs }) => `${Math.round(backMs)} ms`).join(', ')} after the way was free`,
    ],
  };
}

export const partition: Scenario = {
  name: 'partition',
  about: 'a worker cut off from its database for three leases, or frozen for one',
  corruptions: [corruptions.staleAttempt],
  run,
};
