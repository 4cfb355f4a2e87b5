/** Extracts the tables of a document as rows of text. */
import { csvOf } from './csv.ts';
import type { Cell, Table } from './node.ts';
import { type GridCell, tableGrid } from './table-grid.ts';
import { textOf } from './text-of.ts';
import { type Tree, type Visit, walkOf } from './walk.ts';

export type TableOptions = {
  /** Content of the additional grid cells that a spanning cell covers: empty (`blank`), or its text (`repeat`). */
  readonly spans?: 'blank' | 'repeat' | undefined;
};

type Rows = readonly (readonly string[])[];

export type ExtractedTable = {
  readonly node: Table;
  readonly pointer: string;
  readonly page: number;
  /** Every row has the same number of columns. */
  readonly rows: Rows;
  /** RFC 4180, with CRLF. */
  toCsv(): string;
};

/** The text of each grid cell, computed once per table cell. */
function cellTexts(spans: 'blank' | 'repeat'): (cell: GridCell) => string {
  const texts = new Map<Cell, string>();
  return ({ node, isOrigin }) => {
    if (!node || !(isOrigin || spans === 'repeat')) return '';
    const text = texts.get(node) ?? textOf(node);
    texts.set(node, text);
    return text;
  };
}

/** The rows of a table node, or of a table found by `tables`. */
export function rowsOf(table: Table | ExtractedTable, { spans = 'blank' }: TableOptions = {}): string[][] {
  const textAt = cellTexts(spans);
  return tableGrid('node' in table ? table.node : table).map((row) => row.map(textAt));
}

function isRows(table: Table | ExtractedTable | Rows): table is Rows {
  return Array.isArray(table);
}

/** Formats a table or rows as CSV (RFC 4180). */
export function toCsv(table: Table | ExtractedTable | Rows): string {
  if (isRows(table)) return csvOf(table);
  return csvOf('node' in table ? table.rows : rowsOf(table));
}

function extract({ node, pointer, page }: Visit<Table>, options: TableOptions): ExtractedTable {
  const rows = rowsOf(node, options);
  return { node, pointer, page, rows, toCsv: () => csvOf(rows) };
}

/** In reading order. A table nested in a cell comes after the outer table. */
export function tables(tree: Tree, options: TableOptions = {}): ExtractedTable[] {
  return [...walkOf(tree, 'table')].map((visit) => extract(visit, options));
}
