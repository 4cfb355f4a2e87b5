/** Documents in memory, read as the service reads them: cut between blocks, continued by cursor. */
import { countTokens } from '../answer.ts';
import {
  DocumentError,
  type DocumentInfo,
  type DocumentSource,
  type ListQuery,
  type LocatedQuotes,
  type Outline,
  type OutlineQuery,
  type QuoteQuery,
  type ReadPart,
  type ReadRange,
  type SearchPart,
  type SearchQuery,
  type TableInfo,
  type TableList,
  type TablePart,
} from '../document-source.ts';

export type FakeBlock = { readonly page: number; readonly text: string; readonly level?: number };
export type FakeTable = { readonly caption: string | null; readonly rows: readonly (readonly string[])[] };
export type FakeDocument = {
  readonly fileName?: string;
  readonly warnings?: DocumentInfo['warnings'];
  readonly status?: DocumentInfo['status'];
  readonly title?: string | null;
  readonly blocks: readonly FakeBlock[];
  readonly tables?: readonly FakeTable[];
};

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function infoOf(id: string, document: FakeDocument): DocumentInfo {
  const { fileName = 'file.pdf', status = 'done', warnings = [], blocks } = document;
  const page_count = blocks.at(-1)?.page ?? 1;
  return { id, status, file_name: fileName, page_count, created_at: '2026-11-17T00:00:00Z', warnings };
}

type Range = { readonly start: number; readonly offset: number; readonly end: number };

function rangeOf(blocks: readonly FakeBlock[], { pages, section, cursor }: ReadRange): Range {
  if (cursor !== undefined) {
    const [start = 0, offset = 0, end = 0] = cursor.split(':').map(Number);
    return { start, offset, end };
  }
  if (section !== undefined) {
    const start = Number(section.replace('/kids/', ''));
    const level = blocks[start]?.level;
    if (level === undefined) throw new DocumentError('section_not_found', 'Section not found.');
    const end = blocks.findIndex((block, index) => index > start && (block.level ?? 9) <= level);
    return { start, offset: 0, end: end === -1 ? blocks.length : end };
  }
  if (pages === undefined) return { start: 0, offset: 0, end: blocks.length };
  const [first = 1, last = first] = pages.split('-').map(Number);
  const start = blocks.findIndex(({ page }) => page >= first);
  const end = blocks.filter(({ page }) => page <= last).length;
  return { start: start === -1 ? end : start, offset: 0, end };
}

/** A block that alone is too long is cut inside. */
function read(blocks: readonly FakeBlock[], request: ReadRange): ReadPart {
  const { start, offset, end } = rangeOf(blocks, request);
  const texts: string[] = [];
  let [stop, rest] = [start, offset];
  for (; stop < end; stop++, rest = 0) {
    const text = blocks[stop]?.text.slice(rest) ?? '';
    if (countTokens([...texts, text].join('\n\n')) <= request.max_tokens) {
      texts.push(text);
      continue;
    }
    if (texts.length > 0) break;
    const part = text.slice(0, Math.ceil(request.max_tokens / 4));
    texts.push(part);
    rest += part.length;
    break;
  }
  const place = (index: number) => ({ page: blocks[index]?.page ?? 1, ref: `/kids/${index}` });
  const content = texts.join('\n\n');
  return {
    content,
    tokens: countTokens(content),
    from: texts.length > 0 ? place(start) : null,
    to: texts.length > 0 ? place(start + texts.length - 1) : null,
    next_cursor: stop < end ? `${stop}:${rest}:${end}` : null,
    remaining_tokens: 0,
  };
}

const tableInfo = ({ caption, rows }: FakeTable, index: number): TableInfo => ({
  n: index + 1,
  ref: `/kids/${index}`,
  pages: [1],
  caption,
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
});

