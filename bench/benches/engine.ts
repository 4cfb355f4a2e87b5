/** Our pool of slots compared with the bare engine: the same documents, the same flags, each from a cold start. */
import { join } from 'node:path';
import { oneCompiler } from '../../server/src/engine/sandbox.ts';
import { createConverter } from '../../server/src/start/converter.ts';
import type { Bench, Context, Measured } from '../bench.ts';
import { cliBatch, cliInTwo, convertedByCli } from '../engine/cli.ts';
import { chooseDocuments, type Document, type Manner, pagesOf } from '../engine/documents.ts';
import { convertAll } from '../engine/pool.ts';
import { cpuDuring, enginesOf, withoutEngines } from '../measure/cpu.ts';
import { interleave, sideBySide } from '../measure/interleave.ts';
import { seconds } from '../measure/seconds.ts';
import { median } from '../measure/spread.ts';
import { scratch } from '../scratch.ts';

const heapMegabytes = 1_024;

type CpuSeconds = { engine: number; around: number };

async function pool(
  root: string,
  documents: readonly Document[],
  slots: number,
  manner: Manner,
): Promise<CpuSeconds> {
  const workDir = join(root, 'work');
  const engine = createConverter({
    workDir,
    slots,
    preflightSlots: 0,
    convert: { heapBytes: heapMegabytes * 1_048_576 },
  });
  const trees = { engine: enginesOf(process.pid), around: withoutEngines(process.pid) };
  try {
    const used = await cpuDuring(trees, async () => {
      await engine.start();
      await convertAll(engine, root, documents, slots, manner);
    });
    return { engine: used.engine / 1000, around: used.around / 1000 };
  } finally {
    await engine.close();
  }
}

async function run(context: Context): Promise<Measured> {
  const root = await scratch(context);
  const documents = await convertedByCli(root, await chooseDocuments(context, root), heapMegabytes);
  const pages = pagesOf(documents);
  const cpu: CpuSeconds[] = [];
  const perSecond = async (work: () => Promise<unknown>) => pages / (await seconds(work));
  const measured = await interleave(context, {
    'bare engine, one batch': () => perSecond(() => cliBatch(root, documents, heapMegabytes, [oneCompiler])),
    'pool, 1 slot': () => perSecond(async () => cpu.push(await pool(root, documents, 1, 'plain'))),
    'pool, 1 slot, hidden text looked for': () => perSecond(() => pool(root, documents, 1, 'shipped')),
    'bare engine, two batches': () =>
      perSecond(() => cliInTwo(root, documents, heapMegabytes, [oneCompiler])),
    'pool, 2 slots': () => perSecond(() => pool(root, documents, 2, 'plain')),
  });
  const comparedWith = (ours: keyof typeof measured, bare: keyof typeof measured) => ({
    what: `conversion, ${ours}`,
    unit: 'pages/s',
    better: 'higher' as const,
    ours,
    bare,
    rounds: sideBySide(measured[ours], measured[bare]),
  });
  return {
    comparisons: [
      comparedWith('pool, 1 slot', 'bare engine, one batch'),
      comparedWith('pool, 2 slots', 'bare engine, two batches'),
      {
        ...comparedWith('pool, 1 slot, hidden text looked for', 'pool, 1 slot'),
        aim: { kind: 'ratio', atLeast: 0.8 },
      },
    ],
    costs: {
      engineCpuMsPerPageCold: (median(cpu.map(({ engine }) => engine)) * 1000) / pages,
      slotCpuMsPerPage: (median(cpu.map(({ around }) => around)) * 1000) / pages,
    },
    notes: [
      `${documents.length} documents, ${pages} pages, json and markdown; every contender starts cold`,
      'each has the first of Java’s compilers only, as the slots are shipped',
    ],
  };
}

export const engine: Bench = {
  name: 'engine',
  about: 'our pool of slots compared with the bare engine',
  rounds: { smoke: 1, standard: 4, full: 7 },
  minutes: { smoke: 2, standard: 3.5, full: 40 },
  run,
};
