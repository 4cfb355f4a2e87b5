/** The table at the end: one line for each figure of each run. */
import type { RunRecord } from './record.ts';

const columns = ['run', 'load', 'figure', 'aim', 'passed', 'seconds', 'seed'];

/** What belongs to the whole run is printed next to its first figure only. */
function rowsOf({ run, load, figures, tookMs, seed }: RunRecord): string[][] {
  return figures.map(({ measured, aim, passed }, at) => {
    const verdict = passed ? 'yes' : 'NO';
    return at === 0
      ? [run, load, measured, aim, verdict, String(Math.round(tookMs / 1000)), String(seed)]
      : ['', '', measured, aim, verdict, '', ''];
  });
}

const tableRows = (records: readonly RunRecord[]) => [columns, ...records.flatMap(rowsOf)];

export function markdownTable(records: readonly RunRecord[]): string {
  const [head = [], ...rows] = tableRows(records);
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

export function plainTable(records: readonly RunRecord[]): string {
  const rows = tableRows(records);
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
