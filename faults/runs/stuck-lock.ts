/** A dead client holds a lock on one account, and some files cannot be deleted: cleanup and jobs of other accounts do not wait for either. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import { lockAndVanish } from '@octavo/testkit/environment/dead-client.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { requireState, waitForState } from '@octavo/testkit/load/job-state.ts';
import { submitOne, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member, ProcessEnv } from '@octavo/testkit/processes/fleet.ts';
import { openStorageProxy, type StorageProxy } from '@octavo/testkit/proxies/storage-proxy.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import {
  accountIdOf,
  expireJob,
  type Item,
  makeAbandonedUpload,
  remainingItems,
  startDelete,
} from './due-rows.ts';

/** Minimum time for which the lock is held. */
const sizes = { short: { holdMs: 15_000 }, full: { holdMs: 60_000 } };
const reclaimExtraMs = 10_000;
const dueWithinMs = 15_000;
/** The database server must end a dead client's transaction within this time. */
const lockEndsMs = 30_000;
const allowedAgainMs = 60_000;

const quick = quickKinds[0] as DocumentKind;
const slow = slowKind(4_000);

type Setup = {
  readonly environment: TestEnvironment;
  readonly api: Member;
  readonly env: ProcessEnv;
  readonly locked: Account;
  readonly other: Account;
};

async function doneJob({ environment, api }: Setup, account: Account, name: string): Promise<string> {
  const id = await submitOne(environment, api.url, account, quick, `lock-secretname-${name}.pdf`);
  await waitForDone(api.url, account, id);
  return id;
}

/** Kills the only worker while it converts one job of each account. */
async function loseWorker({ environment, api, locked, other }: Setup, worker: Member) {
  const held = await submitOne(environment, api.url, locked, slow, 'lock-secretname-held-1.pdf');
  const free = await submitOne(environment, api.url, other, slow, 'lock-secretname-held-2.pdf');
  for (const id of [held, free])
    await requireState(environment, id, ({ status } = noState) => status === 'processing', 60_000);
  await worker.kill();
  // The locked account's job is the oldest, so the cleanup always takes it first.
  await environment.db.rows(`update jobs set lease_until = now() - interval '1 minute' where id = $1`, [
    held,
  ]);
  return { held, free };
}

const noState = { status: 'gone', attempt: 0, charges: 0 };

function report(environment: TestEnvironment, left: readonly Item[], condition: string): void {
  const what = `${condition}: not removed within ${dueWithinMs} ms: ${left.map((item) => item.what).join(', ')}`;
  observe(environment.journal, 'I28', what, left.length === 0);
}

async function lockedRow(setup: Setup, worker: Member, holdMs: number): Promise<number> {
  const { environment, locked, other } = setup;
  const ofLocked = [await doneJob(setup, locked, 'a1'), await doneJob(setup, locked, 'a2')] as const;
  const ofOther = [await doneJob(setup, other, 'b1'), await doneJob(setup, other, 'b2')] as const;
  const { held, free } = await loseWorker(setup, worker);
  const later = [
    await startDelete(environment, ofLocked[0], 600),
    await expireJob(environment, ofLocked[1], 600),
  ];
  const otherId = await accountIdOf(environment, other.email);
  const due = [
    await startDelete(environment, ofOther[0]),
    await expireJob(environment, ofOther[1]),
    await makeAbandonedUpload(environment, otherId),
  ];
  const client = await lockAndVanish(
    environment.db,
    'select from accounts where email = $1 for no key update',
    [locked.email],
  );
  const next = await environment.fleet.startWorker(setup.env);
  await next.ready();
  const began = performance.now();
  const boundMs = environment.leaseMs + reclaimExtraMs;
  const isTaken = ({ attempt } = noState) => attempt >= 2;
  const [tookMs, left] = await Promise.all([
    waitForState(environment, free, isTaken, boundMs),
    remainingItems(due, dueWithinMs),
  ]);
  const seen = `the job of another account was not requeued within ${boundMs} ms`;
  observe(environment.journal, 'I28', `an account is locked: ${seen}`, tookMs !== null);
  report(environment, left, 'an account is locked');
  await delay(Math.max(0, holdMs - (performance.now() - began)));
  await client.release();
  await requireState(environment, held, ({ status } = noState) => status === 'done', 90_000);
  report(environment, await remainingItems([...later, ...due], dueWithinMs), 'the lock is gone');
  return tookMs ?? boundMs;
}

/** Whether the account's row can be locked. */
async function isFree({ db }: TestEnvironment, email: string): Promise<boolean> {
  return db.rows('select from accounts where email = $1 for update nowait', [email]).then(
    () => true,
    () => false,
  );
}

