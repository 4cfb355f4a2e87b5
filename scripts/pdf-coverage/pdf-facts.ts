/** What an independent reader finds in a PDF: links, form fields, and the words of the pages. */

/** Left, top, right, bottom in points from the upper left corner of the displayed page. */
export type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

export type PdfLink = {
  readonly page: number;
  readonly rectangles: readonly Rectangle[];
  /** Null for links to other places than web addresses. */
  readonly url: string | null;
};

export type PdfField = {
  readonly page: number;
  readonly name: string;
  readonly type: 'text' | 'choice' | 'checkbox' | 'radio';
  /** As shown: texts, or `true` for a checked box. Never empty. */
  readonly values: readonly string[] | true;
};

export type PdfPage = { readonly page: number; readonly width: number; readonly height: number };

export type Annotations = {
  readonly pages: readonly PdfPage[];
  readonly links: readonly PdfLink[];
  readonly fields: readonly PdfField[];
};

export type Word = { readonly page: number; readonly box: Rectangle; readonly text: string };

/** Where a conversion left out text because it is not visible. */
export type HiddenText = { readonly page: number; readonly box: Rectangle };
