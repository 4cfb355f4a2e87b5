/** `get_table`: the rows of a table, or the list of tables. */
import { Type } from 'typebox';
import { type Answer, cutToTokens, frameTokens, itemsThatFit, textTokens } from '../answer.ts';
import {
  type CallOptions,
  DocumentError,
  type TableInfo,
  type TablePart,
  type TableSource,
} from '../document-source.ts';
import { nextCall } from '../next-call.ts';
import { oneLine } from '../untrusted-text.ts';
import { commonOutput, DocumentId, maxTokens, readOnly, type Tool } from './tool.ts';

const defaultTokens = 4_000;

const Input = Type.Object(
  {
    document: DocumentId,
    table: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Number of the table; without it, tables are listed.',
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 1_000, description: 'Continues the list of tables.' })),
    format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('markdown'), Type.Literal('json')])),
    rows: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,6}(-[1-9][0-9]{0,6})?$',
        description: 'Rows such as "1-50".',
        examples: ['1-50', '7'],
      }),
    ),
    max_tokens: maxTokens(defaultTokens),
  },
  { additionalProperties: false },
);

const Table = Type.Object({
  n: Type.Integer(),
  ref: Type.String(),
  pages: Type.Array(Type.Integer()),
  caption: Type.Optional(Type.String({ description: 'In the list of tables; untrusted.' })),
  rows: Type.Integer(),
  columns: Type.Integer(),
});

const Output = Type.Object({
  ...commonOutput,
  document: Type.String(),
  tables: Type.Array(Table),
  content: Type.Optional(Type.String({ description: 'The rows between untrusted markers.' })),
  first_row: Type.Optional(Type.Integer()),
  last_row: Type.Optional(Type.Integer()),
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  cut: Type.Optional(Type.Boolean({ description: 'A single row was longer than max_tokens and is cut.' })),
});

const toInfo = ({ n, ref, pages, caption, rows, columns }: TableInfo) => ({
  n,
  ref,
  pages: pages.slice(0, 20),
  ...(caption !== null && { caption: oneLine(caption, 160) }),
  rows,
  columns,
});

const lineOf = ({ n, pages, caption, rows, columns }: ReturnType<typeof toInfo>) =>
  `- table ${n}, p. ${pages.join(', ')}: ${rows} rows × ${columns} columns${caption === undefined ? '' : `, ${caption}`}`;

const listLimit = 50;

async function listTables(
  source: TableSource,
  document: string,
  {
    cursor,
    tokens,
    call,
  }: { readonly cursor: string | undefined; readonly tokens: number; readonly call: CallOptions },
): Promise<Answer> {
  let found = await source.list(document, { limit: listLimit, cursor }, call);
  const fitting = itemsThatFit(found.items.map(toInfo), tokens, lineOf, (table) => table);
  // Asked again, so that the cursor continues after the last table that is shown.
  if (fitting < found.items.length)
    found = await source.list(document, { limit: Math.max(1, fitting), cursor }, call);
  const tables = found.items.map(toInfo);
  const { total, next_cursor } = found;
  const [first] = tables;
  return {
    facts: [`${total} tables${tables.length < total ? `, ${tables.length} shown` : ''}.`],
    text: tables.map(lineOf).join('\n'),
    next: [
      ...(first ? [nextCall('get_table', { document, table: first.n }, 'for its rows')] : []),
      ...(next_cursor === null
        ? []
        : [nextCall('get_table', { document, cursor: next_cursor }, 'for more tables')]),
    ],
    data: { document, tables, next_cursor },
  };
}

type Rows = { readonly first: number; readonly last: number };

function rowsOf(text: string | undefined): Rows {
  const [first = 1, last = text === undefined ? Number.MAX_SAFE_INTEGER : first] = (text ?? '')
    .split('-')
    .filter(Boolean)
    .map(Number);
  if (last < first)
    throw new DocumentError('invalid_request', 'rows must begin before it ends, such as "1-50".');
  return { first, last };
}

type FittingRows = { readonly part: TablePart; readonly cut: boolean };

/** Fewer rows until they fit; a row that alone does not fit is cut. */
async function rowsThatFit(
  read: (last: number) => Promise<TablePart>,
  { first, last }: Rows,
  tokensMax: number,
): Promise<FittingRows> {
  // A row has at least two tokens, so never more are read than could fit.
  let end = Math.min(last, first + Math.ceil(tokensMax / 2));
  for (;;) {
    const part = await read(end);
    const tokens = textTokens(part.content);
    if (tokens <= tokensMax) return { part, cut: false };
    if (part.to_row <= first)
      return { part: { ...part, content: cutToTokens(part.content, tokensMax) }, cut: true };
    const share = Math.floor(((part.to_row - first + 1) * tokensMax * 0.9) / tokens);
    end = first + Math.max(1, Math.min(share, part.to_row - first)) - 1;
  }
}

export const getTable: Tool<typeof Input, 'tables'> = {
  name: 'get_table',
  title: 'Get a table',
  description:
    'The rows of a table as csv, markdown or json; without a table number, the list of tables. A table that continues on other pages is one table.',
  input: Input,
  output: Output,
  annotations: readOnly,
  async answer({ tables: source }, args, call) {
    const { document, table, cursor, format = 'csv', rows, max_tokens = defaultTokens } = args;
    const tokens = max_tokens - frameTokens;
    if (table === undefined) return listTables(source, document, { cursor, tokens, call });
    const wanted = rowsOf(rows);
    const read = (end: number) =>
      source.get(document, table, { format, rows: `${wanted.first}-${end}` }, call);
    const { part, cut } = await rowsThatFit(read, wanted, tokens);
    const { from_row: first, to_row: last } = part;
    const end = Math.min(wanted.last, part.rows);
    const following = `${last + 1}-${end}`;
    return {
      facts: [
        `Table ${table}, rows ${first} to ${last} of ${part.rows}, ${part.columns} columns, ${format}.`,
        ...(cut ? ['The row is longer than max_tokens and is cut.'] : []),
      ],
      text: part.content,
      next:
        last < end
          ? [nextCall('get_table', { document, table, format, rows: following }, 'for the rows that follow')]
          : [],
      data: {
        document,
        tables: [toInfo({ ...part, caption: null })],
        first_row: first,
        last_row: last,
        ...(cut && { cut }),
      },
      textField: 'content',
    };
  },
};
