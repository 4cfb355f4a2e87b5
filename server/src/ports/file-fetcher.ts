/** Port for fetching the file behind a URL that a customer chose. Failures are `source_url_failed`. */

export type FetchedFile = {
  /** From the path of the URL. */
  readonly fileName: string | undefined;
  /** Bounded in time; the reader bounds its size. Leaving the loop early ends the connection. */
  readonly body: AsyncIterable<Buffer>;
};

export type FileFetcher = {
  /** Follows redirects, and connects only to allowed addresses. */
  fetch(url: string, signal: AbortSignal): Promise<FetchedFile>;
};
