/** A worker is partitioned from the database for three leases, or frozen for one: another worker takes over its job, and its own late writes are rejected. */
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
/** How long the worker may take to convert again after the connection is restored. */
const recoveryMaxMs = 45_000;

/** A frozen process resumes while the other worker still converts, and believes that it still holds the lease. */
type Interruption = 'heal' | 'healForgetting' | 'freeze';
type Setup = {
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
  { environment, node, account, proxy, cut }: Setup,
  number: number,
  interruption: Interruption,
): Promise<Round> {
  const { journal, fleet } = environment;
  const id = await submitOne(environment, node, account, slow, `cut-secretname-${number}.pdf`);
  await requireState(environment, id, (state) => state?.status === 'processing', 30_000);
  if (interruption === 'freeze') process.kill(cut.pid, 'SIGSTOP');
  else proxy.partition();
  const began = performance.now();
  const other = await fleet.startWorker();
  await other.ready();
  await requireState(environment, id, (state) => state?.attempt === 2, environment.leaseMs + 30_000);
  const takenOverMs = performance.now() - began;
  if (interruption === 'freeze') process.kill(cut.pid, 'SIGCONT');
  await requireState(environment, id, (state) => state?.status === 'done', 90_000);
  await delay(Math.max(0, leases * environment.leaseMs - (performance.now() - began)));
  if (interruption !== 'freeze') proxy[interruption]();
  // From here on only the interrupted worker runs.
  await other.stop();
  const next = await submitOne(environment, node, account, quick, `after-secretname-${number}.pdf`);
  const isDone = (state: JobState | undefined) => state?.status === 'done';
  const backMs = (await waitForState(environment, next, isDone, recoveryMaxMs)) ?? Number.POSITIVE_INFINITY;
  const isBack = backMs < recoveryMaxMs;
  observe(
    journal,
    'I17',
    `${interruption}: the worker did not convert again within ${recoveryMaxMs} ms`,
    isBack,
  );
  const state = await stateOf(environment, id);
  const isOnce = state?.attempt === 2 && state.status === 'done' && state.charges === 1;
  observe(journal, 'I17', `${interruption}: ${JSON.stringify(state)}`, isOnce);
  return { takenOverMs, backMs };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 0, accounts: 1 });
  const node = apis[0]?.url ?? '';
  const [account] = accounts as [Account];
  const interruption = new URL(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  const proxy = await openTcpProxy(interruption.hostname, Number(interruption.port));
  interruption.port = String(proxy.port);
  const rounds: Round[] = [];
  try {
    const cut = await environment.fleet.startWorker({ OCTAVO_DATABASE_URL: interruption.href });
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
      `the worker converted again ${rounds.map(({ backMs }) => `${Math.round(backMs)} ms`).join(', ')} after the interruption ended`,
    ],
  };
}

export const partition: Scenario = {
  name: 'partition',
  about: 'a worker cut off from its database for three leases, or frozen for one',
  observes: ['I17'],
  corruptions: [corruptions.staleAttempt],
  run,
};
