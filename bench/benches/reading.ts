/** A document of 1,000 pages read in parts and searched, its chunks streamed, and the memory of the API meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { jobOf, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import { makeManual } from '@octavo/testkit/documents/manual.ts';
import { residentBytes } from '@octavo/testkit/processes/resident-memory.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { httpLoad, type LoadRequest } from '../load/http-load.ts';
import { download } from '../load/transfer.ts';
import { cpuDuring, withoutEngines } from '../measure/cpu.ts';
import { seconds } from '../measure/seconds.ts';
import { growth, type Point } from '../measure/trend.ts';
import { openKeys, openStack, startReady } from '../stack.ts';

const portions: Readonly<Record<Size, { readonly pages: number; readonly seconds: number }>> = {
  smoke: { pages: 40, seconds: 2 },
  standard: { pages: 1_000, seconds: 10 },
  full: { pages: 1_000, seconds: 30 },
};
const mebibyte = 1_048_576;
const latencyMaxMs = 150;
const growthMaxPercent = 5;
const convertMs = 600_000;
const sampleMs = 250;
/** Requests of one kind; each for another place of the document. */
const places = 100;

type Reader = { readonly node: string; readonly key: string };

async function converted({ node, key }: Reader, pages: number): Promise<string> {
  const caller = { key };
  const upload = { file: makeManual(pages), fileName: 'manual.pdf', options: { format: ['text'] } };
  const { id } = jobOf(await submit(node, caller, upload));
  const endsAt = performance.now() + convertMs;
  while (performance.now() < endsAt) {
    const job = jobOf(await sendRequest(node, `/jobs/${id}`, { caller }));
    if (job.status === 'done') return id;
    if (job.status === 'failed') throw new Error(`the document failed: ${job.error_message}`);
    await sleep(200);
  }
  throw new Error('the document was not converted in time');
}

/** Every request reads another place, so that nothing but the directory is cached. */
function requestsFor(id: string, pages: number, key: string): Readonly<Record<string, LoadRequest[]>> {
  const at = (index: number) => 1 + Math.floor((index * pages) / places);
  const of = (pathOf: (page: number) => string) =>
    Array.from({ length: places }, (_, index) => ({
      method: 'GET' as const,
      path: `/jobs/${id}/${pathOf(at(index))}`,
      headers: { 'x-api-key': key },
    }));
  return {
    '/read with 4,000 tokens': of((page) => `read?pages=${page}-${pages}&max_tokens=4000`),
    '/search for a phrase that is there once': of(
      (page) => `search?q=${encodeURIComponent(`"P-${1000 + page}"`)}`,
    ),
    '/search for a word of every page': of(() => 'search?q=procedure'),
  };
}

/** Samples the memory of a process until the work is done. */
async function memoryDuring(pid: number, work: () => Promise<void>): Promise<Point[]> {
  const points: Point[] = [];
  const began = performance.now();
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    points.push([(performance.now() - began) / 1_000, residentBytes(pid) / mebibyte]);
    await sleep(sampleMs);
  }
  await working;
  return points;
}

type Answered = { readonly p99Ms: number; readonly cpuMs: number };
type Round = {
  readonly kinds: ReadonlyMap<string, Answered>;
  readonly chunks: { readonly perSecond: number; readonly cpuMs: number };
};

async function measureRound(
  { node, key }: Reader,
  pid: number,
  work: { readonly id: string; readonly kinds: readonly [string, LoadRequest[]][]; readonly seconds: number },
): Promise<Round> {
  const cpuOf = async (run: () => Promise<unknown>) =>
    (await cpuDuring({ api: withoutEngines(pid) }, run)).api;
  const measured = new Map<string, Answered>();
  for (const [name, requests] of work.kinds) {
    let [p99Ms, count] = [0, 0];
    const cpuMs = await cpuOf(async () => {
      const load = { url: node, connections: 1, seconds: work.seconds, requests };
      ({ p99Ms, count } = await httpLoad(load));
    });
    measured.set(name, { p99Ms, cpuMs: cpuMs / count });
  }
  let [bytes, took] = [0, 0];
  const headers = { 'x-api-key': key, accept: 'application/x-ndjson' };
  const cpuMs = await cpuOf(async () => {
    took = await seconds(async () => {
      bytes = await download(`${node}/jobs/${work.id}/chunks`, headers);
    });
  });
  const megabytes = bytes / mebibyte;
  return { kinds: measured, chunks: { perSecond: megabytes / took, cpuMs: cpuMs / megabytes } };
}

async function run(context: Context): Promise<Measured> {
  const { pages, seconds: duration } = portions[context.size];
  const environment = await openStack(context, 'reading');
  const api = await startReady(() => environment.fleet.startApi());
  const worker = await startReady(() => environment.fleet.startWorker());
  const [caller] = await openKeys(environment, api, 1);
  const reader = { node: api.url, key: caller?.key ?? '' };
  const id = await converted(reader, pages);
  await worker.stop();
  const kinds = Object.entries(requestsFor(id, pages, reader.key));
  const round = () => measureRound(reader, api.pid, { id, kinds, seconds: duration });
  await round();
  const rounds: Round[] = [];
  const memory = await memoryDuring(api.pid, async () => {
    for (let done = 0; done < context.rounds; done += 1) rounds.push(await round());
  });
  return {
    figures: [
      ...kinds.map(([name]) => ({
        what: `${name}, p99`,
        unit: 'ms',
        values: rounds.map(({ kinds: measured }) => measured.get(name)?.p99Ms ?? Number.NaN),
        atMost: latencyMaxMs,
      })),
      ...kinds.map(([name]) => ({
        what: `${name}, CPU time of the API`,
        unit: 'ms a request',
        values: rounds.map(({ kinds: measured }) => measured.get(name)?.cpuMs ?? Number.NaN),
      })),
      { what: 'chunks as lines', unit: 'MB/s', values: rounds.map(({ chunks }) => chunks.perSecond) },
      {
        what: 'chunks as lines, CPU time of the API',
        unit: 'ms a MB',
        values: rounds.map(({ chunks }) => chunks.cpuMs),
      },
      { what: 'memory of the API while it answers', unit: 'MB', values: memory.map(([, value]) => value) },
      {
        what: 'memory of the API, growth from half to half',
        unit: '%',
        values: [growth(memory) * 100],
        atMost: growthMaxPercent,
      },
    ],
    notes: [`a manual of ${pages} pages, one request at a time; the aim for chunks is 5 MB/s`],
  };
}

export const reading: Bench = {
  name: 'reading',
  about: 'a document of 1,000 pages read in parts, searched, and streamed as chunks',
  rounds: { smoke: 1, standard: 3, full: 9 },
  minutes: { smoke: 2, standard: 6, full: 25 },
  run,
};
