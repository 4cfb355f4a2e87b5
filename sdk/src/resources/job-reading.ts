/** Reads the document of a done job in parts. */
import type { ApiRequest, RequestOptions } from '../request/attempt.ts';
import type { Transport } from '../request/transport.ts';
import type {
  DocumentOutline,
  DocumentPage,
  DocumentPages,
  OutlineItem,
  OutlineQuery,
  PagesQuery,
  ReadPart,
  ReadQuery,
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
