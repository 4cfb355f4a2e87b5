/** Kills API nodes while they write further formats of done jobs: each format is added once and completely, or not at all. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, hiddenWords } from '@octavo/testkit/load/document-kinds.ts';
import {
  recordGolden,
  startProcesses,
  submitOne,
  waitForDone,
} from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';

const sizes = { short: { kills: 6 }, full: { kills: 30 } };
/** Every third job is deleted after the kill, while the lease of the dead node still lasts. */
const deletedEvery = 3;
/** A lease lasts 30 s, the sweeper runs every 2 s. */
const settledMs = 90_000;
/** Kills are spread over the time that a format of this document takes. */
const writeMs = 400;

/** Long enough that a kill hits a write. */
const kind: DocumentKind = {
  name: 'forty-pages',
  file: makeDocument({ pages: 40, title: hiddenWords }),
  pages: 40,
  formats: ['markdown'],
};
const added = ['html', 'text', 'json'] as const;

type Target = { readonly id: string; readonly account: Account };

async function addOutputs(
  { journal }: TestEnvironment,
  node: string,
  { id, account }: Target,
  format: readonly string[],
): Promise<Reply> {
  const reply = await sendRequest(node, `/jobs/${id}/outputs`, {
    method: 'POST',
    caller: account,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  });
  countAnswer(journal, 'POST /jobs/{id}/outputs', reply.status);
  return reply;
}

/** Repeats the request until it succeeds; anything but a refusal for the moment is a fault. */
async function addUntilDone(environment: TestEnvironment, node: string, target: Target): Promise<void> {
  const deadline = performance.now() + settledMs;
  for (;;) {
    const reply = await addOutputs(environment, node, target, added);
    if (reply.status === 200) {
      const has = Object.keys(jobOf(reply).download_urls);
      const isComplete = added.every((format) => has.includes(format));
      observe(environment.journal, 'I11', `${target.id} has ${has.join()} after its 200`, isComplete);
      return;
    }
    const isNormal = reply.status === 503 || reply.status === 429;
    observe(environment.journal, 'I20', `${reply.status} ${reply.text.slice(0, 120)}`, isNormal);
    if (!isNormal || performance.now() > deadline) return;
    await delay(500);
  }
}

async function deleteUntilConfirmed(environment: TestEnvironment, node: string, { id, account }: Target) {
  const { journal } = environment;
  journal.deletionAsked.add(id);
  for (;;) {
    const options = { method: 'DELETE', caller: account, timeoutMs: settledMs };
    const { status } = await sendRequest(node, `/jobs/${id}`, options);
    if (status === 204) break;
    observe(journal, 'I20', `DELETE answered ${status}`, status === 503);
    if (status !== 503) return;
    await delay(200);
  }
  journal.deleted.set(id, Date.now());
  const left = (await environment.bucket.versions()).filter(({ key }) => key.includes(id));
  observe(journal, 'I12', `${left.length} object versions of ${id} after the 204`, left.length === 0);
}

async function waitForWrite({ db }: TestEnvironment, jobId: string): Promise<boolean> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const rows = await db.rows('select from output_writes where job_id = $1', [jobId]);
    if (rows.length > 0) return true;
    await delay(2);
  }
  return false;
}

/** Kills the node in the middle of the write; true when it died with the lease in its hands. */
async function interrupt(environment: TestEnvironment, victim: Member, target: Target): Promise<boolean> {
  const random = environment.random.fork(`kill ${target.id}`);
  const asking = addOutputs(environment, victim.url, target, [random.pick(added)]);
  await waitForWrite(environment, target.id);
  await delay(random.below(writeMs));
  await victim.kill();
  await asking;
  const held = await environment.db.rows('select from output_writes where job_id = $1', [target.id]);
  return held.length > 0;
}

async function waitUntilSettled({ db }: TestEnvironment): Promise<boolean> {
  const deadline = performance.now() + settledMs;
  while (performance.now() < deadline) {
    if ((await db.rows('select from output_writes')).length === 0) return true;
    await delay(500);
  }
  return false;
}

const chargedPages = async ({ db }: TestEnvironment) =>
  (
    await db.rows<{ pages: number }>(
      `select coalesce(sum(pages), 0)::int as pages from ledger where kind = 'charge'`,
    )
  )[0]?.pages;

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { kills } = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 2, workers: 1, accounts: 2 });
  const [safe, ...victims] = apis as [Member, ...Member[]];
  const [account] = accounts as [Account];
  await recordGolden(context, safe.url, account, [{ ...kind, formats: ['markdown', 'text'] }]);
  const targets: Target[] = [];
  for (let number = 0; number < kills; number += 1) {
    const owner = environment.random.pick(accounts);
    const tag = `added-secretname-${number}.pdf`;
    targets.push({ id: await submitOne(environment, safe.url, owner, kind, tag), account: owner });
  }
  for (const { id, account: owner } of targets) await waitForDone(safe.url, owner, id, 180_000);
  const before = await chargedPages(environment);
  const following: Promise<void>[] = [];
  let hits = 0;
  for (const [number, target] of targets.entries()) {
    const victim = victims.shift() ?? (await environment.fleet.startApi());
    await victim.ready();
    victims.push(await environment.fleet.startApi());
    if (await interrupt(environment, victim, target)) hits += 1;
    const isDeleted = number % deletedEvery === deletedEvery - 1;
    following.push(
      isDeleted
        ? deleteUntilConfirmed(environment, safe.url, target)
        : addUntilDone(environment, safe.url, target),
    );
  }
  await Promise.all(following);
  const isSettled = await waitUntilSettled(environment);
  await waitUntilQuiet(environment, 60_000);
  const after = await chargedPages(environment);
  observe(environment.journal, 'I6', `${before} pages were charged before, ${after} after`, before === after);
  return {
    load: `${kills} done jobs, ${kills} kills of the node that was writing`,
    misses: [
      ...(hits < kills / 3 ? [`only ${hits} of ${kills} kills interrupted a write`] : []),
      ...(isSettled ? [] : ['leases of dead nodes were not removed']),
    ],
    notes: [`${hits} writes were interrupted`],
  };
}

export const interruptedOutputs: Scenario = {
  name: 'interrupted-outputs',
  about:
    'API nodes killed with SIGKILL while they write further formats of done jobs, some of which are deleted',
  env: () => ({ OCTAVO_WRITER_SLOTS: '2' }),
  observes: ['I6', 'I11', 'I12', 'I20', 'I23'],
  corruptions: [corruptions.orphanOutput, corruptions.lostOutput],
  run,
};
