/** Repairs rows of the engine's tables: several rows in one, or one cell over columns that have cells of their own. */
import type { ExtractedCell, ExtractedTable } from '../model/extraction.ts';
import { type Column, placeSegment } from './columns.ts';
import { extractedCell } from './extracted-table.ts';
import { type GridRow, gridRow } from './grid-rows.ts';
import { joinBodyRows } from './join-rows.ts';
import { linesIn } from './page-lines.ts';
import type { PageRules } from './rules.ts';
import { cellsOfGroup, type RowGroup } from './table-cells.ts';
import { rowsOf, type TextRow } from './text-rows.ts';
import { isUpright } from './words.ts';

const slotsMax = 20_000;
/** How much wider than the usual distance of lines a white band through a row is, in parts of the font size. */
const bandMin = 0.5;

/** The columns as the cells that stand in one column only show them. */
function columnsOf(table: ExtractedTable): readonly Column[] | undefined {
  const columns: (Column | undefined)[] = Array(table.columns).fill(undefined);
  for (const { box, column, column_span } of table.cells) {
    if (column_span !== 1) continue;
    const known = columns[column - 1];
    const [left, right] = [Math.max(known?.left ?? box[0], box[0]), Math.min(known?.right ?? box[2], box[2])];
    if (column >= 1 && column <= table.columns && right > left) columns[column - 1] = { left, right };
  }
  const known = columns.filter((column) => column !== undefined);
  const isOrdered = known.every((column, at) => (known[at - 1]?.right ?? column.left) <= column.left + 2);
  return known.length === table.columns && isOrdered ? known : undefined;
}

type Row = { readonly cells: readonly ExtractedCell[]; readonly index: number };

function linesOf(cell: ExtractedCell) {
  return cell.kids.flatMap((kid) => [...linesIn(kid)]);
}

function hasOnlyText(cell: ExtractedCell): boolean {
  return cell.kids.every((kid) => kid.type === 'paragraph' || kid.type === 'heading' || kid.type === 'list');
}

/** The printed rows of a row of the table. A text in one cell stays in its columns. */
function printedRows(row: Row, columns: readonly Column[]): readonly GridRow[] {
  const lines = row.cells.flatMap(linesOf);
  const homes = new Map(row.cells.flatMap((cell) => linesOf(cell).map((line) => [line, cell] as const)));
  return rowsOf(lines).map((textRow: TextRow) => {
    const cut = gridRow(textRow, columns);
    const pieces = cut.pieces.map((piece) => {
      const home = homes.get(piece.words[0]?.line ?? ({} as never));
      if (!home || home.column_span > 1) return piece;
      return { ...piece, from: home.column - 1, to: home.column - 1 };
    });
    return { ...cut, pieces };
  });
}

/** A cell over several columns whose texts stand in them one by one. */
function isSpread(row: Row, columns: readonly Column[]): boolean {
  const wide = row.cells.filter((cell) => cell.column_span > 1 && cell.kids.length > 0);
  return wide.some((cell) => {
    const spread = rowsOf(linesOf(cell)).filter((textRow) => {
      const places = new Set(textRow.segments.map((segment) => placeSegment(segment, columns)[0]));
      return textRow.segments.length > 2 && places.size === textRow.segments.length;
    });
    return spread.length > 0;
  });
}

/** Numbers below each other in several columns, and a text for each of them in the first. */
function hasStackedNumbers(rows: readonly GridRow[], columns: number): boolean {
  const numbers = Array.from(
    { length: columns },
    (_, at) => rows.filter((row) => row.pieces.some((piece) => piece.from === at && piece.isNumeric)).length,
  );
  const stacked = numbers.filter((count) => count >= 2);
  const first = Math.min(...rows.flatMap((row) => row.pieces.map((piece) => piece.from)));
  const labels = rows.filter((row) => row.pieces.some((piece) => piece.from === first)).length;
  return stacked.length >= Math.min(2, columns - 1) && labels >= Math.max(...stacked);
}

/** Groups of lines that a white band through all columns parts. */
function bandGroups(rows: readonly GridRow[]): readonly RowGroup[] {
  const bottoms: number[] = [];
  for (const row of rows) bottoms.push(Math.min(row.bottom, bottoms.at(-1) ?? row.bottom));
  const gaps = rows.slice(1).map((row, at) => (bottoms[at] ?? 0) - row.top);
  const usual = [...gaps].sort((one, other) => one - other)[gaps.length >> 1] ?? 0;
  const groups: GridRow[][] = [];
  for (const [at, row] of rows.entries()) {
    const gap = gaps[at - 1] ?? Number.POSITIVE_INFINITY;
    if (gap > usual + bandMin * row.size || groups.length === 0) groups.push([row]);
    else groups.at(-1)?.push(row);
  }
  return groups;
}

function columnsIn(group: RowGroup): number {
  return new Set(group.flatMap((row) => row.pieces.map((piece) => piece.from))).size;
}

function groupsOf(row: Row, columns: readonly Column[], rules: PageRules): readonly RowGroup[] | undefined {
  if (!row.cells.every(hasOnlyText) || !row.cells.flatMap(linesOf).every(isUpright)) return undefined;
  if (row.cells.some((cell) => cell.row_span > 1 && cell.kids.length > 0)) return undefined;
  const rows = printedRows(row, columns);
  if (rows.length === 0) return undefined;
  const spread = isSpread(row, columns);
  const edges = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0] as const;
  if (rows.length > 1 && hasStackedNumbers(rows, columns.length))
    return joinBodyRows(rows, columns.length, rules, edges);
  if (spread) return joinBodyRows(rows, columns.length, rules, edges);
  if (rows.length < 4 || columns.length < 2) return undefined;
  const bands = bandGroups(rows);
  const whole = bands.filter((group) => columnsIn(group) > 1);
  const isBegun = whole.every((group) => columnsIn(group.slice(0, 1)) > 1);
  return whole.length > 1 && isBegun ? bands : undefined;
}

/** The same table if nothing is wrong with it. Cells over several rows grow with the rows they cover. */
export function repairTable(table: ExtractedTable, rules: PageRules): ExtractedTable {
  if (table.rows < 1 || table.columns < 2 || table.rows * table.columns > slotsMax) return table;
  const columns = columnsOf(table);
  if (!columns) return table;
  const added: number[] = [];
  const cells: ExtractedCell[] = [];
  let offset = 0;
  const first: number[] = [];
  for (let index = 1; index <= table.rows; index += 1) {
    first.push(index + offset);
    const own = table.cells.filter((cell) => cell.row === index);
    const groups = groupsOf({ cells: own, index }, columns, rules);
    if (!groups) {
      cells.push(...own);
      added.push(0);
      continue;
    }
    const header = own.find((cell) => cell.header !== undefined)?.header;
    for (const [at, group] of groups.entries())
      for (const cell of cellsOfGroup(group, index + offset + at - 1, false))
        cells.push({ ...extractedCell(cell, table.page), ...(header && { header }) });
    added.push(groups.length - 1);
    offset += groups.length - 1;
  }
  if (cells.length === table.cells.length && cells.every((cell, at) => cell === table.cells[at]))
    return table;
  const old = new Set(table.cells);
  const moved = cells.map((cell) => {
    if (!old.has(cell)) return cell;
    const grown = added
      .slice(cell.row - 1, cell.row - 1 + cell.row_span)
      .reduce((sum, each) => sum + each, 0);
    return { ...cell, row: first[cell.row - 1] ?? cell.row, row_span: cell.row_span + grown };
  });
  return { ...table, rows: table.rows + offset, cells: moved };
}
