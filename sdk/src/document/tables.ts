/** Extracts the tables of a document as rows of text. */
import { toCsv } from './csv.ts';
import type { Table, TableCell } from './node.ts';
import { type GridCell, tableGrid } from './table-grid.ts';
import { textOf } from './text-of.ts';
import { type Tree, type Visit, walkOf } from './walk.ts';

export type TableOptions = {
  /** Content of the additional grid cells that a spanning cell covers: empty (`blank`), or its text (`repeat`). */
  readonly spans?: 'blank' | 'repeat' | undefined;
};

export type ExtractedTable = {
  readonly node: Table;
  readonly pointer: string;
  readonly pageNumber: number;
  /** Every row has the same number of columns. */
  readonly rows: readonly (readonly string[])[];
  /** RFC 4180, with CRLF. */
  toCsv(): string;
};

/** The text of each grid cell, computed once per table cell. */
function cellTexts(spans: 'blank' | 'repeat'): (cell: GridCell) => string {
  const texts = new Map<TableCell, string>();
  return ({ node, isOrigin }) => {
    if (!node || !(isOrigin || spans === 'repeat')) return '';
    const text = texts.get(node) ?? textOf(node);
    texts.set(node, text);
    return text;
  };
}

export function rowsOf(table: Table, { spans = 'blank' }: TableOptions = {}): string[][] {
  const textAt = cellTexts(spans);
  return tableGrid(table).map((row) => row.map(textAt));
}

function extract({ node, pointer, pageNumber }: Visit<Table>, options: TableOptions): ExtractedTable {
  const rows = rowsOf(node, options);
  return { node, pointer, pageNumber, rows, toCsv: () => toCsv(rows) };
}

/** In reading order. A table nested in a cell comes after the outer table. */
export function tables(tree: Tree, options: TableOptions = {}): ExtractedTable[] {
  return [...walkOf(tree, 'table')].map((visit) => extract(visit, options));
}
