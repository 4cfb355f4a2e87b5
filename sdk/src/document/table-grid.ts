/** Lays the cells of a table out on its grid, so that a cell with spans covers every place it takes. */
import type { Table, TableCell } from './node.ts';

export type Place = {
  /** The cell that covers this place; null where the table has none. */
  readonly node: TableCell | null;
  /** True at the upper left place of the cell. */
  readonly isOrigin: boolean;
};

type Size = { readonly rows: number; readonly columns: number };

const empty: Place = { node: null, isOrigin: false };

/**
 * Sizes and spans come from a document that anybody may have written, so time and memory follow the number of cells
 * that are really there. The engine lists every cell, also an empty one: only spans make more places than cells.
 */
const placesAlways = 1_000;
const placesPerCell = 64;

const wholeOr0 = (value: unknown) => (Number.isSafeInteger(value) ? Math.max(0, value as number) : 0);

function sizeOf(table: Table, cells: readonly TableCell[]): Size {
  let rows = Math.max(table.rows.length, wholeOr0(table['number of rows']));
  let columns = wholeOr0(table['number of columns']);
  for (const cell of cells) {
    rows = Math.max(rows, wholeOr0(cell['row number']));
    columns = Math.max(columns, wholeOr0(cell['column number']));
  }
  const placesMax = placesAlways + placesPerCell * cells.length;
  columns = Math.min(columns, placesMax);
  return { rows: Math.min(rows, Math.floor(placesMax / Math.max(1, columns))), columns };
}

export function gridOf(table: Table): Place[][] {
  const cells = table.rows.flatMap((row) => row.cells);
  const { rows, columns } = sizeOf(table, cells);
  const grid = Array.from({ length: rows }, () => new Array<Place>(columns).fill(empty));
  // Cells that do not overlap cannot use this up.
  let placesLeft = rows * columns;
  for (const cell of cells) {
    const top = wholeOr0(cell['row number']) - 1;
    const left = wholeOr0(cell['column number']) - 1;
    if (top < 0 || left < 0 || top >= rows || left >= columns) continue;
    const bottom = placesLeft > 0 ? Math.min(top + Math.max(1, wholeOr0(cell['row span'])), rows) : top + 1;
    const right =
      placesLeft > 0 ? Math.min(left + Math.max(1, wholeOr0(cell['column span'])), columns) : left + 1;
    placesLeft -= (bottom - top) * (right - left);
    const covered: Place = { node: cell, isOrigin: false };
    for (let row = top; row < bottom; row += 1) grid[row]?.fill(covered, left, right);
    const first = grid[top];
    if (first) first[left] = { node: cell, isOrigin: true };
  }
  return grid;
}
