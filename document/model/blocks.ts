/** The nodes of the tree. Every node has `type`, `page`, `box` and `kids`; walking `kids` alone meets all text. */
import type { Box } from './box.ts';

type Common = {
  /** Where it begins. */
  readonly page: number;
  readonly box: Box;
};

type Leaf = Common & { readonly kids: readonly [] };

export type Link = { readonly url: string } | { readonly page: number };

/** Offsets count UTF-16 code units of `content`. Spans are sorted by start, and may nest but not cross. */
export type Span = {
  readonly start: number;
  readonly end: number;
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  readonly code?: true;
  readonly sup?: true;
  readonly sub?: true;
  readonly link?: Link;
  /** The printed mark of the footnote with this `note`: in the text, and at the beginning of the footnote itself. */
  readonly note?: string;
};

/** One printed line of a text, at its place in `content`. */
export type Line = { readonly page: number; readonly box: Box; readonly start: number; readonly end: number };

/** A word that was recognized in a picture (OCR), at its place in `content`. */
export type Word = {
  readonly start: number;
  readonly end: number;
  /** From 0 to 1, as the recognition judges itself. */
  readonly confidence: number;
};

/**
 * Unicode in logical order, NFC, ligatures decomposed, one space between words, hyphens at line ends resolved. No line
 * breaks, except in `code`. `direction` is absent for left to right.
 */
export type Text = {
  readonly content: string;
  readonly direction?: 'rtl';
  readonly spans: readonly Span[];
  readonly lines: readonly Line[];
  /** Of text that was recognized in a picture; absent otherwise. */
  readonly words?: readonly Word[];
};

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export type Heading = Leaf & Text & { readonly type: 'heading'; readonly level: HeadingLevel };
export type Paragraph = Leaf & Text & { readonly type: 'paragraph' };
export type Code = Leaf & Text & { readonly type: 'code' };
export type Formula = Leaf & Text & { readonly type: 'formula' };

/** `note` is its name, unique in the document; absent unless exactly one mark in the text refers to it. */
export type Footnote = Leaf & Text & { readonly type: 'footnote'; readonly note?: string };

/** Inside its figure; next to its table. */
export type Caption = Leaf & Text & { readonly type: 'caption' };

/** `label` is as printed (`3.`, `•`, `(iv)`), `content` is without it. Further paragraphs and nested lists are kids. */
export type ListItem = Common &
  Text & { readonly type: 'list_item'; readonly label?: string; readonly kids: readonly Block[] };

export type List = Common & {
  readonly type: 'list';
  readonly ordered: boolean;
  /** Number of the first item of an ordered list, if it is not 1. */
  readonly start?: number;
  readonly kids: readonly ListItem[];
};

export type Cell = Common & {
  readonly type: 'cell';
  /** From 1. */
  readonly row: number;
  readonly column: number;
  readonly row_span: number;
  readonly column_span: number;
  readonly header?: 'row' | 'column';
  readonly kids: readonly Block[];
};

/** Cells that begin in this row; positions covered by a span of an earlier row have no cell. */
export type Row = Common & { readonly type: 'row'; readonly kids: readonly Cell[] };

export type Table = Common & {
  readonly type: 'table';
  readonly rows: number;
  readonly columns: number;
  readonly kids: readonly Row[];
};

/** An image, with its caption and any text that belongs to it as kids. */
export type Figure = Common & {
  readonly type: 'figure';
  /** Name of the file in the images output, or a `data:` URL if images are embedded; absent if images are off. */
  readonly image?: string;
  readonly alt?: string;
  readonly kids: readonly Block[];
};

export type FieldType = 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature';

/** A form field. `content` is the value as text, empty if the field is empty, so that walking finds it. */
export type Field = Leaf & {
  readonly type: 'field';
  readonly name: string;
  /** What a reader is told the field is for. */
  readonly label?: string;
  readonly field_type: FieldType;
  readonly value: string | readonly string[] | boolean | null;
  readonly content: string;
};

export type ArtifactKind = 'header' | 'footer';

/** Running headers, page numbers, margin stamps: in the stored document always, in outputs only when asked for. */
export type Artifact = Common & {
  readonly type: 'artifact';
  readonly kind: ArtifactKind;
  readonly kids: readonly Block[];
};

export type TextBlock = Heading | Paragraph | Code | Formula | Footnote | Caption;
export type Block = TextBlock | List | Table | Figure | Field | Artifact;
export type DocumentNode = Block | ListItem | Row | Cell;
