/** The parser options that decide how a document is written, not what is found on its pages. */
export type WriteOptions = {
  readonly includeHeaderFooter: boolean;
  readonly keepLineBreaks: boolean;
  readonly markdownWithHtml: boolean;
  /** `%page-number%` stands for the number of the page that follows. */
  readonly markdownPageSeparator: string | null;
  readonly textPageSeparator: string | null;
  readonly htmlPageSeparator: string | null;
};

export const defaultWriteOptions: WriteOptions = {
  includeHeaderFooter: false,
  keepLineBreaks: false,
  markdownWithHtml: false,
  markdownPageSeparator: null,
  textPageSeparator: null,
  htmlPageSeparator: null,
};
