/** Tables of the ICDAR 2013 competition (`*-str.xml`): cells with their rows and columns, region by region. */
import { type Element, isTag } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { type Block, BlockList, type Cell, normalize } from '../blocks.ts';
import { textOf } from './html.ts';

type Placed = Cell & { readonly row: number; readonly column: number };

const descendants = (node: { readonly children: readonly unknown[] }, name: string): Element[] =>
  (node.children as Element[])
    .filter(isTag)
    .flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);

function placed(cell: Element): Placed {
  const at = (name: string) => (cell.attribs[name] === undefined ? undefined : Number(cell.attribs[name]));
  const [row, column] = [at('start-row') ?? 0, at('start-col') ?? 0];
  return {
    row,
    column,
    rowSpan: (at('end-row') ?? row) - row + 1,
    columnSpan: (at('end-col') ?? column) - column + 1,
    text: normalize(descendants(cell, 'content').map(textOf).join(' ')),
  };
}

/** Rows from the first to the last; places without a cell are empty cells. */
function rowsOf(cells: readonly Placed[]): Cell[][] {
  const firstRow = Math.min(...cells.map(({ row }) => row));
  const firstColumn = Math.min(...cells.map(({ column }) => column));
  const height = Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan)) - firstRow;
  const width = Math.max(...cells.map(({ column, columnSpan }) => column + columnSpan)) - firstColumn;
  const grid = Array.from({ length: height }, () => Array<Placed | undefined>(width).fill(undefined));
  for (const cell of cells.toSorted((a, b) => a.row - b.row || a.column - b.column)) {
    const start = cell.column - firstColumn;
    for (const line of grid.slice(cell.row - firstRow, cell.row - firstRow + cell.rowSpan)) {
      line.fill(cell, start, start + cell.columnSpan);
    }
  }
  const written = new Set<Placed>();
  return grid.map((line) =>
    line.flatMap((cell) => {
      if (cell === undefined) return [{ text: '', rowSpan: 1, columnSpan: 1 }];
      if (written.has(cell)) return [];
      written.add(cell);
      return [{ text: cell.text, rowSpan: cell.rowSpan, columnSpan: cell.columnSpan }];
    }),
  );
}

export function icdarBlocks(xml: string): readonly Block[] {
  const list = new BlockList();
  for (const region of descendants(parseDocument(xml, { xmlMode: true }), 'region')) {
    const cells = descendants(region, 'cell').map(placed);
    if (cells.length > 0) list.table(rowsOf(cells), Number(region.attribs['page'] ?? 1));
  }
  return list.blocks;
}
