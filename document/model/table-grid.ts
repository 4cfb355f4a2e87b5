/** The cells of a table at their places. Tolerates tables whose positions and spans contradict each other. */
import type { Cell, Table } from './blocks.ts';

/** A cell with the part of its spans that is free and inside the table. */
export type PlacedCell = { readonly cell: Cell; readonly rowSpan: number; readonly columnSpan: number };

/** `covered` by a span of a cell above or to the left; `null` if no cell is there. */
export type Slot = PlacedCell | 'covered' | null;
export type Grid = readonly (readonly Slot[])[];

/** Above this, rows are written as they are, without the slots between their cells: work is bounded by the cells. */
const slotsMax = 250_000;

const positive = (value: number) => (Number.isSafeInteger(value) && value > 0 ? value : 1);

export function tableGrid(table: Table): Grid {
  const rows = table.kids.length;
  const columns = columnCount(table);
  if (rows * columns > slotsMax) {
    return table.kids.map((row) => row.kids.map((cell) => ({ cell, rowSpan: 1, columnSpan: 1 })));
  }
  const grid: Slot[][] = Array.from({ length: rows }, () => Array<Slot>(columns).fill(null));
  for (const [rowIndex, row] of table.kids.entries()) {
    let from = 0;
    for (const cell of row.kids) from = place(grid, rowIndex, from, cell);
  }
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  for (const row of grid) while (row.length < width) row.push(null);
  return grid;
}

function columnCount(table: Table): number {
  let [reach, longest] = [1, 1];
  for (const row of table.kids) {
    longest = Math.max(longest, row.kids.length);
    for (const cell of row.kids) {
      reach = Math.max(reach, positive(cell.column) + positive(cell.column_span) - 1);
    }
  }
  return Math.max(longest, Math.min(reach, positive(table.columns)));
}

/** At its column, else at the next free one to the right, after the cells before it. Returns where the next may be. */
function place(grid: Slot[][], rowIndex: number, from: number, cell: Cell): number {
  const row = grid[rowIndex] ?? [];
  let column = Math.max(from, Math.min(positive(cell.column) - 1, row.length));
  while (column < row.length && row[column] !== null) column++;
  if (column >= row.length) {
    row.push({ cell, rowSpan: 1, columnSpan: 1 });
    return row.length;
  }
  const columnSpan = freeColumns(row, column, positive(cell.column_span));
  const rowSpan = freeRows(grid, rowIndex, column, columnSpan, positive(cell.row_span));
  for (let r = rowIndex; r < rowIndex + rowSpan; r++) {
    for (let c = column; c < column + columnSpan; c++) (grid[r] ?? [])[c] = 'covered';
  }
  row[column] = { cell, rowSpan, columnSpan };
  return column + columnSpan;
}

function freeColumns(row: readonly Slot[], column: number, wanted: number): number {
  let free = 0;
  while (free < wanted && column + free < row.length && row[column + free] === null) free++;
  return free;
}

function freeRows(
  grid: readonly (readonly Slot[])[],
  rowIndex: number,
  column: number,
  columnSpan: number,
  wanted: number,
): number {
  let free = 1;
  while (free < wanted && rowIndex + free < grid.length) {
    const below = grid[rowIndex + free] ?? [];
    if (below.slice(column, column + columnSpan).some((slot) => slot !== null)) break;
    free++;
  }
  return free;
}

export const hasSpans = (grid: Grid): boolean => grid.some((row) => row.includes('covered'));
