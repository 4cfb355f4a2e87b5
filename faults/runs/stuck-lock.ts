/** A lock that a dead client leaves on one account, and files that cannot be deleted: nothing of other accounts waits for them. */
import { setTimeout as delay } from 'node:timers/promises';
import { plants } from '@octavo/testkit/invariants/corruptions.ts';
import type { Context, FaultRun, Outcome } from '@octavo/testkit/runner/scenario.ts';
import { jobOf, type Reply, submit } from '@octavo/testkit/client/send-request.ts';
import { submitOne, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { type DocumentKind, quickKinds, slowKind } from '@octavo/testkit/load/document-kinds.ts';
import { requireState, waitForState } from '@octavo/testkit/load/job-state.ts';
import { accept, observe } from '@octavo/testkit/invariants/journal.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { openStorageProxy, type StorageProxy } from '@octavo/testkit/proxies/storage-proxy.ts';
import { lockAndVanish } from '@octavo/testkit/environment/dead-client.ts';
import type { Environment, Member } from '@octavo/testkit/processes/fleet.ts';
import type { Account, Ground } from '@octavo/testkit/environment/test-environment.ts';
import {
  accountIdOf,
  expireJob,
  halfDelete,
  type Item,
  makeAbandonedUpload,
  stillThere,
} from './due-rows.ts';

/** The lock is held for so long at least, whatever has happened by then. */
const sizes = { short: { holdMs: 15_000 }, full: { holdMs: 60_000 } };
const reclaimExtraMs = 10_000;
const dueWithinMs = 15_000;
/** A dead client's transaction must be ended by the server within this. */
const lockEndsMs = 30_000;
const allowedAgainMs = 60_000;

const quick = quickKinds[0] as DocumentKind;
const slow = slowKind(4_000);
const stoppedTag = 'lock-secretname-stopped.pdf';

type Place = {
  readonly ground: Ground;
  readonly api: Member;
  readonly env: Environment;
  readonly locked: Account;
  readonly other: Account;
};

async function doneJob({ ground, api }: Place, account: Account, name: string): Promise<string> {
  const id = await submitOne(ground, api.url, account, quick, `lock-secretname-${name}.pdf`);
  await waitForDone(api.url, account, id);
  return id;
}

/** One job of each account is in work when its worker dies; no worker is left afterwards. */
async function loseWorker({ ground, api, locked, other }: Place, worker: Member) {
  const held = await submitOne(ground, api.url, locked, slow, 'lock-secretname-held-1.pdf');
  const free = await submitOne(ground, api.url, other, slow, 'lock-secretname-held-2.pdf');
  for (const id of [held, free])
    await requireState(ground, id, ({ status } = noState) => status === 'processing', 60_000);
  await worker.kill();
  // The locked account's is the oldest, so that every sweeper meets it first.
  await ground.db.rows(`update jobs set lease_until = now() - interval '1 minute' where id = $1`, [held]);
  return { held, free };
}

const noState = { status: 'gone', attempt: 0, charges: 0 };

function report(ground: Ground, left: readonly Item[], while_: string): void {
  const what = `${while_}: not removed within ${dueWithinMs} ms: ${left.map((item) => item.what).join(', ')}`;
  observe(ground.journal, 'I28', what, left.length === 0);
}

async function lockedRow(place: Place, worker: Member, holdMs: number): Promise<number> {
  const { ground, locked, other } = place;
  const ofLocked = [await doneJob(place, locked, 'a1'), await doneJob(place, locked, 'a2')] as const;
  const ofOther = [await doneJob(place, other, 'b1'), await doneJob(place, other, 'b2')] as const;
  const { held, free } = await loseWorker(place, worker);
  const later = [await halfDelete(ground, ofLocked[0], 600), await expireJob(ground, ofLocked[1], 600)];
  const otherId = await accountIdOf(ground, other.email);
  const due = [
    await halfDelete(ground, ofOther[0]),
    await expireJob(ground, ofOther[1]),
    await makeAbandonedUpload(ground, otherId),
  ];
  const client = await lockAndVanish(ground.db, 'select from accounts where email = $1 for no key update', [
    locked.email,
  ]);
  const next = await ground.fleet.startWorker(place.env);
  await next.ready();
  const began = performance.now();
  const boundMs = ground.leaseMs + reclaimExtraMs;
  const isTaken = ({ attempt } = noState) => attempt >= 2;
  const [tookMs, left] = await Promise.all([
    waitForState(ground, free, isTaken, boundMs),
    stillThere(due, dueWithinMs),
  ]);
  const seen = `the job of another account was not taken back within ${boundMs} ms`;
  observe(ground.journal, 'I28', `an account is locked: ${seen}`, tookMs !== null);
  report(ground, left, 'an account is locked');
  await delay(Math.max(0, holdMs - (performance.now() - began)));
  await client.release();
  await requireState(ground, held, ({ status } = noState) => status === 'done', 90_000);
  report(ground, await stillThere([...later, ...due], dueWithinMs), 'the lock is gone');
  return tookMs ?? boundMs;
}

/** Is the account's row free to be locked? */
async function isFree({ db }: Ground, email: string): Promise<boolean> {
  return db.rows('select from accounts where email = $1 for update nowait', [email]).then(
    () => true,
    () => false,
  );
}

/** Resolves when the submit waits for the lock that was taken before it. */
async function submitWaits({ db }: Ground): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const waiting = await db.rows(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and application_name like 'octavo-api%'`,
    );
    if (waiting.length > 0) return;
    if (performance.now() > deadline) throw new Error('the submit does not wait for the lock');
    await delay(50);
  }
}

/** The submit holds the lock of its account's row and waits for that of the month; then its process stops. */
async function stopInSubmit({ ground }: Place, api: Member, account: Account): Promise<Promise<Reply>[]> {
  const upload = { file: quick.file, fileName: stoppedTag, options: { format: quick.formats } };
  return ground.db.withClient(async (client) => {
    await client.query('begin');
    await client.query(
      'select from usage_months where account_id = (select id from accounts where email = $1) for update',
      [account.email],
    );
    const answer = submit(api.url, account, upload, 120_000);
    await submitWaits(ground);
    api.signal('SIGSTOP');
    await client.query('rollback');
    return [answer];
  });
}

/** How long the server keeps the lock of a client with the service's own settings that says nothing any more. */
async function stoppedApi(place: Place, account: Account): Promise<number> {
  const { ground } = place;
  const { journal } = ground;
  const api = await ground.fleet.startApi(place.env);
  await api.ready();
  const [answer] = await stopInSubmit(place, api, account);
  const began = performance.now();
  const wasHeld = !(await isFree(ground, account.email));
  observe(journal, 'I28', 'the process that was stopped held no lock: the run shows nothing', wasHeld);
  while (performance.now() - began < lockEndsMs && !(await isFree(ground, account.email))) await delay(250);
  const tookMs = performance.now() - began;
  const isEnded = tookMs < lockEndsMs;
  observe(journal, 'I28', `a stopped API process kept its lock for ${Math.round(tookMs)} ms`, isEnded);
  api.signal('SIGCONT');
  const reply = await answer;
  if (reply?.status === 201) {
    const { formats, name: document } = quick;
    accept(journal, jobOf(reply).id, { tag: stoppedTag, account: account.email, formats, document });
  } else {
    journal.unanswered.add(stoppedTag);
  }
  observe(
    journal,
    'I20',
    `the stopped submit answered ${reply?.status}`,
    [0, 201, 503].includes(reply?.status ?? 0),
  );
  await api.kill();
  return tookMs;
}

/** The oldest deletion, the oldest expired job and the oldest upload cannot be removed from the storage. */
async function undeletable(place: Place, storage: StorageProxy): Promise<void> {
  const { ground, other, locked } = place;
  const stuck = [await doneJob(place, locked, 'd1'), await doneJob(place, locked, 'd2')] as const;
  const free = [await doneJob(place, other, 'e1'), await doneJob(place, other, 'e2')] as const;
  const otherId = await accountIdOf(ground, other.email);
  await storage.misbehave({ undeletable: stuck });
  const late = [await halfDelete(ground, stuck[0], 600), await expireJob(ground, stuck[1], 600)];
  const due = [
    await halfDelete(ground, free[0]),
    await expireJob(ground, free[1]),
    await makeAbandonedUpload(ground, otherId),
  ];
  report(ground, await stillThere(due, dueWithinMs), 'files of one job cannot be deleted');
  const isMet = storage.counts.denied > 0;
  observe(ground.journal, 'I28', 'no delete was denied: the run shows nothing', isMet);
  await storage.misbehave({});
  const left = await stillThere([...due, ...late], allowedAgainMs);
  const what = left.map((item) => item.what).join(', ');
  observe(
    ground.journal,
    'I28',
    `not removed after the storage allowed it again: ${what}`,
    left.length === 0,
  );
}

async function run(context: Context): Promise<Outcome> {
  const { ground, size } = context;
  const storage = await openStorageProxy(
    ground.env['OCTAVO_S3_ENDPOINT'] ?? '',
    ground.random.fork('storage'),
  );
  try {
    const env = { OCTAVO_S3_ENDPOINT: storage.url };
    const api = await ground.fleet.startApi(env);
    const worker = await ground.fleet.startWorker(env);
    await Promise.all([api.ready(), worker.ready()]);
    const accounts = await ground.openAccounts(api, 3, 'business');
    const [locked, other, third] = accounts as [Account, Account, Account];
    const place: Place = { ground, api, env, locked, other };
    // Its month must have a row that can be locked.
    await doneJob(place, third, 'c1');
    const [reclaimMs, lockMs] = await Promise.all([
      lockedRow(place, worker, sizes[size].holdMs),
      stoppedApi(place, third),
    ]);
    await undeletable(place, storage);
    await waitUntilQuiet(ground, 60_000);
    return {
      load: 'a locked account, a stopped API process, files that cannot be deleted',
      recoveryMs: [reclaimMs],
      misses: [],
      notes: [`the lock of a stopped API process was gone after ${(lockMs / 1000).toFixed(1)} s`],
    };
  } finally {
    await storage.close();
  }
}

export const stuckLock: FaultRun = {
  name: 'stuck-lock',
  about: 'a lock of a dead client on one account, files of one job that cannot be deleted',
  env: () => ({ OCTAVO_ENGINE_SLOTS: '2' }),
  sabotage: [plants.stoppedByOne],
  run,
};
