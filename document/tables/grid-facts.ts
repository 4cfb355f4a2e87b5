/** Measures of a grid that tell tables from other texts in columns. */
import { isMonospaced } from '../read/monospaced.ts';
import type { TableGrid } from './build-grid.ts';
import type { Column } from './columns.ts';
import { edgesOf } from './regions.ts';
import type { PageRules } from './rules.ts';
import type { TableCell } from './table-cells.ts';
import { isLeader, isNumeric } from './text-rows.ts';
import { runsOf, type Word } from './words.ts';

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
  /** Of words in a monospaced font. */
  readonly mono: number;
  /** Columns, besides the first, in which most cells are numbers. */
  readonly numericColumns: number;
  /** Of cells that hold several numbers. */
  readonly crowded: number;
  /** Of cells that begin, end or have their middle where others of their column do. */
  readonly aligned: number;
  /** Of cells that are or begin with a bullet. */
  readonly bullets: number;
  readonly boldHeader: boolean;
};

const bullet = /^(?:[•●○▪■◦‣✓❑❒□▢☐☑☒]|[ouy](?=\s|$))/u;
/** In parts of the font size. */
const alignedWithin = 0.35;

function share(count: number, all: number): number {
  return all === 0 ? 0 : count / all;
}

function bodyCells(grid: TableGrid): readonly TableCell[] {
  return grid.cells.filter((cell) => cell.header === undefined);
}

/** The columns, besides the first, in which most cells are numbers. */
export function numericColumns(grid: TableGrid): readonly number[] {
  return [...grid.columns.keys()].slice(1).filter((at) => {
    const values = bodyCells(grid).filter((cell) => cell.column === at);
    return values.filter((cell) => cell.isNumeric).length > 0.6 * values.length;
  });
}

function wideRules({ textRows }: TableGrid, { horizontal }: PageRules): number {
  const [left, right] = edgesOf(textRows);
  const [top, bottom] = [textRows[0]?.top ?? 0, textRows.at(-1)?.bottom ?? 0];
  const size = textRows[0]?.size ?? 10;
  return horizontal.filter(
    ({ at, from, to }) =>
      at < top + 1.5 * size &&
      at > bottom - 1.5 * size &&
      Math.min(right, to) - Math.max(left, from) > 0.75 * (right - left) &&
      to - from < 1.35 * (right - left) + 4 * size,
  ).length;
}

function edgesOfLine(words: readonly Word[]): readonly [number, number] {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const word of words) {
    if (isLeader(word)) continue;
    left = Math.min(left, word.left);
    right = Math.max(right, word.right);
  }
  return [left, right];
}

/** How many of the numbers are within a tolerance of the one that has the most neighbours. */
function clustered(numbers: readonly number[], within: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  let [most, from] = [0, 0];
  for (const [at, number] of sorted.entries()) {
    while (number - (sorted[from] ?? number) > 2 * within) from += 1;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

function alignedShare(grid: TableGrid, size: number): number {
  let [aligned, all] = [0, 0];
  grid.columns.forEach((_column: Column, at) => {
    const edges = bodyCells(grid)
      .filter((cell) => cell.column === at && cell.columnEnd === at)
      .map((cell) => edgesOfLine(cell.lines[0] ?? []));
    if (edges.length < 2) return;
    const best = Math.max(
      clustered(
        edges.map(([left]) => left),
        alignedWithin * size,
      ),
      clustered(
        edges.map(([, right]) => right),
        alignedWithin * size,
      ),
      clustered(
        edges.map(([left, right]) => (left + right) / 2),
        alignedWithin * size,
      ),
    );
    // Labels of groups are indented differently.
    aligned += at === 0 ? edges.length : best;
    all += edges.length;
  });
  return all === 0 ? 1 : aligned / all;
}

function isCrowded(cell: TableCell): boolean {
  const words = cell.lines.flat().filter((word) => /\d/u.test(word.text) && isNumeric(word.text));
  return words.length > 1 && words.length === cell.lines.flat().length && !/[-–/±(]/u.test(cell.text);
}

function isBold(cells: readonly TableCell[]): boolean {
  const runs = cells.flatMap((cell) => cell.lines.flat().flatMap(runsOf));
  return runs.length > 0 && runs.every((run) => run.bold === true || run.text.trim() === '');
}

export function gridFacts(grid: TableGrid, rules: PageRules): GridFacts {
  const { cells, textRows, columns, rows } = grid;
  const places = cells.map((cell) => (cell.rowEnd - cell.row + 1) * (cell.columnEnd - cell.column + 1));
  const words = textRows.flatMap((row) => row.segments.flatMap((segment) => segment.words));
  const values = bodyCells(grid).filter((cell) => cell.column > 0);
  const led = textRows.filter((row) => row.segments.some((segment) => segment.words.some(isLeader))).length;
  const mono = words.filter((word) => runsOf(word).some((run) => isMonospaced(run.font))).length;
  const first = cells.filter((cell) => cell.row === 0);
  const size = textRows[textRows.length >> 1]?.size ?? 10;
  return {
    density: share(
      places.reduce((sum, count) => sum + count, 0),
      rows * columns.length,
    ),
    numeric: share(values.filter((cell) => cell.isNumeric).length, values.length),
    wordsPerCell: share(words.length, cells.length),
    rules: wideRules(grid, rules),
    led: share(led, textRows.length),
    mono: share(mono, words.length),
    numericColumns: numericColumns(grid).length,
    crowded: share(values.filter(isCrowded).length, values.length),
    aligned: alignedShare(grid, size),
    bullets: share(cells.filter((cell) => bullet.test(cell.text)).length, cells.length),
    boldHeader: isBold(first) && !isBold(cells.filter((cell) => cell.row > 0)),
  };
}
