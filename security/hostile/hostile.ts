/** Scenario `hostile`: documents made to break a parser, through the whole service in every format, next to harmless ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept } from '@octavo/testkit/invariants/journal.ts';
import { quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { recordGolden, submitOne } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { hostileDocuments } from '../../server/test/fixtures/hostile.ts';
import { zeroFigure } from '../figures.ts';
import { corpusDirectory } from '../fuzz-pdf/sources.ts';
import { type MadeOutput, outputFaults } from '../output-faults.ts';
import { attemptsOf, lateAttempts } from './attempts.ts';

const formats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'];
/** Fast documents of every kind, and one that uses up its time limit. */
const shortNumbers = ['07', '12', '16', '18', '19', '24', '26', '28', '29', '33', '39', '40'];
const timeouts = {
  short: { OCTAVO_JOB_TIMEOUT_BASE_MS: '8000', OCTAVO_JOB_TIMEOUT_PER_PAGE_MS: '500' },
  full: { OCTAVO_JOB_TIMEOUT_BASE_MS: '120000', OCTAVO_JOB_TIMEOUT_PER_PAGE_MS: '2000' },
};
/** Time limit of preflight, and its grace. */
const admissionMs = 5_000 + 5_000;
const graceMs = 5_000;
const activeMax = 6;

type Hostile = { readonly name: string; readonly data: Buffer };
type Tried = {
  readonly name: string;
  readonly tookMs: number;
  readonly status: number;
  readonly code: string | undefined;
  readonly id: string | null;
};

function hostileFiles(isFull: boolean): readonly Hostile[] {
  const directory = join(corpusDirectory(), 'hostile');
  if (!existsSync(directory)) {
    return Object.entries(hostileDocuments).map(([name, make]) => ({ name, data: make() }));
  }
  return readdirSync(directory)
    .filter((name) => name.endsWith('.pdf') && (isFull || shortNumbers.includes(name.slice(0, 2))))
    .toSorted()
    .map((name) => ({ name, data: readFileSync(join(directory, name)) }));
}

async function untilRoom({ db }: TestEnvironment): Promise<void> {
  for (;;) {
    const [row] = await db.rows<{ active: number }>(
      `select count(*) as active from jobs where status in ('pending', 'processing')`,
    );
    if ((row?.active ?? 0) < activeMax) return;
    await delay(100);
  }
}

async function tryOne(
  environment: TestEnvironment,
  node: string,
  account: Account,
  { name, data }: Hostile,
): Promise<Tried> {
  await untilRoom(environment);
  const tag = `hostile-secretname-${name}`;
  const began = performance.now();
  const reply = await submit(node, account, { file: data, fileName: tag, options: { format: formats } });
  const tookMs = performance.now() - began;
  if (reply.status === 201) {
    const { id } = jobOf(reply);
    accept(environment.journal, id, { tag, account: account.email, formats, document: name });
    return { name, tookMs, status: 201, code: undefined, id };
  }
  environment.journal.refused.set(tag, reply.status);
  return { name, tookMs, status: reply.status, code: codeOf(reply), id: null };
}

type Ended = {
  readonly id: string;
  readonly status: string;
  readonly page_count: number | null;
  readonly error_message: string | null;
};

async function outputsOf(
  environment: TestEnvironment,
  node: string,
  account: Account,
  id: string,
): Promise<MadeOutput[]> {
  const rows = await environment.db.rows<{ format: string; sha256: string }>(
    `select format, encode(sha256, 'hex') as sha256 from outputs where job_id = $1`,
    [id],
  );
  return Promise.all(
    rows.map(async ({ format, sha256 }) => {
      const response = await fetch(new URL(`/jobs/${id}/download/${format}`, node), {
        headers: { authorization: `Bearer ${account.session}` },
      });
      return { format, sha256, data: Buffer.from(await response.arrayBuffer()) };
    }),
  );
}

