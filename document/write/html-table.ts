/** Tables as hast. */
import type { Element } from 'hast';
import type { Block, Table } from '../model/blocks.ts';
import { type PlacedCell, type Slot, tableGrid } from '../model/table-grid.ts';
import { element, type HtmlStyle, htmlInline } from './html-inline.ts';

/** How the blocks of a cell are written: passed in, because blocks contain tables. */
type WriteBlocks = (blocks: readonly Block[], style: HtmlStyle) => readonly Element[];

export function htmlTable(table: Table, style: HtmlStyle, writeBlocks: WriteBlocks): Element {
  const grid = tableGrid(table);
  const headRows = headLength(grid);
  const rows = grid.map((row) =>
    element(
      'tr',
      {},
      row.flatMap((slot) => htmlCell(slot, style, writeBlocks)),
    ),
  );
  const head = headRows > 0 ? [element('thead', {}, rows.slice(0, headRows))] : [];
  const body = headRows < rows.length ? [element('tbody', {}, rows.slice(headRows))] : [];
  return element('table', {}, [...head, ...body]);
}

const isPlaced = (slot: Slot): slot is PlacedCell => slot !== null && slot !== 'covered';

/** Leading rows of column headers; a span must not reach from the head into the body. */
function headLength(grid: readonly (readonly Slot[])[]): number {
  let reach = 0;
  for (const [index, row] of grid.entries()) {
    const cells = row.filter(isPlaced);
    if (cells.length === 0 || !cells.every(({ cell }) => cell.header === 'column')) {
      return reach > index ? 0 : index;
    }
    reach = Math.max(reach, ...cells.map(({ rowSpan }) => index + rowSpan));
  }
  return grid.length;
}

function htmlCell(slot: Slot, style: HtmlStyle, writeBlocks: WriteBlocks): readonly Element[] {
  if (slot === 'covered') return [];
  if (slot === null) return [element('td', {}, [])];
  const { cell, rowSpan, columnSpan } = slot;
  const properties = {
    ...(rowSpan > 1 && { rowSpan }),
    ...(columnSpan > 1 && { colSpan: columnSpan }),
    ...(cell.header && { scope: cell.header === 'row' ? 'row' : 'col' }),
  };
  return [element(cell.header ? 'th' : 'td', properties, cellContent(slot, style, writeBlocks))];
}

/** A single paragraph needs no element of its own. */
function cellContent({ cell }: PlacedCell, style: HtmlStyle, writeBlocks: WriteBlocks) {
  const only = cell.kids.length === 1 ? cell.kids[0] : undefined;
  if (only?.type === 'paragraph' && only.direction === undefined) return htmlInline(only, style);
  return writeBlocks(cell.kids, cell.header ? { ...style, inHeaderCell: true } : style);
}
