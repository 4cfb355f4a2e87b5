/** The tables of a document, and a table as csv, json, markdown or html. */
import { toHtml } from 'hast-util-to-html';
import { cellText } from '../model/block-text.ts';
import type { Cell, DocumentNode, Row, Table } from '../model/blocks.ts';
import type { Box } from '../model/box.ts';
import { type Slot, tableGrid } from '../model/table-grid.ts';
import { htmlBlocks } from '../write/html-blocks.ts';
import { blockMarkdown } from './block-markdown.ts';
import { type FoundNode, foundNodes, neighbours } from './found-nodes.ts';
import type { Reading } from './reading.ts';

export const tableFormats = ['csv', 'json', 'markdown', 'html'] as const;
export type TableFormat = (typeof tableFormats)[number];

export type FoundTable = {
  readonly n: number;
  readonly ref: string;
  /** All pages that it is on. */
  readonly pages: readonly number[];
  /** On the first page. */
  readonly box: Box;
  readonly caption: string | null;
  readonly rows: number;
  readonly columns: number;
  readonly headings: readonly string[];
};

const tablesOf = (node: DocumentNode): readonly Table[] => (node.type === 'table' ? [node] : []);

function pagesOf(table: Table): readonly number[] {
  const pages = [table.page, ...table.kids.flatMap((row) => [row.page, ...row.kids.map(({ page }) => page)])];
  return [...new Set(pages)].sort((a, b) => a - b);
}

/** A caption stands next to its table: before it, or else after it. */
async function captionOf(reading: Reading, { placed, node }: FoundNode<Table>): Promise<string | null> {
  if (placed.block !== node) return null;
  const { before, after } = await neighbours(reading, placed);
  for (const one of [before, after]) if (one?.block.type === 'caption') return one.block.content;
  return null;
}

async function describe(reading: Reading, found: FoundNode<Table>): Promise<FoundTable> {
  const { n, ref, node, placed } = found;
  const rows = node.kids.length;
  const columns = Math.max(0, ...tableGrid(node).map((row) => row.length));
  const caption = await captionOf(reading, found);
  return { n, ref, pages: pagesOf(node), box: node.box, caption, rows, columns, headings: placed.headings };
}

type Range = { readonly from: number; readonly to: number };

export async function listTables(reading: Reading, range: Range): Promise<readonly FoundTable[]> {
  const tables: FoundTable[] = [];
  for await (const found of foundNodes(reading, reading.directory.contents.tables, range, tablesOf)) {
    tables.push(await describe(reading, found));
  }
  return tables;
}

export async function findTable(
  reading: Reading,
  n: number,
): Promise<{ readonly found: FoundTable; readonly table: Table } | null> {
  const one = { from: n, to: n + 1 };
  for await (const found of foundNodes(reading, reading.directory.contents.tables, one, tablesOf)) {
    return { found: await describe(reading, found), table: found.node };
  }
  return null;
}

/** Rows `from` to `to`, from 1 and both included. A cell that spans more rows is cut to those. */
export function tableRows(table: Table, from: number, to: number): Table {
  const kids = table.kids.slice(from - 1, to).map((row, index): Row => {
    const kept = row.kids.map(
      (cell): Cell => ({
        ...cell,
        row: index + 1,
        row_span: Math.max(1, Math.min(cell.row_span, to - from - index + 1)),
      }),
    );
    return { ...row, kids: kept };
  });
  return { ...table, rows: kids.length, kids };
}

const slotText = (slot: Slot) => (slot === null || slot === 'covered' ? '' : cellText(slot.cell));

/** Text by row and column; places that a span covers are empty. */
export const tableTexts = (table: Table): string[][] => tableGrid(table).map((row) => row.map(slotText));

/** RFC 4180. */
const csvField = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function tableText(table: Table, format: Exclude<TableFormat, 'json'>): string {
  switch (format) {
    case 'csv':
      return tableTexts(table)
        .map((row) => `${row.map(csvField).join(',')}\r\n`)
        .join('');
    case 'markdown':
      return `${blockMarkdown(table)}\n`;
    case 'html':
      return `${toHtml({ type: 'root', children: htmlBlocks([table], { keepLineBreaks: false }) })}\n`;
  }
}
