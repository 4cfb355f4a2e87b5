/** Tables that go on at the top of the next page become one; titles that are printed again are left out. */
import type { CellDraft, PageDraft, TableDraft } from '../read/draft.ts';
import { linesOf } from '../read/draft.ts';
import { plainLine } from './text-builder.ts';

/** A table of more cells goes on as another one. */
const cellsMax = 20_000;
/** Parts of the height of the page: the first table ends below, the second begins above. */
const [endMax, startMin] = [0.35, 0.65];

type Interval = { left: number; right: number };

function columnsOf(table: TableDraft): readonly (Interval | undefined)[] {
  const columns: (Interval | undefined)[] = Array(table.columns).fill(undefined);
  for (const { box, column, columnSpan } of table.cells) {
    if (columnSpan !== 1) continue;
    const known = columns[column - 1];
    columns[column - 1] = {
      left: Math.min(known?.left ?? box[0], box[0]),
      right: Math.max(known?.right ?? box[2], box[2]),
    };
  }
  return columns;
}

function hasSameColumns(before: TableDraft, after: TableDraft): boolean {
  if (before.columns !== after.columns || before.columns < 2) return false;
  const [upper, lower] = [columnsOf(before), columnsOf(after)];
  return upper.every((column, at) => {
    const other = lower[at];
    if (!column || !other) return true;
    return Math.min(column.right, other.right) > Math.max(column.left, other.left);
  });
}

function textOf(cells: readonly CellDraft[]): string {
  return cells
    .map((cell) => `${cell.column}:${cell.kids.flatMap((kid) => linesOf(kid).map(plainLine)).join(' ')}`)
    .join('\n');
}

function rowText(table: TableDraft, row: number): string {
  return textOf(table.cells.filter((cell) => cell.row === row));
}

/** How many rows of the second table are the titles of the first one again. */
function repeatedRows(before: TableDraft, after: TableDraft): number {
  let count = 0;
  while (count < Math.min(before.rows, after.rows) - 1) {
    const text = rowText(after, count + 1);
    if (text === '' || text !== rowText(before, count + 1)) break;
    count += 1;
  }
  // A span that reaches into the rows that stay would be cut.
  return after.cells.some((cell) => cell.row <= count && cell.row + cell.rowSpan - 1 > count) ? 0 : count;
}

/** The table over both pages, if the second goes on with the first. */
export function joinedTable(
  before: TableDraft,
  after: TableDraft,
  pages: { readonly last: PageDraft; readonly next: PageDraft },
): TableDraft | undefined {
  const [last, first] = [before.cells.at(-1), after.cells[0]];
  if (!last || !first || before.cells.length + after.cells.length > cellsMax) return undefined;
  const isAtBreak =
    last.page === pages.last.page &&
    last.box[1] < endMax * pages.last.height &&
    after.box[3] > startMin * pages.next.height;
  if (!isAtBreak || !hasSameColumns(before, after)) return undefined;
  const repeated = repeatedRows(before, after);
  const hasOwnTitles = after.cells.some((cell) => cell.row > repeated && cell.header === 'column');
  if (hasOwnTitles) return undefined;
  const offset = before.rows - repeated;
  const cells = after.cells
    .filter((cell) => cell.row > repeated)
    .map((cell) => ({ ...cell, row: cell.row + offset }));
  return { ...before, rows: before.rows + after.rows - repeated, cells: [...before.cells, ...cells] };
}
