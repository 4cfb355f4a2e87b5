/**
 * What the tools need of the service: one caller's documents, read in parts. The API implements it with its actions,
 * the CLI with the SDK. Names and shapes are those of the REST routes.
 */

export type DocumentStatus = 'pending' | 'processing' | 'done' | 'failed';

export type DocumentInfo = {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly file_name: string;
  readonly page_count: number;
  readonly created_at: string;
  /** Why it failed. */
  readonly error_message?: string | null;
  readonly warnings: readonly {
    readonly code: string;
    readonly message: string;
    /** Empty where no page is named. */
    readonly pages: readonly number[];
  }[];
};

export type Box = readonly number[];

export type OutlineRow = {
  /** `null` for a bookmark without a heading, which can be read only by its page. */
  readonly ref: string | null;
  readonly title: string;
  readonly level: number;
  /** `null` for a bookmark that leads to no converted page. */
  readonly page: number | null;
  readonly label: string | null;
  /** Of the section and those below it. */
  readonly tokens_with_children: number;
};

export type Outline = {
  readonly document: {
    readonly pages: number;
    readonly tokens: number;
    readonly title: string | null;
  };
  readonly items: readonly OutlineRow[];
  readonly next_cursor: string | null;
};

export type ReadRange = {
  readonly pages?: string | undefined;
  readonly section?: string | undefined;
  readonly cursor?: string | undefined;
  readonly max_tokens: number;
};

export type Place = { readonly page: number; readonly ref: string };

export type ReadPart = {
  readonly content: string;
  readonly tokens: number;
  readonly from: Place | null;
  readonly to: Place | null;
  readonly next_cursor: string | null;
  readonly remaining_tokens: number;
};

export type SearchHit = {
  readonly ref: string;
  readonly page: number;
  readonly label: string | null;
  readonly box: Box;
  readonly headings: readonly string[];
  readonly before: string;
  readonly match: string;
  readonly after: string;
};

export type SearchPart = {
  readonly items: readonly SearchHit[];
  readonly total: number;
  readonly next_cursor: string | null;
};

export type QuoteMatch = {
  readonly page: number;
  readonly label: string | null;
  readonly boxes: readonly unknown[];
  readonly refs: readonly string[];
  readonly headings: readonly string[];
  readonly score: number;
  readonly selector: { readonly exact: string };
  readonly differences: readonly { readonly op: string; readonly quote: string; readonly document: string }[];
  readonly anchor: string;
};

export type LocatedQuote = {
  readonly verdict: string;
  readonly score: number;
  readonly matches: readonly QuoteMatch[];
  readonly total: number;
  readonly page_right: boolean | null;
};

export type LocatedQuotes = {
  readonly items: readonly LocatedQuote[];
  /** Text that could not be searched; without pages if they are not known. */
  readonly not_searched: readonly { readonly reason: string; readonly pages: readonly number[] }[];
};

export type TableInfo = {
  readonly n: number;
  readonly ref: string;
  readonly pages: readonly number[];
  readonly caption: string | null;
  readonly rows: number;
  readonly columns: number;
};

export type TableFormat = 'csv' | 'markdown' | 'json';

/** A csv or markdown text, or json as text, of these rows. */
export type TablePart = TableInfo & {
  readonly content: string;
  readonly from_row: number;
  readonly to_row: number;
};

export type CallOptions = { readonly signal: AbortSignal };

/** Tools are offered for what a source can do; the optional parts may be missing. */
export type DocumentSource = {
  /** Waits until the document is converted, but no longer than this. */
  open(id: string, waitSeconds: number, options: CallOptions): Promise<DocumentInfo>;
  /** Only where the source can read files of the user. Returns at once. */
  submit?(path: string, options: CallOptions): Promise<DocumentInfo>;
  list(page: number, pageSize: number, options: CallOptions): Promise<DocumentList>;
  outline(id: string, query: OutlineQuery, options: CallOptions): Promise<Outline>;
  read(id: string, range: ReadRange, options: CallOptions): Promise<ReadPart>;
  search?(id: string, query: SearchQuery, options: CallOptions): Promise<SearchPart>;
  locate?(id: string, quote: QuoteQuery, options: CallOptions): Promise<LocatedQuotes>;
  tables?: TableSource;
};

export type TableSource = {
  list(id: string, query: ListQuery, options: CallOptions): Promise<TableList>;
  /** `rows` counts from 1 and includes both ends; what is beyond the last row is left out. */
  get(id: string, n: number, range: TableRange, options: CallOptions): Promise<TablePart>;
};

export type DocumentList = { readonly items: readonly DocumentInfo[]; readonly total: number };
export type OutlineQuery = { readonly depth: number; readonly max_tokens: number };
export type SearchQuery = {
  readonly q: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
};
export type QuoteQuery = { readonly exact: string; readonly page?: number | undefined };
export type ListQuery = { readonly limit: number; readonly cursor?: string | undefined };
export type TableList = {
  readonly items: readonly TableInfo[];
  readonly total: number;
  readonly next_cursor: string | null;
};
export type TableRange = { readonly format: TableFormat; readonly rows?: string | undefined };

/** A refusal of the service, with its code and what it says about it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
