/** A submit waits for its account's row lock until its upload counts as abandoned: 201 is returned only if the source file still exists. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { recordGolden, startProcesses } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

/** Fewer than the database connections of an API process, because each waiting submit holds one. */
const sizes = { short: { submits: 2 }, full: { submits: 6 } };
/** An upload counts as alive for 30 s; the cleanup runs every 2 s. */
const heldMaxMs = 50_000;

const quick = quickKinds[0] as DocumentKind;
const tagOf = (number: number) => `late-secretname-${number}.pdf`;

const uploadsIn = async ({ db }: TestEnvironment) =>
  (await db.rows<{ count: number }>('select count(*) from uploads'))[0]?.count ?? 0;

async function until(isTrue: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await delay(100);
  }
  return true;
}

/** Locks the row before the submits and releases it when the cleanup has removed their uploads. */
async function submitLate(environment: TestEnvironment, node: string, account: Account, count: number) {
  const answers: Promise<Reply>[] = [];
  const began = performance.now();
  await environment.db.withClient(async (client) => {
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('begin');
    await client.query('select from accounts where email = $1 for no key update', [account.email]);
    for (let number = 0; number < count; number += 1) {
      const upload = { file: quick.file, fileName: tagOf(number), options: { format: quick.formats } };
      answers.push(submit(node, account, upload, 120_000));
    }
    const isStored = await until(async () => (await uploadsIn(environment)) === count, 20_000);
    if (!isStored) throw new Error('the submits stored no file, so they did not reach the admission check');
    await until(async () => (await uploadsIn(environment)) === 0, heldMaxMs);
    await client.query('commit');
  });
  return { replies: await Promise.all(answers), heldMs: performance.now() - began };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { journal } = environment;
  const { submits } = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 1 });
  const node = apis[0]?.url ?? '';
  const [account] = accounts as [Account];
  await recordGolden(context, node, account, [quick]);
  const { replies, heldMs } = await submitLate(environment, node, account, submits);
  for (const [number, reply] of replies.entries()) {
    const tag = tagOf(number);
    const { formats, name: document } = quick;
    if (reply.status === 201) {
      accept(journal, jobOf(reply).id, { tag, account: account.email, formats, document });
    } else {
      journal.refused.set(tag, reply.status);
      const isRight = reply.status === 503 && reply.headers.has('retry-after');
      observe(journal, 'I20', `a late submit answered ${reply.status} ${reply.text.slice(0, 120)}`, isRight);
    }
  }
  await waitUntilQuiet(environment, 60_000);
  const statuses = replies.map(({ status }) => status).join(', ');
  return {
    load: `${submits} submits that waited ${Math.round(heldMs / 1000)} s`,
    misses: [],
    notes: [`responses to late submits: ${statuses}`],
  };
}

export const lateAdmission: Scenario = {
  name: 'late-admission',
  about: 'a submit that waits for a lock until its upload counts as abandoned',
  env: () => ({ OCTAVO_DATABASE_STATEMENT_TIMEOUT_MS: '60000' }),
  observes: ['I3', 'I20'],
  corruptions: [corruptions.lostSource],
  run,
};