function outline({ blocks, title = null }: FakeDocument, { depth }: OutlineQuery): Outline {
  const tokens = blocks.reduce((sum, { text }) => sum + countTokens(text), 0);
  const items = blocks.flatMap(({ page, text, level }, index) =>
    level === undefined || level > depth
      ? []
      : [{ ref: `/kids/${index}`, title: text, level, page, label: null, tokens_with_children: 10 }],
  );
  const pages = blocks.at(-1)?.page ?? 1;
  return { document: { pages, tokens, title }, items, next_cursor: null };
}

function search({ blocks }: FakeDocument, { q, limit, cursor }: SearchQuery): SearchPart {
  const all = blocks.flatMap(({ page, text }, index) => {
    const at = text.toLowerCase().indexOf(q.toLowerCase());
    if (at === -1) return [];
    const [before, match, after] = [
      text.slice(0, at),
      text.slice(at, at + q.length),
      text.slice(at + q.length),
    ];
    return [
      {
        ref: `/kids/${index}`,
        page,
        label: null,
        box: [72, 72, 523, 90],
        headings: [text],
        before,
        match,
        after,
      },
    ];
  });
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return {
    items: all.slice(start, end),
    total: all.length,
    next_cursor: end < all.length ? String(end) : null,
  };
}

function locate({ blocks }: FakeDocument, { exact, page: claimed }: QuoteQuery): LocatedQuotes {
  const matches = blocks.flatMap(({ page, text }, index) => {
    if (!text.includes(exact)) return [];
    const [refs, headings, selector] = [[`/kids/${index}`], [text], { exact: text }];
    const differences = [{ op: 'replace', quote: text, document: text }];
    return [
      { page, label: null, boxes: [], refs, headings, selector, score: 1, differences, anchor: 'octavo:1' },
    ];
  });
  const found = matches.length > 0;
  const page_right = claimed === undefined ? null : matches.some(({ page }) => page === claimed);
  return {
    items: [
      {
        verdict: found ? 'verbatim' : 'absent',
        score: found ? 1 : 0,
        matches,
        total: matches.length,
        page_right,
      },
    ],
    not_searched: [
      { reason: 'page_only_image', pages: Array.from({ length: 300 }, (_, index) => index + 1) },
    ],
  };
}

function table({ tables = [] }: FakeDocument, n: number, rows: string | undefined): TablePart {
  const found = tables[n - 1];
  if (!found) throw new DocumentError('table_not_found', 'Table not found.');
  const [first = 1, last = found.rows.length] = (rows ?? '').split('-').filter(Boolean).map(Number);
  if (first > found.rows.length)
    throw new DocumentError(
      'invalid_request',
      `rows must begin within the ${found.rows.length} rows of the table`,
    );
  const shown = found.rows.slice(first - 1, last);
  const range = { from_row: first, to_row: Math.min(last, found.rows.length) };
  return {
    ...tableInfo(found, n - 1),
    ...range,
    content: shown.map((row) => row.map(cell).join(',')).join('\n'),
  };
}

function listTables({ tables = [] }: FakeDocument, { limit, cursor }: ListQuery): TableList {
  const start = Number(cursor ?? 0);
  const end = start + limit;
  const items = tables.map(tableInfo).slice(start, end);
  return { items, total: tables.length, next_cursor: end < tables.length ? String(end) : null };
}

export function fakeSource(documents: Readonly<Record<string, FakeDocument>>): DocumentSource {
  const find = (id: string) => {
    const document = documents[id];
    if (!document) throw new DocumentError('job_not_found', 'Job not found.');
    return document;
  };
  return {
    open: async (id) => infoOf(id, find(id)),
    list: async (page, size) => {
      const all = Object.entries(documents).map(([id, document]) => infoOf(id, document));
      return { items: all.slice((page - 1) * size, page * size), total: all.length };
    },
    outline: async (id, query) => outline(find(id), query),
    read: async (id, range) => read(find(id).blocks, range),
    search: async (id, query) => search(find(id), query),
    locate: async (id, quote) => locate(find(id), quote),
    tables: {
      list: async (id, query) => listTables(find(id), query),
      get: async (id, n, { rows }) => table(find(id), n, rows),
    },
  };
}
