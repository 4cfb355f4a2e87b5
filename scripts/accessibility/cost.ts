/** CPU time that the checks of PDF/UA-1 take: the engine converts each document with and without them. */
import { cpuMsOf, enginesOf } from '../../bench/measure/cpu.ts';
import type { Converter } from '../../server/src/start/converter.ts';

type Engines = { readonly checking: Converter; readonly unchecked: Converter };
export type Subject = { readonly file: string; readonly pages: number };
export type Cost = Subject & { readonly checkedMs: number; readonly uncheckedMs: number };
type Convert = (engine: Converter, file: string) => Promise<unknown>;

const engines = enginesOf(process.pid);

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOf(engines);
  await work();
  return cpuMsOf(engines) - before;
}

/** Mean over `rounds`. The first conversions of a process are slow, so both engines have converted everything before. */
export async function measureCost(
  { checking, unchecked }: Engines,
  subjects: readonly Subject[],
  rounds: number,
  convert: Convert,
): Promise<readonly Cost[]> {
  for (const { file } of subjects) await convert(unchecked, file);
  const sums = subjects.map(() => ({ checkedMs: 0, uncheckedMs: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { file }] of subjects.entries()) {
      const sum = sums[at] as (typeof sums)[number];
      sum.uncheckedMs += (await cpuMs(() => convert(unchecked, file))) / rounds;
      sum.checkedMs += (await cpuMs(() => convert(checking, file))) / rounds;
    }
  }
  return subjects.map((subject, at) => ({ ...subject, ...(sums[at] as (typeof sums)[number]) }));
}

const shareOf = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Each document counts once in median and p90, whatever its length; the means are over all pages. */
export type CostFigures = {
  readonly documents: number;
  readonly pages: number;
  readonly rounds: number;
  readonly medianMs: number;
  readonly p90Ms: number;
  readonly meanMs: number;
  /** The rest of the conversion. */
  readonly restMs: number;
};

export function costFigures(costs: readonly Cost[], rounds: number): CostFigures {
  const perPage = costs
    .map(({ pages, checkedMs, uncheckedMs }) => (checkedMs - uncheckedMs) / pages)
    .toSorted((a, b) => a - b);
  const total = (of: (cost: Cost) => number) => costs.reduce((sum, cost) => sum + of(cost), 0);
  const pages = total((cost) => cost.pages);
  const [checked, unchecked] = [total(({ checkedMs }) => checkedMs), total(({ uncheckedMs }) => uncheckedMs)];
  return {
    documents: costs.length,
    pages,
    rounds,
    medianMs: Math.round(shareOf(perPage, 0.5)),
    p90Ms: Math.round(shareOf(perPage, 0.9)),
    meanMs: Math.round((checked - unchecked) / pages),
    restMs: Math.round(unchecked / pages),
  };
}
