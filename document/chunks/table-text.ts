/** Rows of a table as text, with its header. */
import type { Row, Table } from '../model/blocks.ts';
import { tableText, tableTexts } from '../reading/found-tables.ts';
import type { TableFormat } from './chunk.ts';

const isHeader = (row: Row) => row.kids.length > 0 && row.kids.every(({ header }) => header === 'column');

/** Leading rows of column headers; a table of headers alone has none to repeat. */
export function headerRows(table: Table): number {
  const first = table.kids.findIndex((row) => !isHeader(row));
  return Math.max(0, first);
}

/** The texts above each column; several header rows are joined. */
export function columnTitles(table: Table): readonly string[] {
  const texts = tableTexts({ ...table, kids: table.kids.slice(0, headerRows(table)) });
  const width = texts[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    texts
      .map((row) => row[column] ?? '')
      .filter((text) => text !== '')
      .join(' '),
  );
}

/** The header and the rows from `from` to before `to`. */
export function rowsText(table: Table, from: number, to: number, format: TableFormat): string {
  const rows = [...table.kids.slice(0, Math.min(headerRows(table), from)), ...table.kids.slice(from, to)];
  const part: Table = { ...table, kids: rows };
  return tableText(part, format).trimEnd().replaceAll('\r\n', '\n');
}
