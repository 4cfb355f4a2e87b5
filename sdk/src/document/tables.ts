/** The tables of a document as rows of text. */
import { toCsv } from './csv.ts';
import type { Table } from './node.ts';
import { gridOf, type Place } from './table-grid.ts';
import { textOf } from './text-of.ts';
import { type Tree, type Visit, walkOf } from './walk.ts';

export type TableOptions = {
  /** What stands in the places a spanning cell covers beside its first: nothing (`blank`), or its text again. */
  readonly spans?: 'blank' | 'repeat' | undefined;
};

export type ExtractedTable = {
  readonly node: Table;
  readonly pointer: string;
  readonly pageNumber: number;
  /** As many columns in every row. */
  readonly rows: readonly (readonly string[])[];
  /** RFC 4180, with CRLF. */
  toCsv(): string;
};

function placeText({ node, isOrigin }: Place, spans: 'blank' | 'repeat'): string {
  return node && (isOrigin || spans === 'repeat') ? textOf(node) : '';
}

export function rowsOf(table: Table, { spans = 'blank' }: TableOptions = {}): string[][] {
  return gridOf(table).map((row) => row.map((place) => placeText(place, spans)));
}

function extract({ node, pointer, pageNumber }: Visit<Table>, options: TableOptions): ExtractedTable {
  const rows = rowsOf(node, options);
  return { node, pointer, pageNumber, rows, toCsv: () => toCsv(rows) };
}

/** In reading order; a table within a cell of another comes after the outer one. */
export function tables(tree: Tree, options: TableOptions = {}): ExtractedTable[] {
  return [...walkOf(tree, 'table')].map((visit) => extract(visit, options));
}
