/** One account submits a long scan, whose text is recognized page by page: jobs of another account still start within seconds, and memory does not grow with the pages. */
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeLongScan } from '@octavo/testkit/documents/long-scan.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type DocumentKind, hiddenWords, quickKinds } from '@octavo/testkit/load/document-kinds.ts';
import { driveLoad } from '@octavo/testkit/load/drive-load.ts';
import { recordGolden, startProcesses, submitOne } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { engineProcesses } from '@octavo/testkit/processes/engine-processes.ts';
import type { Member } from '@octavo/testkit/processes/fleet.ts';
import { residentBytes } from '@octavo/testkit/processes/resident-memory.ts';
import { percentile } from '@octavo/testkit/runner/figures.ts';
import { type Context, type Outcome, type Scenario, timeSlack } from '@octavo/testkit/runner/scenario.ts';
import { failedJobs, startWaitsOf } from './figures.ts';

const sizes = { short: { pages: 12, jobs: 8 }, full: { pages: 200, jobs: 60 } };
const waitMaxMs = 10_000;
const answerMaxMs = 1_000;
const finishMaxMs = 3_600_000;
const sampleEveryMs = 1_000;
/** Of the second half over the first: caches and the heap of a JVM vary. */
const growthMax = 1.25;
const mebibyte = 1_048_576;

const other: DocumentKind = {
  ...(quickKinds[1] as DocumentKind),
  formats: ['markdown'],
  name: 'next-to-scan',
};

type Sample = { readonly bytes: number; readonly recognized: number; readonly answerMs: number };

/** Resident memory of the worker and its engine processes; those that end meanwhile count as none. */
function memoryOf({ workDir }: TestEnvironment, worker: Member): number {
  const engines = engineProcesses(workDir).filter(({ program }) => program === 'java');
  return [worker.pid, ...engines.map(({ pid }) => pid)].reduce((sum, pid) => {
    try {
      return sum + residentBytes(pid);
    } catch {
      return sum;
    }
  }, 0);
}

type Watched = {
  readonly node: string;
  readonly account: Account;
  readonly worker: Member;
  readonly onRecognizing: () => void;
};

/** Until the job ends: memory, recognized pages, and how long the API takes to say so. */
async function watch(
  environment: TestEnvironment,
  { node, account, worker, onRecognizing }: Watched,
  id: string,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const deadline = performance.now() + finishMaxMs; performance.now() < deadline; ) {
    const began = performance.now();
    const { json } = await sendRequest(node, `/jobs/${id}?include=progress`, { caller: account });
    const answerMs = performance.now() - began;
    const { status, progress } = json as {
      readonly status: string;
      readonly progress: { readonly stage: string; readonly pages_done: number };
    };
    if (status === 'done' || status === 'failed') break;
    if (progress.stage === 'recognize') onRecognizing();
    const recognized = progress.stage === 'recognize' ? progress.pages_done : 0;
    samples.push({ bytes: memoryOf(environment, worker), recognized, answerMs });
    await new Promise((resolve) => setTimeout(resolve, sampleEveryMs));
  }
  return samples;
}

const peakOf = (samples: readonly Sample[]) => Math.max(0, ...samples.map(({ bytes }) => bytes));

/** While pages are recognized, which is nearly all of the time. */
function growthOf(samples: readonly Sample[]): { readonly first: number; readonly second: number } {
  const recognizing = samples.filter(({ recognized }) => recognized > 0);
  const middle = recognizing.length >> 1;
  return { first: peakOf(recognizing.slice(0, middle)), second: peakOf(recognizing.slice(middle)) };
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { journal } = environment;
  const { pages, jobs } = sizes[size];
  const { apis, workers } = await startProcesses(context, { apis: 1, workers: 1, accounts: 0 });
  const [api, worker] = [apis[0] as Member, workers[0] as Member];
  // Both on the same plan: between plans the priority decides.
  const [owner, neighbour] = (await environment.openAccounts(api, 2, 'pro')) as [Account, Account];
  await recordGolden(context, api.url, neighbour, [other]);
  const file = await makeLongScan(pages, hiddenWords);
  const scan = { name: 'long-scan', file, pages, formats: ['json'] };
  const id = await submitOne(environment, api.url, owner, scan, 'scan-secretname.pdf');
  const accepted: string[] = [];
  const recognizing = Promise.withResolvers<void>();
  const load = recognizing.promise.then(() =>
    driveLoad(environment, {
      jobs,
      accounts: [neighbour],
      nodes: () => [api.url],
      kinds: [other],
      clients: 1,
      onAccepted: (job) => accepted.push(job),
    }),
  );
  const watched = { node: api.url, account: owner, worker, onRecognizing: recognizing.resolve };
  const samples = await watch(environment, watched, id);
  // Also if nothing was recognized, which is a miss.
  recognizing.resolve();
  await load;
  await waitUntilQuiet(environment, finishMaxMs);
  const waits = await startWaitsOf(environment, accepted);
  const p95 = percentile(waits, 0.95) ?? Number.POSITIVE_INFINITY;
  const answers =
    percentile(
      samples.map(({ answerMs }) => answerMs),
      0.95,
    ) ?? Number.POSITIVE_INFINITY;
  const { first, second } = growthOf(samples);
  const counted = new Set(samples.map(({ recognized }) => recognized)).size;
  const started = `p95 ${Math.round(p95)} ms until ${waits.length} jobs of another account started`;
  const answered = `p95 ${Math.round(answers)} ms for an answer of the API`;
  observe(journal, 'I30', `next to a scan: ${started}`, p95 <= waitMaxMs * timeSlack[size]);
  observe(journal, 'I30', `next to a scan: ${answered}`, answers <= answerMaxMs * timeSlack[size]);
  const memory = `${Math.round(first / mebibyte)} MiB at most in the first half of the recognition, ${Math.round(second / mebibyte)} MiB in the second`;
  const failed = await failedJobs(environment);
  return {
    load: `a scan of ${pages} pages next to ${accepted.length} jobs of another account`,
    misses: [
      ...failed.map((job) => `${job.id} failed: ${job.error_message}`),
      ...(second <= first * growthMax ? [] : [`memory grows: ${memory}`]),
      ...(counted > 2 ? [] : ['the progress of the recognition was not reported page by page']),
    ],
    notes: [started, answered, memory],
  };
}

export const longScan: Scenario = {
  name: 'long-scan',
  about: 'one account submits a long scan, whose text is recognized',
  env: () => ({ OCTAVO_ENGINE_SLOTS: '2', OCTAVO_OCR_SLOTS: '1', OCTAVO_OCR_LANGUAGES: 'eng' }),
  observes: ['I30'],
  corruptions: [corruptions.waitedForAnother],
  run,
};