/** Resolves when the API process waits for the lock that was taken before its request. */
async function apiWaits({ db }: TestEnvironment): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const waiting = await db.rows(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and application_name like 'octavo-api%'`,
    );
    if (waiting.length > 0) return;
    if (performance.now() > deadline) throw new Error('the request did not wait for the lock');
    await delay(50);
  }
}

/**
 * Stops the API process in a transaction of several statements: it holds the lock on its account's row, and waits to
 * insert an API key. A submit is one statement, which ends without its process.
 */
async function stopInTransaction(
  { environment }: Setup,
  api: Member,
  account: Account,
): Promise<Promise<Reply>[]> {
  return environment.db.withClient(async (client) => {
    await client.query('begin');
    await client.query('lock table api_keys in share mode');
    const answer = sendRequest(api.url, '/api-keys', {
      method: 'POST',
      caller: account,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'stopped' }),
      timeoutMs: 120_000,
    });
    await apiWaits(environment);
    api.signal('SIGSTOP');
    await client.query('rollback');
    return [answer];
  });
}

/** How long the database keeps the lock of a stopped client that uses the service's own settings. */
async function stoppedApi(setup: Setup, account: Account): Promise<number> {
  const { environment } = setup;
  const { journal } = environment;
  const api = await environment.fleet.startApi(setup.env);
  await api.ready();
  const [answer] = await stopInTransaction(setup, api, account);
  const began = performance.now();
  const wasHeld = !(await isFree(environment, account.email));
  observe(journal, 'I28', 'the stopped process held no lock, so the run shows nothing', wasHeld);
  while (performance.now() - began < lockEndsMs && !(await isFree(environment, account.email)))
    await delay(250);
  const tookMs = performance.now() - began;
  const isEnded = tookMs < lockEndsMs;
  observe(journal, 'I28', `a stopped API process kept its lock for ${Math.round(tookMs)} ms`, isEnded);
  api.signal('SIGCONT');
  const reply = await answer;
  observe(
    journal,
    'I20',
    `the stopped request returned ${reply?.status}`,
    [0, 201, 503].includes(reply?.status ?? 0),
  );
  await api.kill();
  return tookMs;
}

/** The oldest deletion, the oldest expired job and the oldest upload cannot be removed from the storage. */
async function undeletable(setup: Setup, storage: StorageProxy): Promise<void> {
  const { environment, other, locked } = setup;
  const stuck = [await doneJob(setup, locked, 'd1'), await doneJob(setup, locked, 'd2')] as const;
  const free = [await doneJob(setup, other, 'e1'), await doneJob(setup, other, 'e2')] as const;
  const otherId = await accountIdOf(environment, other.email);
  await storage.misbehave({ undeletable: stuck });
  const late = [await startDelete(environment, stuck[0], 600), await expireJob(environment, stuck[1], 600)];
  const due = [
    await startDelete(environment, free[0]),
    await expireJob(environment, free[1]),
    await makeAbandonedUpload(environment, otherId),
  ];
  report(environment, await remainingItems(due, dueWithinMs), 'files of one job cannot be deleted');
  const isMet = storage.counts.denied > 0;
  observe(environment.journal, 'I28', 'no delete was denied, so the run shows nothing', isMet);
  await storage.misbehave({});
  const left = await remainingItems([...due, ...late], allowedAgainMs);
  const what = left.map((item) => item.what).join(', ');
  observe(
    environment.journal,
    'I28',
    `not removed after the storage allowed it again: ${what}`,
    left.length === 0,
  );
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const storage = await openStorageProxy(
    environment.env['OCTAVO_S3_ENDPOINT'] ?? '',
    environment.random.fork('storage'),
  );
  try {
    const env = { OCTAVO_S3_ENDPOINT: storage.url };
    const api = await environment.fleet.startApi(env);
    const worker = await environment.fleet.startWorker(env);
    await Promise.all([api.ready(), worker.ready()]);
    const accounts = await environment.openAccounts(api, 3, 'business');
    const [locked, other, third] = accounts as [Account, Account, Account];
    const setup: Setup = { environment, api, env, locked, other };
    const locking = lockedRow(setup, worker, sizes[size].holdMs);
    const [reclaimMs, lockMs] = await Promise.all([locking, stoppedApi(setup, third)]);
    await undeletable(setup, storage);
    await waitUntilQuiet(environment, 60_000);
    return {
      load: 'a locked account, a stopped API process, files that cannot be deleted',
      recoveryMs: [reclaimMs],
      notes: [`the lock of a stopped API process was released after ${(lockMs / 1000).toFixed(1)} s`],
    };
  } finally {
    await storage.close();
  }
}

export const stuckLock: Scenario = {
  name: 'stuck-lock',
  about: 'a lock of a dead client on one account, files of one job that cannot be deleted',
  env: () => ({ OCTAVO_ENGINE_SLOTS: '2' }),
  observes: ['I28'],
  corruptions: [corruptions.stoppedByOne],
  run,
};
