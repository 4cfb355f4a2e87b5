/** The table at the end: one line for each figure of each run. */
import { markdownRows, plainRows } from '../faults/table.ts';
import type { SecurityResult } from './security-run.ts';

const columns = ['run', 'load', 'figure', 'aim', 'held', 'seconds', 'seed'];

/** What belongs to the whole run stands beside its first figure only. */
function rowsOf({ run, outcome, figures, tookMs, seed }: SecurityResult): string[][] {
  return figures.map(({ measured, aim, held }, at) => {
    const verdict = held ? 'yes' : 'NO';
    return at === 0
      ? [run, outcome.load, measured, aim, verdict, String(Math.round(tookMs / 1000)), String(seed)]
      : ['', '', measured, aim, verdict, '', ''];
  });
}

export const markdownTable = (results: readonly SecurityResult[]) =>
  markdownRows([columns, ...results.flatMap(rowsOf)]);
export const plainTable = (results: readonly SecurityResult[]) =>
  plainRows([columns, ...results.flatMap(rowsOf)]);
