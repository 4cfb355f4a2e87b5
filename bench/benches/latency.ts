/** One page, from the submit to the moment a client knows that it is done, compared with a warm engine and its command line. */
import { join } from 'node:path';
import { createConverter } from '../../server/src/start/converter.ts';
import { fixturePath } from '../../server/test/fixtures/golden.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { cliBatch } from '../engine/cli.ts';
import { contentOf, options } from '../engine/documents.ts';
import { convertAll } from '../engine/pool.ts';
import { openJobClient, submitAndWait } from '../load/job-client.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { milliseconds } from '../measure/seconds.ts';
import { median, quantile } from '../measure/spread.ts';
import { scratch } from '../scratch.ts';
import { type KeyHolder, openKeys, openStack, startReady } from '../stack.ts';

/** Documents per round, and documents for warm-up: a JVM compiles during hundreds of documents. */
const portions: Readonly<Record<Size, { readonly turns: number; readonly warmUp: number }>> = {
  smoke: { turns: 2, warmUp: 3 },
  standard: { turns: 15, warmUp: 150 },
  full: { turns: 30, warmUp: 400 },
};
const heapMegabytes = 1_024;
const document = { path: fixturePath('lists'), name: 'lists.pdf', pageCount: 1 };

async function warmEngine({ atEnd }: Context, root: string) {
  const engine = createConverter({
    workDir: join(root, 'work'),
    preflightSlots: 0,
    convert: { heapBytes: heapMegabytes * 1_048_576 },
  });
  atEnd(() => engine.close());
  await engine.start();
  return () => convertAll(engine, root, [document], 1, 'shipped');
}

/** Both ways to wait for completion: a long poll and an open event stream. */
async function clients(context: Context) {
  const environment = await openStack(context, 'latency');
  const api = await startReady(() => environment.fleet.startApi());
  await startReady(() => environment.fleet.startWorker({ OCTAVO_ENGINE_SLOTS: '1' }));
  const [caller] = (await openKeys(environment, api, 1)) as [KeyHolder];
  const listening = await openJobClient(api.url, caller);
  context.atEnd(async () => listening.close());
  const submission = {
    file: await contentOf(document),
    fileName: 'page.pdf',
    options: { format: options.shipped.format },
  };
  return {
    longPoll: () => submitAndWait(api.url, caller, submission),
    stream: async () => listening.done(await listening.submit(submission)),
  };
}

async function run(context: Context): Promise<Measured> {
  const { turns, warmUp } = portions[context.size];
  const root = await scratch(context);
  const engine = await warmEngine(context, root);
  const { longPoll, stream } = await clients(context);
  for (let turn = 0; turn < warmUp; turn += 1) {
    await engine();
    await (turn % 2 === 0 ? longPoll() : stream());
  }
  const all: Record<'longPoll' | 'stream', number[]> = { longPoll: [], stream: [] };
  const often = (work: () => Promise<unknown>, keep?: number[]) => async () => {
    const took: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) took.push(await milliseconds(work));
    keep?.push(...took);
    return median(took);
  };
  const measured = await interleave(context, {
    engine: often(engine),
    longPoll: often(longPoll, all.longPoll),
    stream: often(stream, all.stream),
    cli: () => milliseconds(() => cliBatch(root, [document], heapMegabytes)),
  });
  const comparedWith = (ours: 'longPoll' | 'stream', bare: 'engine' | 'cli') => ({
    unit: 'ms',
    better: 'lower' as const,
    ours: ours === 'stream' ? 'submit to job.done on a stream' : 'submit and GET /jobs/{id}?wait=30',
    bare: bare === 'engine' ? 'warm engine call' : 'engine CLI once',
    rounds: sideBySide(measured[ours], measured[bare]),
  });
  return {
    comparisons: [
      {
        what: 'one page, long poll, beyond the warm engine',
        ...comparedWith('longPoll', 'engine'),
        aim: { kind: 'difference', atMost: 30 },
      },
      {
        what: 'one page, event stream, beyond the warm engine',
        ...comparedWith('stream', 'engine'),
        aim: { kind: 'difference', atMost: 30 },
      },
      {
        what: 'one page, long poll, compared with a start of the CLI',
        ...comparedWith('longPoll', 'cli'),
        aim: { kind: 'ratio', atLeast: 8 },
      },
      { what: 'one page, event stream, compared with a start of the CLI', ...comparedWith('stream', 'cli') },
    ],
    figures: [
      { what: 'one page, long poll, p99', unit: 'ms', values: [quantile(all.longPoll, 0.99)] },
      { what: 'one page, event stream, p99', unit: 'ms', values: [quantile(all.stream, 0.99)] },
    ],
    notes: [`one page, json and markdown; each turn is the median of ${turns}, after ${warmUp} to warm up`],
  };
}

export const latency: Bench = {
  name: 'latency',
  about: 'one page from submit to done compared with a warm engine and its CLI',
  rounds: { smoke: 1, standard: 7, full: 15 },
  minutes: { smoke: 1, standard: 3, full: 15 },
  run,
};