async function wrongDone(
  environment: TestEnvironment,
  node: string,
  account: Account,
  ended: readonly Ended[],
  tried: readonly Tried[],
) {
  const faults: string[] = [];
  for (const { id, page_count: pages } of ended.filter(({ status }) => status === 'done')) {
    const name = tried.find((one) => one.id === id)?.name;
    if (name === undefined) continue;
    const outputs = await outputsOf(environment, node, account, id);
    const found = await outputFaults(outputs, formats, pages ?? -1);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

/** Submits that were neither accepted nor refused as expected. */
const oddAnswers = (tried: readonly Tried[]) =>
  tried
    .filter(({ status }) => status !== 201 && status !== 400)
    .map(({ name, status, code }) => `${name}: ${status} ${code}`);

async function run(context: Context): Promise<Outcome> {
  const { environment, isFull, size } = context;
  const api = await environment.fleet.startApi();
  const worker = await environment.fleet.startWorker();
  await Promise.all([api.ready(), worker.ready()]);
  const [account, innocent] = (await environment.openAccounts(api, 2, 'business')) as [Account, Account];
  await recordGolden(context, api.url, innocent, quickKinds);
  const files = hostileFiles(isFull);
  const tried: Tried[] = [];
  for (const [at, file] of files.entries()) {
    tried.push(await tryOne(environment, api.url, account, file));
    const kind = quickKinds[at % quickKinds.length] as (typeof quickKinds)[0];
    if (at % 4 === 3) await submitOne(environment, api.url, innocent, kind, `innocent-secretname-${at}.pdf`);
  }
  const baseMs = Number(timeouts[size].OCTAVO_JOB_TIMEOUT_BASE_MS);
  const { isQuiet } = await waitUntilQuiet(environment, files.length * 2 * (baseMs + 10_000));
  return judged({ environment, api, worker, account, tried, isQuiet, timeouts: timeouts[size] });
}

type Judging = {
  readonly environment: TestEnvironment;
  readonly api: Member;
  readonly worker: Member;
  readonly account: Account;
  readonly tried: readonly Tried[];
  readonly isQuiet: boolean;
  readonly timeouts: (typeof timeouts)['short' | 'full'];
};

async function judged(judging: Judging): Promise<Outcome> {
  const { environment, api, worker, account, tried } = judging;
  const ended = await environment.db.rows<Ended>('select id, status, page_count, error_message from jobs');
  const ours = ended.filter(({ id }) => tried.some((one) => one.id === id));
  const limitsMs = {
    baseMs: Number(judging.timeouts.OCTAVO_JOB_TIMEOUT_BASE_MS),
    perPageMs: Number(judging.timeouts.OCTAVO_JOB_TIMEOUT_PER_PAGE_MS),
    maxMs: 1_800_000,
    graceMs,
  };
  const attempts = await attemptsOf(environment.db);
  const late = lateAttempts(attempts, limitsMs);
  const slow = tried
    .filter(({ tookMs }) => tookMs > admissionMs)
    .map(({ name, tookMs }) => `${name}: ${Math.round(tookMs)} ms`);
  const open = ours.filter(({ status }) => status !== 'done' && status !== 'failed').map(({ id }) => id);
  const dead = [api, worker].filter((member) => !member.isAlive()).map(({ name }) => name);
  const hurt = ended
    .filter(({ id, status }) => status !== 'done' && !ours.some((one) => one.id === id))
    .map(({ id }) => id);
  const wrong = await wrongDone(environment, api.url, account, ours, tried);
  const count = (status: string) => ours.filter((job) => job.status === status).length;
  const slowest = Math.max(0, ...attempts.map(({ tookMs }) => tookMs));
  return {
    load: `${tried.length} files in all formats, ${attempts.length} attempts`,
    figures: [
      zeroFigure(open, 'jobs that did not finish', open.length + (judging.isQuiet ? 0 : 1)),
      zeroFigure([...late, ...slow], 'attempts or admissions beyond limit + 5 s'),
      zeroFigure(dead, 'service processes that died'),
      zeroFigure(wrong, 'wrong results reported as done'),
      zeroFigure(hurt, 'harmless jobs not done'),
      zeroFigure(oddAnswers(tried), 'submits answered by neither 201 nor 400'),
    ],
    notes: [
      `${tried.filter(({ id }) => id === null).length} refused on upload, ${count('done')} done, ${count('failed')} failed; slowest attempt ${(slowest / 1_000).toFixed(1)} s`,
      `API healthy at the end: ${(await sendRequest(api.url, '/health')).status === 200 ? 'yes' : 'no'}`,
    ],
  };
}

export const hostile: Scenario = {
  name: 'hostile',
  about: 'documents made to break a parser, in every format, next to harmless ones',
  doesNotShow:
    'wrong text in a well-formed result is not detected; the short size has a shorter time limit and fewer files',
  env: (size) => ({
    ...timeouts[size],
    ...(size === 'full'
      ? { OCTAVO_ENGINE_HEAP_MB: '2048', OCTAVO_ENGINE_SLOTS: '2' }
      : { OCTAVO_ENGINE_SLOTS: '2' }),
  }),
  corruptions: [corruptions.wrongOutput],
  run,
};
