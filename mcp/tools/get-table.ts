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
    from_table: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Where the list of tables continues.' }),
    ),
    format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('markdown'), Type.Literal('json')])),
    rows: Type.Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,6}(-[1-9][0-9]{0,6})?$', description: 'Rows such as "1-50".' }),
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

async function listTables(
  source: TableSource,
  document: string,
  { from, tokens, call }: { readonly from: number; readonly tokens: number; readonly call: CallOptions },
): Promise<Answer> {
  const all = await source.list(document, call);
  const rest = all.filter(({ n }) => n >= from).map(toInfo);
  const shown = rest.slice(
    0,
    itemsThatFit(rest, tokens, lineOf, (table) => table),
  );
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    facts: [`${all.length} tables${shown.length < all.length ? `, ${shown.length} shown` : ''}.`],
    text: shown.map(lineOf).join('\n'),
    next: [
      ...(first ? [nextCall('get_table', { document, table: first.n }, 'for its rows')] : []),
      ...(last && shown.length < rest.length
        ? [nextCall('get_table', { document, from_table: last.n + 1 }, 'for more tables')]
        : []),
    ],
    data: { document, tables: shown },
  };
}

function rangeOf(rows: string | undefined, total: number): { readonly first: number; readonly last: number } {
  const [first = 1, last = rows === undefined ? total : first] = (rows ?? '')
    .split('-')
    .filter(Boolean)
    .map(Number);
  if (first > Math.max(total, 1) || last < first)
    throw new DocumentError('invalid_request', `The table has the rows 1 to ${total}.`);
  return { first, last: Math.min(last, total) };
}

type Rows = { readonly part: TablePart; readonly last: number; readonly cut: boolean };

/** Fewer rows until they fit; a row that alone does not fit is cut. */
async function rowsThatFit(
  read: (last: number) => Promise<TablePart>,
  { first, last }: { readonly first: number; readonly last: number },
  tokensMax: number,
): Promise<Rows> {
  // Wide tables have few rows in a budget: never more are fetched than could fit.
  let end = Math.min(last, first + tokensMax);
  for (;;) {
    const part = await read(end);
    const tokens = textTokens(part.content);
    if (tokens <= tokensMax) return { part, last: end, cut: false };
    if (end === first) {
      const content = cutToTokens(part.content, tokensMax);
      return { part: { ...part, content }, last: end, cut: true };
    }
    const share = Math.floor(((end - first + 1) * tokensMax * 0.9) / tokens);
    end = first + Math.max(1, Math.min(share, end - first)) - 1;
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
    const { document, table, from_table: from = 1, format = 'csv', rows, max_tokens = defaultTokens } = args;
    const tokens = max_tokens - frameTokens;
    if (table === undefined) return listTables(source, document, { from, tokens, call });
    const info = (await source.list(document, call)).find(({ n }) => n === table);
    if (!info) throw new DocumentError('table_not_found', 'The document has no table of this number.');
    const range = rangeOf(rows, info.rows);
    const read = (last: number) =>
      source.get(document, table, { format, rows: `${range.first}-${last}` }, call);
    const { part, last, cut } = await rowsThatFit(read, range, tokens);
    const following = `${last + 1}-${range.last}`;
    return {
      facts: [
        `Table ${table}, rows ${range.first} to ${last} of ${info.rows}, ${info.columns} columns, ${format}.`,
        ...(cut ? ['The row is longer than max_tokens and is cut.'] : []),
      ],
      text: part.content,
      next:
        last < range.last
          ? [nextCall('get_table', { document, table, format, rows: following }, 'for the rows that follow')]
          : [],
      data: {
        document,
        tables: [toInfo({ ...info, caption: null })],
        first_row: range.first,
        last_row: last,
        ...(cut && { cut }),
      },
      textField: 'content',
    };
  },
};
