/** Reads the document of a done job in parts. */
import type { ApiRequest, RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type {
  ChunksQuery,
  ContentQuery,
  DocumentChunk,
  DocumentChunks,
  DocumentField,
  DocumentFields,
  DocumentFigure,
  DocumentFigures,
  DocumentLink,
  DocumentLinks,
  DocumentOutline,
  DocumentPage,
  DocumentPages,
  DocumentTable,
  DocumentTables,
  LocatedQuotes,
  LocateInput,
  OutlineItem,
  OutlineQuery,
  PagesQuery,
  ReadPart,
  ReadQuery,
  SearchHit,
  SearchQuery,
  SearchResult,
  TableContent,
  TableQuery,
} from '../wire.ts';
import { type CursorBody, CursorList } from './cursor-list.ts';

export function pathOf(jobId: string, ...rest: readonly string[]): string {
  return ['/jobs', ...[jobId, ...rest].map(encodeURIComponent)].join('/');
}

type Query = NonNullable<ApiRequest['query']>;

export class JobReading {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The sections with their pages and sizes in tokens. Await it for the first answer, or iterate it for all entries. */
  outline(
    jobId: string,
    query: OutlineQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentOutline, OutlineItem> {
    return this.#list(pathOf(jobId, 'outline'), query, ({ items }) => items, options);
  }

  /** The pages with label, size, tokens, counts and quality. Await it for the first answer, or iterate it for all pages. */
  pages(
    jobId: string,
    query: PagesQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentPages, DocumentPage> {
    return this.#list(pathOf(jobId, 'pages'), query, ({ items }) => items, options);
  }

  /**
   * Pages, a section or the whole document, at most `max_tokens` at a time. Await it for the first part, or iterate it
   * for all parts.
   */
  read(jobId: string, query: ReadQuery = {}, options?: RequestOptions): CursorList<ReadPart, ReadPart> {
    return this.#list(pathOf(jobId, 'read'), query, (part) => [part], options, ['pages', 'section']);
  }

  /** Words that are all in one block, or a "phrase". Await it for the first hits, or iterate it for all. */
  search(jobId: string, query: SearchQuery, options?: RequestOptions): CursorList<SearchResult, SearchHit> {
    return this.#list(pathOf(jobId, 'search'), query, ({ items }) => items, options);
  }

  /** The tables. Await it for the first answer, or iterate it for all. */
  tables(
    jobId: string,
    query: ContentQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentTables, DocumentTable> {
    return this.#list(pathOf(jobId, 'tables'), query, ({ items }) => items, options);
  }

  /** One table or some of its rows, as csv (the default), json, markdown or html. */
  async table(
    jobId: string,
    n: number,
    query: TableQuery = {},
    options?: RequestOptions,
  ): Promise<TableContent> {
    const path = pathOf(jobId, 'tables', String(n));
    return this.#transport.json({ method: 'GET', path, query, isRepeatable: true }, options);
  }

  /** The figures. Await it for the first answer, or iterate it for all. */
  figures(
    jobId: string,
    query: ContentQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentFigures, DocumentFigure> {
    return this.#list(pathOf(jobId, 'figures'), query, ({ items }) => items, options);
  }

  /** The form fields. Await it for the first answer, or iterate it for all. */
  fields(
    jobId: string,
    query: ContentQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentFields, DocumentField> {
    return this.#list(pathOf(jobId, 'fields'), query, ({ items }) => items, options);
  }

  /** The links. Await it for the first answer, or iterate it for all. */
  links(
    jobId: string,
    query: ContentQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentLinks, DocumentLink> {
    return this.#list(pathOf(jobId, 'links'), query, ({ items }) => items, options);
  }

  /** Whether the document has these quotes, word for word, and where; and the places of anchors. */
  locate(jobId: string, input: LocateInput, options?: RequestOptions): Promise<LocatedQuotes> {
    const path = pathOf(jobId, 'locate');
    return this.#transport.json({ method: 'POST', path, json: input, isRepeatable: true }, options);
  }

  /** Chunks for retrieval. Await it for the first answer, or iterate it for all chunks. */
  chunks(
    jobId: string,
    query: ChunksQuery = {},
    options?: RequestOptions,
  ): CursorList<DocumentChunks, DocumentChunk> {
    return this.#list(pathOf(jobId, 'chunks'), query, ({ items }) => items, options);
  }

  /** `onlyFirst` are parameters that a cursor replaces. */
  #list<Body extends CursorBody, Item>(
    path: string,
    query: Query,
    items: (body: Body) => Iterable<Item>,
    options: RequestOptions | undefined,
    onlyFirst: readonly string[] = [],
  ): CursorList<Body, Item> {
    const later = Object.fromEntries(Object.entries(query).filter(([name]) => !onlyFirst.includes(name)));
    return new CursorList((cursor) => {
      const sent = cursor === undefined ? query : { ...later, cursor };
      return this.#transport.json<Body>({ method: 'GET', path, query: sent, isRepeatable: true }, options);
    }, items);
  }
}
