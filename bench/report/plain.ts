/** A result for the terminal. */
import type { Comparison, Figure, Result, Table } from '../bench.ts';
import { inWords, misses, spreadOf, standing } from '../measure/spread.ts';
import { kindOf, number } from './words.ts';

function comparisonLine(comparison: Comparison): string[] {
  const { what, unit, ours, bare, rounds, aim } = comparison;
  const [own, other] = [spreadOf(rounds.map((one) => one.ours)), spreadOf(rounds.map((one) => one.bare))];
  const { median, p10, p90 } = standing(comparison);
  const aimed = aim === undefined ? '' : `, aim ${inWords(aim)}`;
  return [
    `  ${what}: ${kindOf(comparison)} ${number(median)} (${number(p10)} to ${number(p90)}${aimed})`,
    `    ${ours}: ${number(own.median)} ${unit}; ${bare}: ${number(other.median)} ${unit}`,
  ];
}

function figureLine({ what, unit, values, atMost }: Figure): string {
  const { median, p10, p90 } = spreadOf(values);
  const aimed = atMost === undefined ? '' : `, aim at most ${atMost}`;
  return `  ${what}: ${number(median)} ${unit} (${number(p10)} to ${number(p90)}${aimed})`;
}

function tableLines({ title, columns, rows }: Table): string[] {
  const cells = [
    columns,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? number(cell) : cell))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => String(row[at] ?? '').length)));
  const line = (row: readonly (string | number)[]) =>
    row.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join('  ');
  return [`  ${title}`, ...cells.map((row) => `    ${line(row).trimEnd()}`)];
}

export function plainResult(result: Result): string {
  const { comparisons = [], figures = [], tables = [], costs = {}, notes = [] } = result;
  const priced = Object.entries(costs).map(([name, value]) => `  ${name}: ${number(value)}`);
  const missed = misses(comparisons, figures).map((miss) => `  MISSED ${miss}`);
  return [
    ...comparisons.flatMap(comparisonLine),
    ...figures.map(figureLine),
    ...tables.flatMap(tableLines),
    ...priced,
    ...notes.map((note) => `  ${note}`),
    ...missed,
    `  ${result.tookSeconds} s`,
  ].join('\n');
}
