/** A large document in one and in two slots, and short jobs of another account while the service converts it. */
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobOf, sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeManual } from '@octavo/testkit/documents/manual.ts';
import { createConverter } from '../../server/src/start/converter.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { type Document, options, requestFor } from '../engine/documents.ts';
import { openJobClient, submitAndWait } from '../load/job-client.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { milliseconds, seconds } from '../measure/seconds.ts';
import { quantile } from '../measure/spread.ts';
import { scratch } from '../scratch.ts';
import { type KeyHolder, openKeys, openStack, startReady } from '../stack.ts';

const pagesOf: Readonly<Record<Size, number>> = { smoke: 210, standard: 1_000, full: 2_000 };
const convertMs = 900_000;
const heapMegabytes = 1_024;
const shortJobMaxMs = 10_000;
const shortJobPages = 2;

/** The PDF that `OCTAVO_BENCH_PDF` names, or a manual made for the run. */
async function largeDocument({ size }: Context, root: string): Promise<Document> {
  const path = join(root, 'large.pdf');
  const named = process.env['OCTAVO_BENCH_PDF'];
  if (named === undefined) await writeFile(path, makeManual(pagesOf[size]));
  else await copyFile(named, path);
  await chmod(path, 0o644);
  const engine = createConverter({ workDir: join(root, 'counting') });
  try {
    await engine.start();
    const admitted = await engine.preflight({ path });
    if (admitted.status !== 'accepted') throw new Error('the large document is not accepted');
    return { path, name: 'large.pdf', pageCount: admitted.pageCount };
  } finally {
    await engine.close();
  }
}

type Converted = { readonly seconds: number; readonly sha256: string };

/** From a cold start of the slots. */
async function convertIn(slots: number, root: string, document: Document): Promise<Converted> {
  const convert = { heapBytes: heapMegabytes * 1_048_576 };
  const engine = createConverter({ workDir: join(root, 'work'), slots, preflightSlots: 0, convert });
  const outDir = await mkdtemp(join(root, 'out-'));
  try {
    await engine.start();
    const hash = createHash('sha256');
    const took = await seconds(async () => {
      const outcome = await engine.convert(requestFor(document, 'shipped', outDir, convertMs));
      if (outcome.status !== 'converted') throw new Error(outcome.failure.detail);
      for (const { path } of outcome.outputs) hash.update(await readFile(path));
    });
    return { seconds: took, sha256: hash.digest('hex') };
  } finally {
    await engine.close();
    await rm(outDir, { recursive: true });
  }
}

type Beside = { readonly shortJobsMs: readonly number[]; readonly largeSeconds: number };

/** Short jobs of a second account, one after the other, from the start of the large conversion to its end. */
async function shortJobsBeside(context: Context, document: Document): Promise<Beside> {
  const environment = await openStack(context, 'large-documents');
  const api = await startReady(() => environment.fleet.startApi());
  await startReady(() => environment.fleet.startWorker({ OCTAVO_ENGINE_SLOTS: '2' }));
  const [large, short] = (await openKeys(environment, api, 2)) as [KeyHolder, KeyHolder];
  const { format } = options.shipped;
  const shortJob = { file: makeManual(shortJobPages), fileName: 'short.pdf', options: { format } };
  await submitAndWait(api.url, short, shortJob);
  const client = await openJobClient(api.url, large);
  context.atEnd(async () => client.close());
  const shortJobsMs: number[] = [];
  let isDone = false;
  const largeSeconds = await seconds(async () => {
    const file = await readFile(document.path);
    const id = await client.submit({ file, fileName: 'large.pdf', options: { format } });
    const done = client.done(id).finally(() => {
      isDone = true;
    });
    const status = async () =>
      jobOf(await sendRequest(api.url, `/jobs/${id}`, { caller: { key: large.key } })).status;
    while (!isDone && (await status()) === 'pending') await sleep(50);
    while (!isDone) shortJobsMs.push(await milliseconds(() => submitAndWait(api.url, short, shortJob)));
    await done;
  });
  return { shortJobsMs, largeSeconds };
}

async function run(context: Context): Promise<Measured> {
  const root = await scratch(context);
  const document = await largeDocument(context, root);
  const hashes = new Set<string>();
  const pagesPerSecond = (slots: number) => async () => {
    const converted = await convertIn(slots, root, document);
    hashes.add(converted.sha256);
    return document.pageCount / converted.seconds;
  };
  const measured = await interleave(context, { '1 slot': pagesPerSecond(1), '2 slots': pagesPerSecond(2) });
  if (hashes.size !== 1) throw new Error('the outputs depend on the number of slots');
  const { shortJobsMs, largeSeconds } = await shortJobsBeside(context, document);
  return {
    comparisons: [
      {
        what: 'large document, 2 slots',
        unit: 'pages/s',
        better: 'higher',
        ours: '2 slots',
        bare: '1 slot',
        rounds: sideBySide(measured['2 slots'], measured['1 slot']),
        aim: { kind: 'ratio', atLeast: 1.7 },
      },
    ],
    figures: [
      {
        what: 'short jobs of another account beside it, p95',
        unit: 'ms',
        values: [quantile(shortJobsMs, 0.95)],
        atMost: shortJobMaxMs,
      },
      { what: 'the large document beside short jobs', unit: 's', values: [largeSeconds] },
    ],
    notes: [
      `${document.pageCount} pages, json and markdown, hidden text looked for; slots start cold; the outputs of all runs are identical`,
      `${shortJobsMs.length} short jobs of ${shortJobPages} pages, one after the other, in a worker with 2 slots`,
    ],
  };
}

export const largeDocuments: Bench = {
  name: 'large-documents',
  about: 'a large document in one and two slots, and short jobs beside it',
  rounds: { smoke: 1, standard: 3, full: 5 },
  minutes: { smoke: 2, standard: 4, full: 25 },
  run,
};
