/** Tables of right-to-left text are read from the right: their first column is the rightmost one. */
import type { BlockDraft, CellDraft, TableDraft } from '../read/draft.ts';
import { linesOf } from '../read/draft.ts';
import { directionOf } from './bidi.ts';

function isRightToLeftTable(table: TableDraft): boolean {
  const lines = table.cells.flatMap((cell) => cell.kids).flatMap((kid: BlockDraft) => linesOf(kid));
  return directionOf(lines.flatMap((line) => line.glyphs)) === 'rtl';
}

export function mirrorColumns(table: TableDraft): TableDraft {
  if (!isRightToLeftTable(table)) return table;
  const mirrored = (cell: CellDraft): CellDraft => ({
    ...cell,
    column: Math.max(1, table.columns - (cell.column + cell.columnSpan - 1) + 1),
  });
  return { ...table, cells: table.cells.map(mirrored) };
}
