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

export function markdownTable(records: readonly RunRecord[]): string {
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...records.map((one) => line(cells(one)))].join(
    '\n',
  );
}

export function plainTable(records: readonly RunRecord[]): string {
  const rows = [columns, ...records.map(cells)];
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
