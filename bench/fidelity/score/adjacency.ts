/** Cells by their neighbours, as in the ICDAR 2013 table competition: which text stands next to which, right and below. */
import { type Block, type Cell, isTable, type TableBlock } from '../blocks.ts';
import { type Grid, gridOf } from './grid.ts';
import { countOf, sharedOf, totalOf } from './words.ts';

/** Letters, digits and what belongs to numbers. */
const keyOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}%$€£+.,-]/gu, '');

type Step = { readonly name: 'right' | 'down'; readonly row: number; readonly column: number };
const steps: readonly Step[] = [
  { name: 'right', row: 0, column: 1 },
  { name: 'down', row: 1, column: 0 },
];

/** The next other cell with text in that direction. */
function neighbour(grid: Grid, row: number, column: number, step: Step, width: number): Cell | undefined {
  const from = grid[row]?.[column];
  let [y, x] = [row + step.row, column + step.column];
  for (; y < grid.length && x < width; y += step.row, x += step.column) {
    const cell = grid[y]?.[x];
    if (cell !== undefined && cell !== from && keyOf(cell.text) !== '') return cell;
  }
  return undefined;
}

/** Every pair of cells once, however many rows or columns they touch in. */
export function relationsOf(table: TableBlock): readonly string[] {
  const grid = gridOf(table);
  const width = grid.reduce((most, line) => Math.max(most, line.length), 0);
  const ids = new Map<Cell, number>();
  for (const cell of table.rows.flat()) ids.set(cell, ids.size);
  const relations = new Map<string, string>();
  for (const [row, line] of grid.entries()) {
    for (const [column, cell] of line.entries()) {
      if (cell === undefined || keyOf(cell.text) === '') continue;
      for (const step of steps) {
        const other = neighbour(grid, row, column, step, width);
        if (other === undefined) continue;
        relations.set(
          `${ids.get(cell)} ${step.name} ${ids.get(other)}`,
          `${keyOf(cell.text)} ${step.name} ${keyOf(other.text)}`,
        );
      }
    }
  }
  return [...relations.values()];
}

export type Adjacency = { readonly wanted: number; readonly found: number; readonly shared: number };

/** All tables of a document together: a table cut in two keeps its relations. */
export function scoreAdjacency(truth: readonly Block[], found: readonly Block[]): Adjacency {
  const count = (blocks: readonly Block[]) => countOf(blocks.filter(isTable).flatMap(relationsOf));
  const [wanted, got] = [count(truth), count(found)];
  return { wanted: totalOf(wanted), found: totalOf(got), shared: sharedOf(wanted, got) };
}
