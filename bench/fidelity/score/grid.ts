/** A table as a matrix: every place holds the cell that covers it. */
import type { Cell, TableBlock } from '../blocks.ts';

export type Grid = readonly (readonly (Cell | undefined)[])[];

export function gridOf({ rows }: TableBlock): Grid {
  const grid: (Cell | undefined)[][] = [];
  const lineAt = (row: number) => (grid[row] ??= []);
  for (const [row, cells] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (lineAt(row)[column] !== undefined) column++;
      for (let down = 0; down < cell.rowSpan; down++) {
        const line = lineAt(row + down);
        for (let right = 0; right < cell.columnSpan; right++) line[column + right] = cell;
      }
      column += cell.columnSpan;
    }
  }
  return Array.from(grid, (line) => Array.from(line ?? []));
}
