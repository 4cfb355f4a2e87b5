/** Removes empty tables, opens tables that are none, and finds header rows. */
import type { BlockDraft, CellDraft, TableDraft } from '../read/draft.ts';
import { linesOf } from '../read/draft.ts';
import { mirrorColumns } from './rtl-tables.ts';

function isEmpty(blocks: readonly BlockDraft[]): boolean {
  return blocks.every(
    (block) => block.type !== 'figure' && block.type !== 'field' && linesOf(block).length === 0,
  );
}

function sorted(cells: readonly CellDraft[]): readonly CellDraft[] {
  return [...cells].sort((one, other) => one.row - other.row || one.column - other.column);
}

/** The share of letters that are bold; undefined if there is no letter. */
function boldShare(cells: readonly CellDraft[]): number | undefined {
  const glyphs = cells
    .flatMap((cell) => cell.kids)
    .flatMap((kid) => linesOf(kid))
    .flatMap((line) => line.glyphs)
    .filter((glyph) => glyph.text !== ' ');
  return glyphs.length === 0 ? undefined : glyphs.filter(({ style }) => style.bold).length / glyphs.length;
}

/** The first row is printed bold and the rows below are not, or the structure tree of the PDF says so. */
function hasHeaderRow(table: TableDraft): boolean {
  if (table.rows < 2 || table.cells.some((cell) => cell.header !== undefined)) return false;
  const first = table.cells.filter((cell) => cell.row === 1);
  if (first.length === 0 || first.some((cell) => cell.rowSpan >= table.rows)) return false;
  const [head, body] = [boldShare(first), boldShare(table.cells.filter((cell) => cell.row > 1))];
  return head !== undefined && body !== undefined && head > 0.9 && body < 0.5;
}

function withHeader(table: TableDraft): TableDraft {
  if (!hasHeaderRow(table)) return table;
  const cells = table.cells.map((cell) => (cell.row === 1 ? { ...cell, header: 'column' as const } : cell));
  return { ...table, cells };
}

export function refineTable(table: TableDraft): readonly BlockDraft[] {
  const cells = sorted(mirrorColumns(table).cells);
  const filled = cells.filter((cell) => !isEmpty(cell.kids));
  if (filled.length === 0) return [];
  // A frame around text or a picture; also a grid of which one cell holds everything.
  if (filled.length === 1 || table.columns < 1 || table.rows < 1) return filled.flatMap((cell) => cell.kids);
  if (table.columns === 1 && table.rows === 1) return filled.flatMap((cell) => cell.kids);
  return [withHeader({ ...table, cells })];
}
