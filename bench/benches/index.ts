/** What the reading index adds to the CPU time of a conversion: the same extractions, with it and without it in turn. */
import type { Bench, Context, Measured, Round } from '../bench.ts';
import { chooseDocuments, pagesOf } from '../engine/documents.ts';
import { convertLimitMs, extractAll, writeCpuMs } from '../engine/write-extraction.ts';
import { isTimeLeft } from '../measure/interleave.ts';
import { median } from '../measure/spread.ts';
import { scratch } from '../scratch.ts';

const growthMax = 1.05;

type Written = { readonly with: number; readonly without: number };

/** Every second document begins without the index, and each round begins the other way. */
async function writeRound(root: string, paths: readonly string[], round: number): Promise<Written> {
  const sums = { with: 0, without: 0 };
  for (const [number, path] of paths.entries()) {
    const ways = ['with', 'without'] as const;
    for (const way of (number + round) % 2 === 0 ? ways : ways.toReversed()) {
      sums[way] += await writeCpuMs(root, path, way);
    }
  }
  return sums;
}

async function run(context: Context): Promise<Measured> {
  const root = await scratch(context);
  const documents = await chooseDocuments(context, root, convertLimitMs);
  const pages = pagesOf(documents);
  const { paths, engineCpuMs } = await extractAll(root, documents);
  // A writer process is warm: it is replaced after 2,000 documents.
  await writeRound(root, paths, 0);
  const rounds: Round[] = [];
  const added: number[] = [];
  for (let round = 0; round < context.rounds; round += 1) {
    const beganMs = performance.now();
    const written = await writeRound(root, paths, round);
    rounds.push({
      ours: (engineCpuMs + written.with) / pages,
      bare: (engineCpuMs + written.without) / pages,
    });
    added.push((written.with - written.without) / pages);
    const [engine, ...ways] = [engineCpuMs, written.without, written.with].map((ms) =>
      (ms / pages).toFixed(2),
    );
    context.say(
      `  round ${round + 1}/${context.rounds}: engine ${engine}, writer ${ways.join(' and with the index ')} ms a page`,
    );
    if (!isTimeLeft(context, beganMs)) break;
  }
  return {
    comparisons: [
      {
        what: 'CPU time of a conversion with its reading index',
        unit: 'ms a page',
        better: 'lower',
        ours: 'with the index',
        bare: 'without',
        rounds,
        aim: { kind: 'factor', atMost: growthMax },
        limit: `The index takes ${median(added).toFixed(2)} ms of CPU a page.`,
      },
    ],
    figures: [{ what: 'CPU time of the reading index', unit: 'ms a page', values: added }],
    notes: [
      `${documents.length} documents, ${pages} pages, json and markdown; engine and writer are warm`,
      'the writer runs in the process of the benchmark; what the worker does around it is left out',
    ],
  };
}

export const index: Bench = {
  name: 'index',
  about: 'what the reading index adds to a conversion',
  rounds: { smoke: 1, standard: 9, full: 25 },
  minutes: { smoke: 1, standard: 3, full: 15 },
  withoutServices: true,
  run,
};
