/** A document before it is set: what the generators make, and what truth and sources are written from. */

export type SourceCell = { readonly text: string; readonly rowSpan?: number; readonly columnSpan?: number };

export type SourceTable = {
  readonly kind: 'table';
  readonly rows: readonly (readonly SourceCell[])[];
  /** Class of the html table: `grid`, `rules`, `bare`, `zebra`. */
  readonly style: string;
  readonly caption?: string;
};

export type SourceBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly note?: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | SourceTable;

/** How a document becomes a PDF. */
export type Setting =
  | { readonly program: 'chromium'; readonly html: string; readonly headerAndFooter?: boolean }
  | { readonly program: 'latex'; readonly tex: string }
  | { readonly program: 'libreoffice'; readonly extension: 'fodt' | 'fods' | 'fodp'; readonly xml: string };

export type BornDocument = {
  readonly id: string;
  readonly truth: string;
  readonly setting: Setting;
};

export const heading = (level: number, text: string): SourceBlock => ({ kind: 'heading', level, text });
export const paragraph = (text: string, note?: string): SourceBlock => ({
  kind: 'paragraph',
  text,
  ...(note === undefined ? {} : { note }),
});
export const list = (ordered: boolean, items: readonly string[]): SourceBlock => ({
  kind: 'list',
  ordered,
  items,
});
