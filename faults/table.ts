/** The table at the end: one line for each run, and what was wrong below it. */

import { percentile } from '../e2e/runs/figures.ts';
import { complaints, violationsOf } from './checker/check.ts';
import type { RunResult } from './fault-run.ts';

const columns = [
  'run',
  'load',
  'lost',
  'double charges',
  'stuck',
  'wrong done',
  'recovery p99',
  'seconds',
  'seed',
];

const countOf = ({ verdict }: RunResult, id: string) => String(violationsOf(verdict, id).length);

function cells(result: RunResult): string[] {
  const p99 = percentile(result.outcome.recoveryMs ?? [], 0.99);
  return [
    result.run,
    result.outcome.load,
    countOf(result, 'I1'),
    countOf(result, 'I6'),
    countOf(result, 'I2'),
    countOf(result, 'I11'),
    p99 === undefined ? '–' : `${(p99 / 1000).toFixed(1)} s`,
    String(Math.round(result.tookMs / 1000)),
    String(result.seed),
  ];
}

export const failures = (result: RunResult): string[] => [
  ...complaints(result.verdict),
  ...result.outcome.misses.map((miss) => `figure missed: ${miss}`),
];

/** A run that broke down on its way has looked at nothing. */
export const hasLooked = ({ verdict }: RunResult) => verdict.size > 0;

export function markdownTable(results: readonly RunResult[]): string {
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...results.map((one) => line(cells(one)))].join(
    '\n',
  );
}

export function plainTable(results: readonly RunResult[]): string {
  const rows = [columns, ...results.map(cells)];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
