/** The table at the end: one line for each figure of each run. */
import { markdownRows, plainRows } from '@octavo/testkit/runner/table.ts';
import type { Figure } from './security-run.ts';

export type TableRun = {
  readonly run: string;
  readonly load: string;
  readonly figures: readonly Figure[];
  readonly tookMs: number;
  readonly seed: number;
};

const columns = ['run', 'load', 'figure', 'aim', 'held', 'seconds', 'seed'];

/** What belongs to the whole run stands beside its first figure only. */
function rowsOf({ run, load, figures, tookMs, seed }: TableRun): string[][] {
  return figures.map(({ measured, aim, held }, at) => {
    const verdict = held ? 'yes' : 'NO';
    return at === 0
      ? [run, load, measured, aim, verdict, String(Math.round(tookMs / 1000)), String(seed)]
      : ['', '', measured, aim, verdict, '', ''];
  });
}

export const markdownTable = (runs: readonly TableRun[]) => markdownRows([columns, ...runs.flatMap(rowsOf)]);
export const plainTable = (runs: readonly TableRun[]) => plainRows([columns, ...runs.flatMap(rowsOf)]);
