/** The usual start of a scenario: API nodes and workers that are ready, accounts, and the correct results to compare with. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, sendRequest, submit } from '../client/send-request.ts';
import type { Account, TestEnvironment } from '../environment/test-environment.ts';
import { accept } from '../invariants/journal.ts';
import type { Member } from '../processes/fleet.ts';
import type { Context } from '../runner/scenario.ts';
import type { Random } from '../seeded-random.ts';
import type { DocumentKind } from './document-kinds.ts';

export type Processes = {
  readonly apis: Member[];
  readonly workers: Member[];
  readonly accounts: readonly Account[];
};

export type ProcessCounts = { readonly apis: number; readonly workers: number; readonly accounts: number };

export async function startProcesses({ environment }: Context, size: ProcessCounts): Promise<Processes> {
  const { fleet } = environment;
  const apis = await Promise.all(Array.from({ length: size.apis }, () => fleet.startApi()));
  const workers = await Promise.all(Array.from({ length: size.workers }, () => fleet.startWorker()));
  await Promise.all([...apis, ...workers].map((member) => member.ready()));
  const [first] = apis;
  if (first === undefined) throw new Error('a run needs an API node');
  const accounts =
    size.accounts === 0 ? [] : await environment.openAccounts(first, size.accounts, 'business');
  return { apis, workers, accounts };
}

export const urlsOf = (members: readonly Member[]) => members.map(({ url }) => url);

/** Kills a busy worker with SIGKILL and starts a replacement; returns the time of the kill, if there was a second busy worker. */
export async function killAndReplace(
  environment: TestEnvironment,
  workers: Member[],
  random: Random,
): Promise<number | undefined> {
  const working = workers.filter((worker) => worker.isAlive() && worker.log().includes('"msg":"working"'));
  if (working.length < 2) return undefined;
  const victim = random.pick(working);
  const atMs = Date.now();
  await victim.kill();
  workers[workers.indexOf(victim)] = await environment.fleet.startWorker();
  return atMs;
}

/** Formats whose bytes depend only on the document; the others contain the file name. */
const stableFormats = ['markdown', 'text', 'images'];

/** Converts one document of each kind before any fault, and records the hashes of the results. */
export async function recordGolden(
  { environment, golden }: Context,
  node: string,
  account: Account,
  kinds: readonly DocumentKind[],
): Promise<void> {
  for (const kind of kinds) {
    const tag = `golden-secretname-${kind.name}.pdf`;
    const id = await submitOne(environment, node, account, kind, tag);
    await waitForDone(node, account, id);
    const rows = await environment.db.rows<{ format: string; sha256: string }>(
      `select format, encode(sha256, 'hex') as sha256 from outputs where job_id = $1`,
      [id],
    );
    for (const { format, sha256 } of rows) {
      if (stableFormats.includes(format)) golden.set(`${kind.name}/${format}`, sha256);
    }
  }
}

/** Submits one document, and records in the journal how it was answered. */
export async function submitRecorded(
  { journal }: TestEnvironment,
  node: string,
  account: Account,
  { name, file, formats }: DocumentKind,
  tag: string,
): Promise<Reply> {
  const reply = await submit(node, account, { file, fileName: tag, options: { format: formats } });
  if (reply.status === 201) {
    accept(journal, jobOf(reply).id, { tag, account: account.email, formats, document: name });
  } else if (reply.status === 0) {
    journal.unanswered.add(tag);
  } else {
    journal.refused.set(tag, reply.status);
  }
  return reply;
}

/** Submits one document and requires 201. */
export async function submitOne(
  environment: TestEnvironment,
  node: string,
  account: Account,
  kind: DocumentKind,
  tag: string,
): Promise<string> {
  const reply = await submitRecorded(environment, node, account, kind, tag);
  if (reply.status !== 201) throw new Error(`${tag}: ${reply.status} ${reply.text}`);
  return jobOf(reply).id;
}

export async function waitForDone(node: string, account: Account, id: string, timeoutMs = 60_000) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const job = jobOf(await sendRequest(node, `/jobs/${id}`, { caller: account }));
    if (job?.status === 'done') return job;
    if (job?.status === 'failed' || performance.now() > deadline) {
      throw new Error(`job ${id} is ${job?.status}: ${job?.error_message}`);
    }
    await delay(50);
  }
}

/** A claim is not enough: an engine that is still starting has not received the document. */
export async function waitUntilEngineHas(node: string, account: Account, id: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const { json } = await sendRequest(node, `/jobs/${id}?include=progress`, { caller: account });
    const { progress } = json as { progress?: { stage: string } };
    if (progress !== undefined && ['read', 'layout', 'write'].includes(progress.stage)) return;
    if (performance.now() > deadline) throw new Error(`${id} was not started: ${JSON.stringify(progress)}`);
    await delay(50);
  }
}
