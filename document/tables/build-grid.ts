/** From rows of text to a grid of cells. */
import { type Column, findColumns } from './columns.ts';
import { gridRow } from './grid-rows.ts';
import { headerCells, headerRowCount } from './header-rows.ts';
import { joinBodyRows } from './join-rows.ts';
import { edgesOf } from './regions.ts';
import type { PageRules } from './rules.ts';
import { cellsOfGroup, type TableCell } from './table-cells.ts';
import type { TextRow } from './text-rows.ts';

export type TableGrid = {
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly headerRows: number;
  readonly cells: readonly TableCell[];
  readonly textRows: readonly TextRow[];
};

const columnsMax = 100;

/** Cells that claim the same place become one. */
function withoutCollisions(cells: readonly TableCell[]): readonly TableCell[] {
  const owners = new Map<string, number>();
  const result: TableCell[] = [];
  const places = (cell: TableCell): readonly string[] => {
    const found: string[] = [];
    for (let row = cell.row; row <= cell.rowEnd; row += 1)
      for (let column = cell.column; column <= cell.columnEnd; column += 1) found.push(`${row}:${column}`);
    return found;
  };
  for (const cell of cells) {
    const taken = places(cell).map((place) => owners.get(place));
    const owner = taken.find((at) => at !== undefined);
    const other = owner === undefined ? undefined : result[owner];
    if (owner !== undefined && other) {
      result[owner] = {
        ...other,
        lines: [...other.lines, ...cell.lines],
        text: `${other.text} ${cell.text}`,
      };
    } else {
      for (const place of places(cell)) owners.set(place, result.length);
      result.push(cell);
    }
  }
  return result;
}

export function buildGrid(textRows: readonly TextRow[], rules: PageRules): TableGrid | undefined {
  const columns = findColumns(textRows);
  if (columns.length < 2 || columns.length > columnsMax) return undefined;
  const edges = edgesOf(textRows);
  const rows = textRows.map((row) => gridRow(row, columns));
  const headerCount = headerRowCount(rows, rules, edges);
  const header = headerCells(rows.slice(0, headerCount), columns, rules);
  const groups = joinBodyRows(rows.slice(headerCount), columns.length, rules, edges);
  const body = groups.flatMap((group, at) => cellsOfGroup(group, header.rows + at, false));
  const cells = withoutCollisions([...header.cells, ...body]);
  return { columns, rows: header.rows + groups.length, headerRows: header.rows, cells, textRows };
}
