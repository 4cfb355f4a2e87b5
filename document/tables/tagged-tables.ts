/** Tables of the structure tree, where the places of their words agree with it. */
import { unionBox } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedLine, ExtractedPage, ExtractedStructure, StructureCell } from '../model/extraction.ts';
import type { TableGrid } from './build-grid.ts';
import type { TableCell } from './table-cells.ts';
import { hasColumns, hasTableShape } from './table-shape.ts';
import { type Word, wordsOf } from './words.ts';

type TaggedTable = ExtractedStructure['tables'][number];

const cellsMin = 4;
/** Beyond these, the layout decides: time stays bounded. */
const [tablesMax, cellsMax, comparisonsMax] = [64, 5_000, 20_000_000];
/** In points: how far a word may reach over the box of its cell, which is that of its glyphs. */
const overhangMax = 1;
/** The share of the words between the cells that belong to none of them. */
const astrayMax = 0.1;

type Range = { readonly from: number; readonly to: number };

/** The extents of the cells that are in one row or column only, by its number. */
function extents(
  cells: readonly StructureCell[],
  line: 'row' | 'column',
  [low, high]: readonly [0 | 1, 2 | 3],
): readonly Range[] {
  const ranges = new Map<number, Range>();
  for (const cell of cells) {
    if (cell[`${line}_span`] > 1) continue;
    const { from, to } = ranges.get(cell[line]) ?? { from: cell.box[low], to: cell.box[high] };
    ranges.set(cell[line], { from: Math.min(from, cell.box[low]), to: Math.max(to, cell.box[high]) });
  }
  return [...ranges].sort(([one], [other]) => one - other).map(([, range]) => range);
}

const middle = ({ from, to }: Range): number => (from + to) / 2;

/** Each begins where the one before it has ended, or a little earlier. */
function isRising(ranges: readonly Range[]): boolean {
  return ranges.every((range, at) => {
    const before = ranges[at - 1];
    return before === undefined || (range.from > middle(before) && before.to < middle(range));
  });
}

type Direction = 'ltr' | 'rtl';

/** Rows go down the page. Columns go to the right, or all of them to the left. */
function direction(cells: readonly StructureCell[]): Direction | undefined {
  if (!isRising(extents(cells, 'row', [1, 3]).toReversed())) return undefined;
  const columns = extents(cells, 'column', [0, 2]);
  if (isRising(columns)) return 'ltr';
  return isRising(columns.toReversed()) ? 'rtl' : undefined;
}

function holds([left, bottom, right, top]: Box, word: Word, height: number): boolean {
  const center = (word.left + word.right) / 2;
  return (
    left - overhangMax <= center &&
    center <= right + overhangMax &&
    bottom - overhangMax <= height &&
    height <= top + overhangMax
  );
}

type Texts = ReadonlyMap<StructureCell, readonly (readonly Word[])[]>;

/** The words of each cell by printed lines; nothing if many of them are in none. */
function textsIn(cells: readonly StructureCell[], lines: readonly ExtractedLine[]): Texts | undefined {
  const around = unionBox(cells.map(({ box }) => box));
  const texts = new Map<StructureCell, (readonly Word[])[]>(cells.map((cell) => [cell, []]));
  let [all, astray] = [0, 0];
  for (const line of lines) {
    const height = (line.box[1] + line.box[3]) / 2;
    const inside = wordsOf(line).filter((word) => holds(around, word, height));
    for (const [cell, words] of Map.groupBy(inside, (word) =>
      cells.find(({ box }) => holds(box, word, height)),
    )) {
      if (cell) texts.get(cell)?.push(words);
      else astray += words.length;
      all += words.length;
    }
  }
  return all === 0 || astray > astrayMax * all ? undefined : texts;
}

/** Lines from the top, and from the side where reading begins where they are on one height. */
function inOrder(lines: readonly (readonly Word[])[], towards: Direction): readonly (readonly Word[])[] {
  const heightOf = (words: readonly Word[]): number => words[0]?.line.box[1] ?? 0;
  const leftOf = (words: readonly Word[]): number => words[0]?.left ?? 0;
  return lines.toSorted((one, other) => {
    const lower = heightOf(other) - heightOf(one);
    if (Math.abs(lower) > 1) return lower;
    return towards === 'ltr' ? leftOf(one) - leftOf(other) : leftOf(other) - leftOf(one);
  });
}

function gridOf({ cells }: TaggedTable, lines: readonly ExtractedLine[]): TableGrid | undefined {
  if (cells.length < cellsMin || cells.length > cellsMax) return undefined;
  const towards = direction(cells);
  const texts = towards && textsIn(cells, lines);
  if (!texts) return undefined;
  const columns = Math.max(...cells.map(({ column, column_span }) => column + column_span - 1));
  const rows = Math.max(...cells.map(({ row }) => row));
  const placed = cells.flatMap((cell): TableCell[] => {
    const own = inOrder(texts.get(cell) ?? [], towards);
    if (own.length === 0) return [];
    const first = cell.column - 1;
    const last = first + cell.column_span - 1;
    return [
      {
        row: cell.row - 1,
        // Below the last row with a text there is none.
        rowEnd: Math.min(rows, cell.row + cell.row_span - 1) - 1,
        column: towards === 'ltr' ? first : columns - 1 - last,
        columnEnd: towards === 'ltr' ? last : columns - 1 - first,
        lines: own,
        text: own.flatMap((words) => words.map(({ text }) => text)).join(' '),
        isNumeric: false,
        ...(cell.header && { header: cell.header }),
      },
    ];
  });
  const hasHeader = placed.some(({ header }) => header !== undefined);
  // Tables without a header are often made for the layout of a page.
  if (!(hasHeader ? hasColumns(placed, rows) : hasTableShape(placed, rows))) return undefined;
  return { columns: columnsOf(placed, columns), rows, headerRows: 0, cells: placed, textRows: [] };
}

function columnsOf(cells: readonly TableCell[], count: number): TableGrid['columns'] {
  const columns = Array.from({ length: count }, () => ({
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
  }));
  for (const cell of cells) {
    for (const column of columns.slice(cell.column, cell.columnEnd + 1)) {
      for (const { left, right } of cell.lines.flat()) {
        column.left = Math.min(column.left, left);
        column.right = Math.max(column.right, right);
      }
    }
  }
  return columns;
}

/** Of a table in a cell of another, only the inner one. */
function withoutOuter(grids: readonly TableGrid[]): readonly TableGrid[] {
  if (grids.length < 2) return grids;
  const wordsIn = ({ cells }: TableGrid): readonly Word[] => cells.flatMap(({ lines }) => lines.flat());
  const found = grids.map((grid) => ({ grid, words: wordsIn(grid) }));
  const taken = new Set<Word>();
  const inner = new Set<TableGrid>();
  for (const { grid, words } of found.toSorted((one, other) => one.words.length - other.words.length)) {
    if (words.some((word) => taken.has(word))) continue;
    for (const word of words) taken.add(word);
    inner.add(grid);
  }
  return grids.filter((grid) => inner.has(grid));
}

export function taggedGrids(
  { structure }: ExtractedPage,
  lines: readonly ExtractedLine[],
): readonly TableGrid[] {
  const tables = structure?.tables ?? [];
  if (tables.length === 0 || tables.length > tablesMax) return [];
  const words = lines.reduce((sum, line) => sum + wordsOf(line).length, 0);
  const cells = tables.reduce((sum, table) => sum + table.cells.length, 0);
  if (words * cells > comparisonsMax) return [];
  return withoutOuter(tables.flatMap((table) => gridOf(table, lines) ?? []));
}
