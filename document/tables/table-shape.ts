/** What tells a table from text whose parts are set in boxes. */
import type { TableCell } from './table-cells.ts';

const wordsPerCellMax = 25;

/** Several rows with texts next to each other, that are no paragraphs. */
export function hasTableShape(cells: readonly TableCell[], rows: number): boolean {
  const words = cells.reduce((sum, cell) => sum + cell.lines.flat().length, 0);
  return hasColumns(cells, rows) && words < wordsPerCellMax * cells.length;
}

/** Several rows with texts next to each other. */
export function hasColumns(cells: readonly TableCell[], rows: number): boolean {
  const perRow = new Map<number, number>();
  for (const { row } of cells) perRow.set(row, (perRow.get(row) ?? 0) + 1);
  const columns = new Set(cells.map((cell) => cell.column));
  const wide = [...perRow.values()].filter((count) => count > 1).length;
  return wide >= Math.max(2, 0.5 * rows) && columns.size > 1;
}
