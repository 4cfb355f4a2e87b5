/** Documents, outlines, pages and tables as resources that a user can attach. */
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type Variables,
} from '@modelcontextprotocol/server';
import { loadTokenizer } from '@octavo/document/reading/count-tokens.ts';
import { countTokens, frameTokens, itemsThatFit } from './answer.ts';
import { type CallOptions, DocumentError, type DocumentSource, type TableSource } from './document-source.ts';
import { nextCall } from './next-call.ts';
import { outlineLines } from './tools/document-map.ts';
import { markUntrusted, newMarkerId, oneLine, untrustedNotice, withoutMarkers } from './untrusted-text.ts';

/** What one resource may have; clients put it into the context as a whole. */
const tokensMax = 20_000;
const listed = 50;
/** A done document does not change, but it can be deleted. */
const cacheHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

type Part = { readonly text: string; readonly next?: string | undefined };
type Reader = (id: string, variables: Variables, options: CallOptions) => Promise<Part>;

function numberOf(variables: Variables): number {
  const value = Number(variables['n']);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new DocumentError('invalid_request', 'Pages and tables have numbers from 1.');
  return value;
}

async function readPart(
  source: DocumentSource,
  id: string,
  pages: string | undefined,
  options: CallOptions,
): Promise<Part> {
  const part = await source.read(id, { pages, max_tokens: tokensMax - frameTokens }, options);
  const { next_cursor: cursor } = part;
  return {
    text: part.content,
    ...(cursor !== null && { next: nextCall('read_document', { document: id, cursor }).text }),
  };
}

async function readOutline(source: DocumentSource, id: string, options: CallOptions): Promise<Part> {
  const outline = await source.outline(id, { depth: 99, max_tokens: tokensMax }, options);
  const lines = outlineLines(outline);
  const shown = lines.slice(
    0,
    itemsThatFit(
      lines,
      tokensMax - frameTokens,
      (line) => line,
      (line) => line,
    ),
  );
  const isCut = shown.length < lines.length || outline.next_cursor !== null;
  return {
    text: shown.join('\n'),
    ...(isCut && {
      next: nextCall('read_document', { document: id }, 'for pages that the outline leaves out').text,
    }),
  };
}

async function readTable(source: TableSource, id: string, n: number, options: CallOptions): Promise<Part> {
  const { content } = await source.get(id, n, { format: 'csv' }, options);
  if (countTokens(content) <= tokensMax - frameTokens) return { text: content };
  throw new DocumentError(
    'payload_too_large',
    `The table is too long for a resource. Use ${nextCall('get_table', { document: id, table: n }).text}.`,
  );
}

type Template = {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly mimeType: string;
  readonly read: Reader;
};

/** Not `text/csv`, because the rows stand between markers; programs get the file from the REST API. */
const tableReader = (tables: TableSource): Template => ({
  name: 'table',
  path: '/tables/{n}.csv',
  title: 'Table of a document',
  mimeType: 'text/plain',
  read: (id, variables, options) => readTable(tables, id, numberOf(variables), options),
});

function readers(source: DocumentSource): readonly Template[] {
  const { tables } = source;
  return [
    {
      name: 'document',
      path: '',
      title: 'Document',
      mimeType: 'text/markdown',
      read: (id, _, options) => readPart(source, id, undefined, options),
    },
    {
      name: 'outline',
      path: '/outline',
      title: 'Outline of a document',
      mimeType: 'text/markdown',
      read: (id, _, options) => readOutline(source, id, options),
    },
    {
      name: 'page',
      path: '/pages/{n}',
      title: 'Page of a document',
      mimeType: 'text/markdown',
      read: (id, variables, options) => readPart(source, id, String(numberOf(variables)), options),
    },
    ...(tables ? [tableReader(tables)] : []),
  ];
}

/** Document text, marked as such: what a user attaches is read by a model, too. */
function contentOf({ text, next }: Part): string {
  const markerId = newMarkerId();
  return [
    untrustedNotice(markerId),
    markUntrusted(text, markerId),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ].join('\n');
}

const notFound = new Set(['job_not_found', 'table_not_found', 'page_not_found', 'section_not_found']);

/** A refusal is about the address that was asked for; only what is our fault is an internal error. */
function protocolError(error: unknown, uri: string): ProtocolError {
  if (!(error instanceof DocumentError))
    return new ProtocolError(ProtocolErrorCode.InternalError, 'internal_error');
  if (notFound.has(error.code)) return new ResourceNotFoundError(uri, error.message);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${error.message}`, { uri });
}

export function addResources(
  server: McpServer,
  source: DocumentSource,
  report: (error: unknown) => void,
): void {
  const list = async (options: CallOptions) => {
    const { items } = await source.list(1, listed, options);
    return {
      resources: items.map(({ id, file_name, page_count }) => ({
        uri: `octavo://documents/${id}`,
        name: withoutMarkers(oneLine(file_name, 100)),
        description: `${page_count} pages`,
        mimeType: 'text/markdown',
      })),
    };
  };
  for (const { name, path, title, mimeType, read } of readers(source)) {
    const template = new ResourceTemplate(`octavo://documents/{id}${path}`, {
      list: path === '' ? (ctx) => list({ signal: ctx.mcpReq.signal }) : undefined,
    });
    server.registerResource(name, template, { title, mimeType, cacheHint }, async (uri, variables, ctx) => {
      try {
        await loadTokenizer();
        const part = await read(String(variables['id']), variables, { signal: ctx.mcpReq.signal });
        return { contents: [{ uri: uri.href, mimeType, text: contentOf(part) }] };
      } catch (error) {
        if (!(error instanceof DocumentError)) report(error);
        throw protocolError(error, uri.href);
      }
    });
  }
}
