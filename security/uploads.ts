/** The run `uploads`: thousands of clients that hold on, endless forms and files, and good clients who must not notice. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  chunk,
  fieldChunk,
  type RawEnd,
  type RawTalk,
  submitOpening,
  talk,
} from '../e2e/client/raw-socket.ts';
import { residentBytes } from '../e2e/runs/api-memory.ts';
import { plants } from '../faults/checker/plants.ts';
import { type Context, type FaultRun, type Outcome, percentile } from '../faults/fault-run.ts';
import { ask, jobOf, submit } from '../faults/load/client.ts';
import { standUp } from '../faults/load/crew.ts';
import { quickKinds } from '../faults/load/documents.ts';
import type { Account, Ground } from '../faults/stack/ground.ts';

const limits = { goodP99Ms: 500, headersMs: 12_500, memoryBytes: 400 * 1_048_576 };
const sizes = {
  full: { slow: 5_000, parts: 10_000, chunkedBytes: 2 * 1_024 ** 3 },
  short: { slow: 250, parts: 500, chunkedBytes: 100 * 1_048_576 },
} as const;
/** More than an account may have on their way, so that both answers are seen. */
const slowBodiesPerAccount = 50;
const givesUpMs = 120_000;
const attackersPerSecond = 1_000;
const mebibyte = 1_048_576;

type Good = { readonly latenciesMs: number[]; readonly faults: string[] };

async function timed(good: Good, what: string, wanted: number, request: () => Promise<{ status: number }>) {
  const began = performance.now();
  const { status } = await request();
  good.latenciesMs.push(performance.now() - began);
  if (status !== wanted) good.faults.push(`${what} answered ${status}`);
}

/** A job from its submit to its end by its owner's hand, told to the journal on both ends. */
async function submitAndDelete({ journal }: Ground, good: Good, node: string, account: Account) {
  const [kind] = quickKinds;
  if (!kind) throw new Error('there is no document to submit');
  const tag = `good-secretname-${randomUUID()}.pdf`;
  const reply = await submit(node, account, { file: kind.file, fileName: tag });
  if (reply.status !== 201) {
    journal.refused.set(tag, reply.status);
    good.faults.push(`POST /jobs answered ${reply.status}`);
    return;
  }
  const { id } = jobOf(reply);
  const formats = ['markdown', 'json'];
  const submission = { tag, id, account: account.email, formats, document: kind.name };
  journal.accepted.set(id, { ...submission, atMs: Date.now() });
  journal.deletionAsked.add(id);
  await timed(good, 'DELETE', 204, () => ask(node, `/jobs/${id}`, { method: 'DELETE', caller: account }));
  journal.deleted.set(id, Date.now());
}

/** Reads all the time and submits now and then, as a customer does. */
async function beGood(ground: Ground, node: string, account: Account, isOver: () => boolean): Promise<Good> {
  const good: Good = { latenciesMs: [], faults: [] };
  for (let round = 0; !isOver(); round += 1) {
    await timed(good, 'GET /jobs', 200, () => ask(node, '/jobs', { caller: account }));
    if (round % 20 === 0) await submitAndDelete(ground, good, node, account);
    await delay(50);
  }
  return good;
}

/** Spread over a few seconds: to open all of them in one moment would measure this process and not the service. */
function crowd(node: string, count: number, said: (number: number) => Omit<RawTalk, 'givesUpMs'>) {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await delay((number / attackersPerSecond) * 1_000);
      return talk(node, { ...said(number), givesUpMs });
    }),
  );
}

async function watchMemory(pid: number, isOver: () => boolean): Promise<number> {
  let peak = 0;
  while (!isOver()) {
    peak = Math.max(peak, residentBytes(pid));
    await delay(100);
  }
  return peak;
}

const tally = (ends: readonly RawEnd[]) => {
  const counts = Object.entries(Object.groupBy(ends, ({ status }) => String(status)));
  return counts.map(([status, group = []]) => `${status} × ${group.length}`).join(', ');
};
const slowest = (ends: readonly RawEnd[]) => Math.max(...ends.map(({ tookMs }) => tookMs));
const withoutDetail = (ends: readonly RawEnd[]) => ends.filter(({ body }) => !body.includes('"detail":'));

type Abuse = Readonly<Record<'slow headers' | 'slow bodies' | 'parts' | 'boundary' | 'chunked', RawEnd[]>>;

