/** Breaks direct uploads at random moments, and kills API nodes that serve them: every file that is submitted is whole, and nothing is left of the others. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, hiddenWords, sha256 } from '@octavo/testkit/load/document-kinds.ts';
import { recordGolden, startProcesses, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import type { Random } from '@octavo/testkit/seeded-random.ts';

const sizes = { short: { uploads: 12, kills: 4 }, full: { uploads: 100, kills: 100 } };
/** Every third upload is not submitted, and every sixth is deleted instead of expiring. */
const [unusedEvery, deletedEvery] = [3, 6];
const givenUpMs = 60_000;
/** Sending a part takes about this long. */
const partMs = 120;
/** A node is killed within this time after it got a request. */
const requestMs = 250;

/** Two parts. */
const file = makeDocument({ pages: 2, title: hiddenWords, bytes: 9 * 1_048_576 });
const kind: DocumentKind = { name: 'two-parts', file, pages: 2, formats: ['markdown'] };

type Part = { readonly offset: number; readonly bytes: number; readonly url: string | null };
type Upload = { readonly id: string; readonly parts: readonly Part[] };
type Sender = { readonly environment: TestEnvironment; readonly account: Account; readonly random: Random };
type Call = { readonly method: string; readonly path: string; readonly json?: object; readonly key?: string };

async function call({ environment, account }: Sender, node: string, request: Call): Promise<Reply> {
  const { method, path, json, key } = request;
  const reply = await sendRequest(node, path, {
    method,
    caller: account,
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  countAnswer(environment.journal, `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`, reply.status);
  return reply;
}

/** Asks a node that may die, then one that does not, until there is an answer. */
async function ask(sender: Sender, nodes: readonly string[], request: Call): Promise<Reply> {
  const deadline = performance.now() + givenUpMs;
  for (let attempt = 0; ; attempt += 1) {
    const reply = await call(sender, nodes[Math.min(attempt, nodes.length - 1)] ?? '', request);
    const isTemporary = reply.status === 0 || reply.status === 503 || reply.status === 429;
    if (!isTemporary || performance.now() > deadline) return reply;
    await delay(200);
  }
}

/** Half of the time the connection is cut at a random moment; then the part may or may not have arrived. */
async function sendPart({ random }: Sender, { url, offset, bytes }: Part): Promise<void> {
  const body = new Uint8Array(file.subarray(offset, offset + bytes));
  const signal = random.below(2) === 0 ? AbortSignal.timeout(random.below(partMs) + 1) : undefined;
  await fetch(url ?? '', { method: 'PUT', body, ...(signal && { signal }) }).catch(() => {});
}

/** Continues until every part has arrived. Resolves to how often it had to. */
async function sendAll(sender: Sender, nodes: readonly string[], id: string): Promise<number> {
  for (let rounds = 0; ; rounds += 1) {
    const reply = await ask(sender, nodes, { method: 'GET', path: `/uploads/${id}` });
    observe(sender.environment.journal, 'I20', `GET answered ${reply.status}`, reply.status === 200);
    const missing = (reply.json as Upload).parts.filter(({ url }) => url !== null);
    if (missing.length === 0) return rounds;
    await Promise.all(missing.map((part) => sendPart(sender, part)));
  }
}

async function submitUpload(sender: Sender, nodes: readonly string[], id: string, tag: string) {
  const { journal, db } = sender.environment;
  const json = { upload_id: id, options: { format: kind.formats } };
  const reply = await ask(sender, nodes, { method: 'POST', path: '/jobs', json, key: tag });
  observe(journal, 'I20', `POST /jobs answered ${reply.status} ${reply.text}`, reply.status === 201);
  const { id: jobId } = jobOf(reply);
  const { account } = sender;
  accept(journal, jobId, { tag, account: account.email, formats: kind.formats, document: kind.name });
  const rows = await db.rows<{ hash: string }>(
    `select encode(source_sha256, 'hex') as hash from jobs where id = $1`,
    [jobId],
  );
  observe(journal, 'I3', `${jobId} has another file than was sent`, rows[0]?.hash === sha256(file));
  await waitForDone(nodes.at(-1) ?? '', account, jobId);
}

async function runUpload(sender: Sender, nodes: readonly string[], number: number): Promise<number> {
  const tag = `direct-secretname-${number}.pdf`;
  const json = { file_name: tag, bytes: file.length, sha256: sha256(file) };
  const made = await ask(sender, nodes, { method: 'POST', path: '/uploads', json });
  observe(sender.environment.journal, 'I20', `POST /uploads answered ${made.status}`, made.status === 201);
  const { id, parts } = made.json as Upload;
  if (number % unusedEvery === unusedEvery - 1) {
    await Promise.all(parts.map((part) => sendPart(sender, part)));
    if (number % deletedEvery === deletedEvery - 1)
      await ask(sender, nodes, { method: 'DELETE', path: `/uploads/${id}` });
    return 0;
  }
  const rounds = await sendAll(sender, nodes, id);
  await submitUpload(sender, nodes, id, tag);
  return rounds;
}

/** As if a day had passed. */
async function expireAll({ db }: TestEnvironment): Promise<number> {
  const rows = await db.rows(
    `update direct_uploads set expires_at = clock_timestamp(), remove_at = clock_timestamp()
     where job_id is null returning id`,
  );
  return rows.length;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { uploads, kills } = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 2, workers: 1, accounts: 2 });
  const [safe, ...victims] = apis as [Member, ...Member[]];
  await recordGolden(context, safe.url, accounts[0] as Account, [kind]);
  const killedEvery = Math.ceil(uploads / kills);
  let rounds = 0;
  for (let number = 0; number < uploads; number += 1) {
    const random = environment.random.fork(`upload ${number}`);
    const sender = { environment, account: random.pick(accounts), random };
    const victim = victims.shift() ?? (await environment.fleet.startApi());
    await victim.ready();
    const working = runUpload(sender, [victim.url, safe.url], number);
    if (number % killedEvery === 0) {
      await delay(random.below(requestMs * 4));
      await victim.kill();
      victims.push(await environment.fleet.startApi());
    } else victims.push(victim);
    rounds += await working;
  }
  const expired = await expireAll(environment);
  const quiet = await waitUntilQuiet(environment, 60_000);
  const left = (await environment.bucket.versions()).filter(({ key }) => key.includes('/uploads/'));
  observe(environment.journal, 'I23', `${left.length} objects of uploads are left`, left.length === 0);
  return {
    load: `${uploads} uploads of two parts, half of the parts cut off, ${kills} kills of the node that serves one`,
    misses: [
      ...(rounds < uploads / 2 ? [`only ${rounds} uploads had to be continued`] : []),
      ...(expired === 0 ? ['no upload was left to expire'] : []),
      ...(quiet.isQuiet ? [] : ['uploads were not removed']),
    ],
    notes: [`${rounds} times an upload was continued; ${expired} uploads expired`],
  };
}

export const interruptedUploads: Scenario = {
  name: 'interrupted-uploads',
  about: 'direct uploads cut off at random moments, and API nodes killed while they serve them',
  observes: ['I3', 'I20', 'I23'],
  corruptions: [corruptions.orphanUpload],
  env: () => ({ OCTAVO_DIRECT_UPLOADS: 'true' }),
  run,
};
