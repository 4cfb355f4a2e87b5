/** Rows of a table as text, with its header. */
import { toHtml } from 'hast-util-to-html';
import { cellText } from '../model/block-text.ts';
import type { Row, Table } from '../model/blocks.ts';
import { type Slot, tableGrid } from '../model/table-grid.ts';
import { blockMarkdown } from '../reading/block-markdown.ts';
import { htmlBlocks } from '../write/html-blocks.ts';
import type { TableFormat } from './chunk.ts';

const isHeader = (row: Row) => row.kids.length > 0 && row.kids.every(({ header }) => header === 'column');

/** Leading rows of column headers; a table of headers alone has none to repeat. */
export function headerRows(table: Table): number {
  const first = table.kids.findIndex((row) => !isHeader(row));
  return Math.max(0, first);
}

const slotText = (slot: Slot) => (slot === null || slot === 'covered' ? '' : cellText(slot.cell));

/** The texts above each column; several header rows are joined. */
export function columnTitles(table: Table): readonly string[] {
  const grid = tableGrid({ ...table, kids: table.kids.slice(0, headerRows(table)) });
  const width = grid[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    grid
      .map((row) => slotText(row[column] ?? null))
      .filter((text) => text !== '')
      .join(' '),
  );
}

/** As in RFC 4180. */
const csvCell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csv = (table: Table) =>
  tableGrid(table)
    .map((row) => row.map((slot) => csvCell(slotText(slot))).join(','))
    .join('\n');

const htmlStyle = { keepLineBreaks: false, inHeaderCell: false };

/** The header and the rows from `from` to before `to`. */
export function tableText(table: Table, from: number, to: number, format: TableFormat): string {
  const rows = [...table.kids.slice(0, Math.min(headerRows(table), from)), ...table.kids.slice(from, to)];
  const part: Table = { ...table, kids: rows };
  if (format === 'csv') return csv(part);
  return format === 'html'
    ? toHtml({ type: 'root', children: htmlBlocks([part], htmlStyle) })
    : blockMarkdown(part);
}
