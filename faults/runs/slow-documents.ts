/** One free account sends documents that keep the admission check busy until its timeout: other accounts still get responses within seconds. */
import { setTimeout as delay } from 'node:timers/promises';
import { jobOf, type Reply, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, countAnswer, observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, makeStallingDocument, quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { recordGolden, startProcesses } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';
import { responseCounts } from './figures.ts';

const sizes = { short: { lastsMs: 20_000 }, full: { lastsMs: 180_000 } };
/** The number of concurrent uploads that an API process accepts from one account. */
const parallel = 32;
const answerMaxMs = 5_000;
/** Client timeout, far above the limit that is checked. */
const honestTimeoutMs = 20_000;
const attackTimeoutMs = 60_000;
/** Between two submits of the honest account. */
const pauseMs = 500;

const quick = quickKinds[0] as DocumentKind;
const stalling = makeStallingDocument();

/** A refusal may be about the document, or 429/503 with Retry-After. */
function isProperRefusal({ status, headers }: Reply): boolean {
  if (status === 429 || status === 503) return headers.has('retry-after');
  return status >= 400 && status < 500;
}

async function attack(
  environment: TestEnvironment,
  node: string,
  attacker: Account,
  lane: number,
  isOver: () => boolean,
) {
  const { journal } = environment;
  for (let number = 0; !isOver(); number += 1) {
    const fileName = `stalling-secretname-${lane}-${number}.pdf`;
    const reply = await submit(node, attacker, { file: stalling, fileName }, attackTimeoutMs);
    countAnswer(journal, 'attacker POST /jobs', reply.status);
    if (reply.status === 0) journal.unanswered.add(fileName);
    else journal.refused.set(fileName, reply.status);
    const seen = `a stalling document was answered ${reply.status} ${reply.text.slice(0, 120)}`;
    observe(journal, 'I30', seen, isProperRefusal(reply));
    await delay(reply.status === 429 || reply.status === 503 ? 1_000 : 0);
  }
}

/** How long each submit took, with or without a response. */
async function submitHonestly(
  environment: TestEnvironment,
  node: string,
  account: Account,
  isOver: () => boolean,
) {
  const { journal } = environment;
  const tookMs: number[] = [];
  for (let number = 0; !isOver() || number === 0; number += 1) {
    const tag = `honest-secretname-${number}.pdf`;
    const began = performance.now();
    const upload = { file: quick.file, fileName: tag, options: { format: quick.formats } };
    const reply = await submit(node, account, upload, honestTimeoutMs);
    tookMs.push(performance.now() - began);
    countAnswer(journal, 'POST /jobs', reply.status);
    if (reply.status === 201) {
      const { formats, name: document } = quick;
      accept(journal, jobOf(reply).id, { tag, account: account.email, formats, document });
    } else {
      journal.unanswered.add(tag);
      observe(journal, 'I30', `the honest account was answered ${reply.status}`, reply.status === 429);
    }
    await delay(pauseMs);
  }
  return tookMs;
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { journal } = environment;
  const { lastsMs } = sizes[size];
  const { apis, accounts } = await startProcesses(context, { apis: 1, workers: 1, accounts: 1 });
  const [api] = apis as [(typeof apis)[0]];
  const [honest] = accounts as [Account];
  const [attacker] = (await environment.openAccounts(api, 1, 'free')) as [Account];
  await recordGolden(context, api.url, honest, [quick]);
  const endsAt = performance.now() + lastsMs;
  const isOver = () => performance.now() > endsAt;
  const attacks = Array.from({ length: parallel }, (_, lane) =>
    attack(environment, api.url, attacker, lane, isOver),
  );
  await delay(1_000);
  const tookMs = await submitHonestly(environment, api.url, honest, isOver);
  const p95 = percentile(tookMs, 0.95) ?? Number.POSITIVE_INFINITY;
  const figure = `p95 ${Math.round(p95)} ms for ${tookMs.length} submits of another account`;
  observe(
    journal,
    'I30',
    `next to ${parallel} stalling documents: ${figure}`,
    p95 <= answerMaxMs * timeSlack[size],
  );
  await Promise.all(attacks);
  const refused = [...journal.answers.keys()].filter((name) => /^attacker .* (429|503)$/.test(name));
  observe(journal, 'I30', 'the attacker never received 429 or 503', refused.length > 0);
  await waitUntilQuiet(environment, 60_000);
  return {
    load: `${parallel} stalling uploads at a time next to ${tookMs.length} honest ones`,
    misses: [],
    notes: [
      `honest submits: median ${Math.round(percentile(tookMs, 0.5) ?? 0)} ms, ${figure}`,
      responseCounts(journal),
    ],
  };
}

export const slowDocuments: Scenario = {
  name: 'slow-documents',
  about: 'one account sends documents that stall the admission check',
  observes: ['I30'],
  corruptions: [corruptions.waitedForAnother],
  run,
};
