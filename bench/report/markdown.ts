/** Parts of a result as markdown. */
import type { Comparison, Figure, Table } from '../bench.ts';
import { inWords, reaches, spreadOf, standing } from '../measure/spread.ts';
import { kindOf, number } from './words.ts';

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function markdownTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const text = (cell: string | number) =>
    typeof cell === 'number' ? number(cell) : cell.replaceAll('|', '\\|');
  const align = columns.map((_, at) => (rows.some((row) => typeof row[at] === 'number') ? '--:' : '---'));
  return [line(columns), line(align), ...rows.map((row) => line(row.map(text)))].join('\n');
}

export const tableOf = ({ title, columns, rows }: Table) => `**${title}**\n\n${markdownTable(columns, rows)}`;

function verdict(isReached: boolean): string {
  return isReached ? 'yes' : '**no**';
}

/** One line of the table of aims. */
export function comparisonRow(comparison: Comparison): readonly (string | number)[] {
  const { what, unit, ours, bare, rounds, aim } = comparison;
  const middle = (of: (round: { ours: number; bare: number }) => number) =>
    number(spreadOf(rounds.map(of)).median);
  const { median, p10, p90 } = standing(comparison);
  const sign = kindOf(comparison) === 'difference' && median > 0 ? '+' : '';
  return [
    what,
    `${ours}: ${middle((one) => one.ours)} ${unit}`,
    `${bare}: ${middle((one) => one.bare)} ${unit}`,
    `${sign}${number(median)} (${number(p10)} to ${number(p90)})`,
    aim === undefined ? '–' : inWords(aim),
    aim === undefined ? '' : verdict(reaches(aim, median)),
  ];
}

export const comparisonColumns = [
  'what',
  'ours',
  'compared with',
  'ratio, difference or factor (p10 to p90)',
  'aim',
  'reached',
];

export function figureRow({ what, unit, values, atMost }: Figure): readonly (string | number)[] {
  const { median, p10, p90 } = spreadOf(values);
  return [
    what,
    `${number(median)} ${unit}`,
    values.length === 1 ? '' : `${number(p10)} to ${number(p90)}`,
    atMost === undefined ? '–' : `at most ${atMost}`,
    atMost === undefined ? '' : verdict(Math.max(...values) <= atMost),
  ];
}

export const figureColumns = ['what', 'median', 'p10 to p90', 'aim for the highest', 'reached'];
