/** Whether a grid is a table: prose, lists, contents pages and forms can stand in columns too. */
import { isMonospaced } from '../read/monospaced.ts';
import type { TableGrid } from './build-grid.ts';
import { edgesOf } from './regions.ts';
import type { PageRules } from './rules.ts';
import { isLeader } from './text-rows.ts';

export type GridFacts = {
  /** Of the places of the grid that are filled. */
  readonly density: number;
  /** Of the cells outside of the first column and the header. */
  readonly numeric: number;
  readonly wordsPerCell: number;
  /** Horizontal rules that are as wide as the table, at its edges or between its rows. */
  readonly rules: number;
  /** Of rows that have dots between two columns. */
  readonly led: number;
  readonly mono: number;
  /** Columns, besides the first, in which most cells are numbers. */
  readonly numericColumns: number;
};

function numericColumns({ cells, columns }: TableGrid): number {
  return columns.slice(1).filter((_, at) => {
    const values = cells.filter((cell) => !cell.isHeader && cell.column === at + 1);
    return values.filter((cell) => cell.isNumeric).length > 0.6 * values.length;
  }).length;
}

export function gridFacts(grid: TableGrid, rules: PageRules): GridFacts {
  const { cells, textRows, columns, rows } = grid;
  let [filled, words, numeric, values] = [0, 0, 0, 0];
  for (const cell of cells) {
    filled += (cell.rowEnd - cell.row + 1) * (cell.columnEnd - cell.column + 1);
    words += cell.lines.reduce((sum, line) => sum + line.length, 0);
    if (cell.isHeader || cell.column === 0) continue;
    values += 1;
    if (cell.isNumeric) numeric += 1;
  }
  const [left, right] = edgesOf(textRows);
  const [top, bottom] = [textRows[0]?.top ?? 0, textRows.at(-1)?.bottom ?? 0];
  const size = textRows[0]?.size ?? 10;
  const wide = rules.horizontal.filter(
    ({ at, from, to }) =>
      at < top + 1.5 * size &&
      at > bottom - 1.5 * size &&
      Math.min(right, to) - Math.max(left, from) > 0.75 * (right - left) &&
      to - from < 1.35 * (right - left) + 4 * size,
  );
  const all = textRows.flatMap((row) => row.segments.flatMap((segment) => segment.words));
  const led = textRows.filter((row) => row.segments.some((segment) => segment.words.some(isLeader))).length;
  const mono = all.filter((word) => word.line.runs.some((run) => isMonospaced(run.font))).length;
  return {
    density: filled / Math.max(1, rows * columns.length),
    numeric: values === 0 ? 0 : numeric / values,
    wordsPerCell: words / Math.max(1, cells.length),
    rules: wide.length,
    led: led / Math.max(1, textRows.length),
    mono: mono / Math.max(1, all.length),
    numericColumns: numericColumns(grid),
  };
}

export function isTable(grid: TableGrid, rules: PageRules, pageMono: number): boolean {
  const facts = gridFacts(grid, rules);
  const { length: columns } = grid.columns;
  const bodyRows = grid.rows - grid.headerRows;
  if (grid.rows < 2 || bodyRows < 1 || facts.density < 0.4) return false;
  // Entries of a contents page lead to one number.
  if (facts.led > 0.3 && facts.numericColumns < 2) return false;
  // A listing, unless the whole page is typewritten.
  if (facts.mono > 0.5 && (pageMono < 0.8 || facts.numeric < 0.6)) return false;
  if (facts.rules >= 2 && facts.wordsPerCell < 12) return true;
  if (grid.rows < 3) return false;
  if (columns === 2) return facts.numeric > 0.6 && facts.density > 0.7 && bodyRows >= 3;
  if (facts.numeric > 0.4) return facts.wordsPerCell < 6;
  return grid.rows >= 3 && facts.density > 0.6 && facts.wordsPerCell < 4.5;
}