async function abuse(
  node: string,
  size: (typeof sizes)['full' | 'short'],
  accounts: readonly Account[],
  limited: Account,
) {
  const session = (number: number) => accounts[Math.floor(number / slowBodiesPerAccount)]?.session ?? '';
  const one = session(size.slow);
  const [headers, bodies, parts, boundary, chunked] = await Promise.all([
    crowd(node, size.slow, () => ({
      opening: 'GET /health HTTP/1.1\r\nhost: octavo\r\n',
      piece: 'x-a: b\r\n',
      everyMs: 1_000,
    })),
    crowd(node, size.slow, (number) => ({
      opening: submitOpening(session(number), 'file'),
      piece: chunk('x'),
      everyMs: 1_000,
    })),
    crowd(node, 1, () => ({
      opening: submitOpening(one, 'options'),
      piece: fieldChunk('x', 'y').repeat(size.parts),
      everyMs: 10,
    })),
    crowd(node, 1, () => ({ opening: submitOpening(one, 'file', 'b'.repeat(252)), piece: '', everyMs: 100 })),
    crowd(node, 1, () => ({
      opening: submitOpening(limited.session, 'file'),
      piece: chunk('x'.repeat(mebibyte)),
      everyMs: 1,
      bytesMax: size.chunkedBytes,
    })),
  ]);
  return {
    'slow headers': headers,
    'slow bodies': bodies,
    parts,
    boundary,
    chunked,
  } satisfies Abuse;
}

function missesOf(done: Abuse, good: readonly Good[], peakBytes: number): string[] {
  const p99 = percentile(
    good.flatMap(({ latenciesMs }) => latenciesMs),
    0.99,
  );
  const expected: Record<keyof Abuse, readonly number[]> = {
    'slow headers': [408],
    'slow bodies': [408, 429],
    parts: [400, 413],
    boundary: [400],
    chunked: [413],
  };
  const wrong = Object.entries(done).flatMap(([name, ends]) => {
    const strange = ends.filter(({ status }) => !expected[name as keyof Abuse].includes(status));
    return [
      ...(strange.length > 0 ? [`${name}: ${tally(strange)}`] : []),
      ...(withoutDetail(ends).length > 0 ? [`${name}: ${withoutDetail(ends).length} without detail`] : []),
    ];
  });
  return [
    ...wrong,
    ...good.flatMap(({ faults }) => faults.slice(0, 5)),
    ...((p99 ?? Number.POSITIVE_INFINITY) < limits.goodP99Ms ? [] : [`good clients p99 ${p99} ms`]),
    ...(slowest(done['slow headers']) < limits.headersMs
      ? []
      : [`slow headers closed after ${Math.round(slowest(done['slow headers']))} ms`]),
    ...(peakBytes <= limits.memoryBytes ? [] : [`API used ${Math.round(peakBytes / mebibyte)} MB`]),
  ];
}

async function run(context: Context): Promise<Outcome> {
  const size = sizes[context.size];
  const count = Math.ceil(size.slow / slowBodiesPerAccount) + 1;
  const { apis, accounts } = await standUp(context, { apis: 1, workers: 1, accounts: count + 4 });
  const [api] = apis;
  if (!api) throw new Error('the run needs an API node');
  let isOver = false;
  const good = accounts.slice(0, 4).map((account) => beGood(context.ground, api.url, account, () => isOver));
  const memory = watchMemory(api.pid, () => isOver);
  const [limited] = await context.ground.openAccounts(api, 1, 'free');
  if (!limited) throw new Error('there is no account with a limit');
  const done = await abuse(api.url, size, accounts.slice(4), limited).finally(() => {
    isOver = true;
  });
  const [peakBytes, results] = [await memory, await Promise.all(good)];
  const latencies = results.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    load: `${size.slow} slow headers, ${size.slow} slow bodies, ${size.parts} parts, 252-byte boundary, ${size.chunkedBytes / mebibyte} MB in chunks`,
    misses: missesOf(done, results, peakBytes),
    notes: [
      ...Object.entries(done).map(
        ([name, ends]) =>
          `${name}: ${tally(ends)}; the last closed after ${(slowest(ends) / 1000).toFixed(1)} s`,
      ),
      `in chunks: refused after ${Math.round((done.chunked[0]?.bytesSent ?? 0) / mebibyte)} MB were sent`,
      `good clients: ${latencies.length} requests, p99 ${Math.round(percentile(latencies, 0.99) ?? 0)} ms, ${results.flatMap(({ faults }) => faults).length} errors`,
      `API: ${Math.round(peakBytes / mebibyte)} MB at most`,
    ],
  };
}

export const uploads: FaultRun = {
  name: 'uploads',
  about: 'slow headers and bodies, endless forms and files, beside good clients',
  sabotage: [plants.leftScratch],
  run,
};
