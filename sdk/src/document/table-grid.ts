/** Lays out the cells of a table on a grid; a cell with spans covers several grid cells. */
import type { Cell, Table } from './node.ts';

export type GridCell = {
  /** The table cell that covers this grid cell; null if there is none. */
  readonly node: Cell | null;
  /** True at the upper left grid cell of the table cell. */
  readonly isOrigin: boolean;
};

type Size = { readonly rows: number; readonly columns: number };

const emptyCell: GridCell = { node: null, isOrigin: false };

/**
 * Sizes and spans come from an untrusted document, so time and memory are bounded by the number of cells that
 * exist. Empty cells are listed too: only spans can make the grid larger than the list of cells.
 */
const gridCellsBase = 1_000;
const gridCellsPerTableCell = 64;

const nonNegativeInteger = (value: unknown) =>
  Number.isSafeInteger(value) ? Math.max(0, value as number) : 0;

function sizeOf(table: Table, cells: readonly Cell[]): Size {
  let rows = Math.max(table.kids.length, nonNegativeInteger(table.rows));
  let columns = nonNegativeInteger(table.columns);
  for (const cell of cells) {
    rows = Math.max(rows, nonNegativeInteger(cell.row));
    columns = Math.max(columns, nonNegativeInteger(cell.column));
  }
  const gridCellsMax = gridCellsBase + gridCellsPerTableCell * cells.length;
  columns = Math.min(columns, gridCellsMax);
  return { rows: Math.min(rows, Math.floor(gridCellsMax / Math.max(1, columns))), columns };
}

export function tableGrid(table: Table): GridCell[][] {
  const cells = table.kids.flatMap((row) => row.kids);
  const { rows, columns } = sizeOf(table, cells);
  const grid = Array.from({ length: rows }, () => new Array<GridCell>(columns).fill(emptyCell));
  // Cells that do not overlap never use this up.
  let gridCellsLeft = rows * columns;
  for (const cell of cells) {
    const top = nonNegativeInteger(cell.row) - 1;
    const left = nonNegativeInteger(cell.column) - 1;
    if (top < 0 || left < 0 || top >= rows || left >= columns) continue;
    const bottom =
      gridCellsLeft > 0 ? Math.min(top + Math.max(1, nonNegativeInteger(cell.rowSpan)), rows) : top + 1;
    const right =
      gridCellsLeft > 0
        ? Math.min(left + Math.max(1, nonNegativeInteger(cell.columnSpan)), columns)
        : left + 1;
    gridCellsLeft -= (bottom - top) * (right - left);
    const covered: GridCell = { node: cell, isOrigin: false };
    for (let row = top; row < bottom; row += 1) grid[row]?.fill(covered, left, right);
    const first = grid[top];
    if (first) first[left] = { node: cell, isOrigin: true };
  }
  return grid;
}
