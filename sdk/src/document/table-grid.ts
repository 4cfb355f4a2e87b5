/** Lays the cells of a table out on its grid, so that a cell with spans covers every place it takes. */
import type { Table, TableCell } from './node.ts';

export type Place = {
  /** The cell that covers this place; null where the table has none. */
  readonly node: TableCell | null;
  /** True at the upper left place of the cell. */
  readonly isOrigin: boolean;
};

const empty: Place = { node: null, isOrigin: false };

/** Spans come from a document that anybody may have written: nothing may reach beyond these. */
const sizeMax = 10_000;

function sizeOf(table: Table): { rows: number; columns: number } {
  const cells = table.rows.flatMap((row) => row.cells);
  const rows = Math.max(
    table.rows.length,
    table['number of rows'],
    ...cells.map((cell) => cell['row number']),
  );
  const columns = Math.max(table['number of columns'], ...cells.map((cell) => cell['column number']));
  return { rows: Math.min(rows, sizeMax), columns: Math.min(columns, sizeMax) };
}

export function gridOf(table: Table): Place[][] {
  const { rows, columns } = sizeOf(table);
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => empty));
  for (const cell of table.rows.flatMap((row) => row.cells)) {
    const top = cell['row number'] - 1;
    const left = cell['column number'] - 1;
    const bottom = Math.min(top + Math.max(1, cell['row span']), rows);
    const right = Math.min(left + Math.max(1, cell['column span']), columns);
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) {
        const line = grid[row];
        if (line) line[column] = { node: cell, isOrigin: row === top && column === left };
      }
    }
  }
  return grid;
}
