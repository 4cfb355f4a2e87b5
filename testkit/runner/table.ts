/** The table at the end: one line for each run. */
import type { RunRecord } from './record.ts';

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

const cells = (record: RunRecord): string[] => [
  record.run,
  record.load,
  String(record.lost),
  String(record.doubleCharges),
  String(record.stuck),
  String(record.wrongDone),
  record.recoveryP99Ms === null ? '–' : `${(record.recoveryP99Ms / 1000).toFixed(1)} s`,
  String(Math.round(record.tookMs / 1000)),
  String(record.seed),
];

export function markdownRows([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

export function plainRows(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}

export const markdownTable = (records: readonly RunRecord[]) =>
  markdownRows([columns, ...records.map(cells)]);
export const plainTable = (records: readonly RunRecord[]) => plainRows([columns, ...records.map(cells)]);
