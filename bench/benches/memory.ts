/** Memory of an API process: idle, under full load, and over hours. */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@octavo/testkit/processes/resident-memory.ts';
import type { Bench, Context, Measured, Size } from '../bench.ts';
import { fullLoad } from '../load/full-load.ts';
import { quantile } from '../measure/spread.ts';
import { growth, type Point, thinned } from '../measure/trend.ts';
import { openKeys, openStack, startReady, stubbed } from '../stack.ts';

const portions: Readonly<
  Record<
    Size,
    { readonly idleMs: number; readonly warmMs: number; readonly loadMs: number; readonly uploadMb: number }
  >
> = {
  smoke: { idleMs: 1_000, warmMs: 1_000, loadMs: 4_000, uploadMb: 8 },
  standard: { idleMs: 10_000, warmMs: 45_000, loadMs: 120_000, uploadMb: 100 },
  full: { idleMs: 30_000, warmMs: 90_000, loadMs: 3_600_000, uploadMb: 100 },
};
const sampleMs = 500;
const [clients, streams] = [8, 200];
const mebibyte = 1_048_576;
const atMost = 250;
/** Allowed growth from the first to the second half; a leak would be far above. */
const growthMaxPercent = 5;

async function sample(
  pids: Readonly<Record<string, number>>,
  ms: number,
  isOver = () => false,
): Promise<Readonly<Record<string, Point[]>>> {
  const points: Record<string, Point[]> = Object.fromEntries(Object.keys(pids).map((name) => [name, []]));
  const began = performance.now();
  while (performance.now() - began < ms && !isOver()) {
    for (const [name, pid] of Object.entries(pids)) {
      points[name]?.push([(performance.now() - began) / 1000, residentBytes(pid) / mebibyte]);
    }
    await sleep(sampleMs);
  }
  return points;
}

const values = (points: readonly Point[] = []) => points.map(([, value]) => value);

async function run(context: Context): Promise<Measured> {
  const { idleMs, warmMs, loadMs, uploadMb } = portions[context.size];
  const environment = await openStack(context, 'memory');
  const api = await startReady(() => environment.fleet.startApi());
  // The engine is a stub so that one worker keeps up with what one API process takes in; jobs are not what is measured.
  const worker = await startReady(() =>
    environment.fleet.startWorker({ ...stubbed(['engine']), OCTAVO_ENGINE_SLOTS: '4' }),
  );
  const callers = await openKeys(environment, api, clients);
  const pids = { API: api.pid, worker: worker.pid };
  const idle = await sample(pids, idleMs);
  let hasEnded = false;
  const isOver = () => hasEnded;
  const end = () => {
    hasEnded = true;
  };
  const uploadBytes = uploadMb * mebibyte;
  const loading = fullLoad({ node: api.url, callers, streams, uploadBytes, isOver });
  const measuring = sample(pids, warmMs, isOver).then(() => sample(pids, loadMs, isOver));
  // A load that fails ends the measurement, as the end of the measurement ends the load.
  const [loaded, { submits, reads, uploads }] = await Promise.all([
    measuring.finally(end),
    loading.finally(end),
  ]);
  const grown = growth(loaded['API'] ?? []) * 100;
  return {
    figures: [
      { what: 'memory of the API at rest', unit: 'MB', values: values(idle['API']), atMost },
      { what: 'memory of the API under full load', unit: 'MB', values: values(loaded['API']), atMost },
      {
        what: 'memory of the API, growth from half to half',
        unit: '%',
        values: [grown],
        atMost: growthMaxPercent,
      },
      {
        what: 'memory of a worker with a stub engine under load',
        unit: 'MB',
        values: values(loaded['worker']),
      },
    ],
    series: [
      {
        title: 'Memory under full load',
        x: 'minutes',
        y: 'MB',
        lines: Object.entries(loaded).map(([name, points]) => ({
          name,
          points: thinned(points, 120).map(([time, value]) => [time / 60, value] as const),
        })),
      },
    ],
    costs: { apiMegabytes: quantile(values(loaded['API']), 0.9) },
    notes: [
      `${submits} submits, ${reads} reads, ${uploads} uploads of ${uploadMb} MB, ${streams} open streams, in ${Math.round((warmMs + loadMs) / 1000)} s`,
      'the Node process alone; the JVM of the preflight check has a limit of its own',
    ],
  };
}

export const memory: Bench = {
  name: 'memory',
  about: 'an API process at rest, under full load and over time',
  rounds: { smoke: 1, standard: 1, full: 1 },
  minutes: { smoke: 1, standard: 3.5, full: 65 },
  run,
};
