/** Lists the tables, figures, form fields and links of a done job, and reads one table. */
import { countOf } from '@octavo/document/reading/found-nodes.ts';
import { listFields, listFigures, listLinks } from '@octavo/document/reading/found-parts.ts';
import {
  type FoundTable,
  findTable,
  listTables,
  type TableFormat,
  tableRows,
  tableText,
  tableTexts,
} from '@octavo/document/reading/found-tables.ts';
import type { Reading, ReadingContents } from '@octavo/document/reading/reading.ts';
import { Type } from 'typebox';
import { cursorsOf } from '../domain/cursor.ts';
import { invalidRequest, OctavoError } from '../domain/errors.ts';
import { parsePageRange } from '../domain/page-range.ts';
import type { OpenedReading } from './open-reading.ts';

export { type TableFormat, tableFormats } from '@octavo/document/reading/found-tables.ts';

export type ListRequest = { readonly limit: number; readonly cursor?: string | undefined };

export type ContentList<Item> = {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextCursor: string | null;
};

const number = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

type Range = { readonly from: number; readonly to: number };

function lister<Item>(
  kind: keyof ReadingContents,
  list: (reading: Reading, range: Range) => Promise<readonly Item[]>,
) {
  const cursors = cursorsOf(kind, number);
  return async (
    { reading, sha256 }: OpenedReading,
    { limit, cursor }: ListRequest,
  ): Promise<ContentList<Item>> => {
    const from = cursor === undefined ? 1 : cursors.decode(sha256, cursor);
    const total = countOf(reading.directory.contents[kind]);
    const items = await list(reading, { from, to: from + limit });
    const next = from + limit;
    return { items, total, nextCursor: next <= total ? cursors.encode(sha256, next) : null };
  };
}

export const tablesOf = lister('tables', listTables);
export const figuresOf = lister('figures', listFigures);
export const fieldsOf = lister('fields', listFields);
export const linksOf = lister('links', listLinks);

export type ReadTable = { readonly found: FoundTable; readonly from: number; readonly to: number } & (
  | { readonly format: 'json'; readonly rows: readonly (readonly string[])[] }
  | { readonly format: Exclude<TableFormat, 'json'>; readonly text: string }
);

function rowRange(text: string | undefined, rows: number): Range {
  if (text === undefined) return { from: 1, to: rows };
  const parsed = parsePageRange(text);
  const [span, ...others] = parsed.ok ? parsed.range : [];
  if (!span || others.length > 0) {
    throw invalidRequest({ loc: ['query', 'rows'], msg: 'must be one row or one range, such as "1-50"' });
  }
  if (span.from > rows) {
    throw invalidRequest({ loc: ['query', 'rows'], msg: `must begin within the ${rows} rows of the table` });
  }
  return { from: span.from, to: Math.min(span.to, rows) };
}

export async function readTable(
  { reading }: OpenedReading,
  n: number,
  { format, rows }: { readonly format: TableFormat; readonly rows?: string | undefined },
): Promise<ReadTable> {
  const one = await findTable(reading, n);
  if (!one) {
    const total = countOf(reading.directory.contents.tables);
    throw new OctavoError('table_not_found', `This job has no table ${n}. It has ${total}.`);
  }
  const range = rowRange(rows, one.found.rows);
  const part = tableRows(one.table, range.from, range.to);
  const base = { found: one.found, ...range };
  if (format === 'json') return { ...base, format, rows: tableTexts(part) };
  return { ...base, format, text: tableText(part, format) };
}
