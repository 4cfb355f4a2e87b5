/** Types of the `json` result (`octavo-document/1`), with the names of its members in camelCase. */

/** `[left, bottom, right, top]` in points, from the lower left corner of the page as it is displayed. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

type Positioned = {
  /** The page on which the node begins, from 1. */
  readonly page: number;
  readonly box: Box;
};

type Leaf = Positioned & { readonly kids: readonly [] };

/** An address outside of the document, or a page of it. */
export type Link = { readonly url: string } | { readonly page: number };

/** A part of `content`: `content.slice(start, end)`. Spans are sorted by start, and may nest but not cross. */
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

/** A printed line: its place, and the part of `content` that it shows. */
export type Line = {
  readonly page: number;
  readonly box: Box;
  readonly start: number;
  readonly end: number;
};

/** A word that was recognized in a picture (OCR), and how sure the recognition is, from 0 to 1. */
export type Word = { readonly start: number; readonly end: number; readonly confidence: number };

export type TextContent = {
  readonly content: string;
  /** Absent for text from left to right. */
  readonly direction?: 'rtl';
  readonly spans: readonly Span[];
  readonly lines: readonly Line[];
  /** Of text that was recognized in a picture; absent otherwise. */
  readonly words?: readonly Word[];
};

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export type Heading = Leaf & TextContent & { readonly type: 'heading'; readonly level: HeadingLevel };
export type Paragraph = Leaf & TextContent & { readonly type: 'paragraph' };
export type Code = Leaf & TextContent & { readonly type: 'code' };
export type Formula = Leaf & TextContent & { readonly type: 'formula' };
/** `note` is its name, unique in the document; absent unless exactly one mark in the text refers to it. */
export type Footnote = Leaf & TextContent & { readonly type: 'footnote'; readonly note?: string };
/** Inside of its figure, or next to its table. */
export type Caption = Leaf & TextContent & { readonly type: 'caption' };

export type ListItem = Positioned &
  TextContent & {
    readonly type: 'list_item';
    /** As printed, such as `3.` or `•`. Not part of `content`. */
    readonly label?: string;
    /** Further paragraphs and nested lists. */
    readonly kids: readonly Block[];
  };

export type List = Positioned & {
  readonly type: 'list';
  readonly ordered: boolean;
  /** The number of the first item, if it is not 1. */
  readonly start?: number;
  readonly kids: readonly ListItem[];
};

export type Cell = Positioned & {
  readonly type: 'cell';
  /** From 1. */
  readonly row: number;
  /** From 1. */
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly header?: 'row' | 'column';
  readonly kids: readonly Block[];
};

/** Has the cells that begin in this row. */
export type Row = Positioned & { readonly type: 'row'; readonly kids: readonly Cell[] };

export type Table = Positioned & {
  readonly type: 'table';
  readonly rows: number;
  readonly columns: number;
  readonly kids: readonly Row[];
};

/** An image, with its caption and the text that belongs to it as kids. */
export type Figure = Positioned & {
  readonly type: 'figure';
  /** A file of the images output, or a `data:` URL with `image_output: 'embedded'`. Absent if images are off. */
  readonly image?: string;
  readonly alt?: string;
  readonly kids: readonly Block[];
};

export type FieldType = 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature';

/** A form field. */
export type Field = Leaf & {
  readonly type: 'field';
  readonly name: string;
  /** What a reader is told the field is for. */
  readonly label?: string;
  readonly fieldType: FieldType;
  readonly value: string | readonly string[] | boolean | null;
  /** The value as text; empty if the field is empty. */
  readonly content: string;
};

/** A running header or footer, with the option `include_header_footer`. */
export type Artifact = Positioned & {
  readonly type: 'artifact';
  readonly kind: 'header' | 'footer';
  readonly kids: readonly Block[];
};

export type TextBlock = Heading | Paragraph | Code | Formula | Footnote | Caption;
export type Block = TextBlock | List | Table | Figure | Field | Artifact;
export type DocumentNode = Block | ListItem | Row | Cell;
export type NodeType = DocumentNode['type'];

/** Size as displayed: rotated and cropped. */
export type DocumentPage = {
  readonly page: number;
  /** Such as `iv`; absent if it is the page number. */
  readonly label?: string;
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Absent unless its text was recognized in its picture: the words, and the mean of their confidences. */
  readonly ocr?: { readonly words: number; readonly confidence: number };
};

export type OutlineItem = {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** Absent if the entry leads to no page of the document. */
  readonly page?: number;
};

/** The root. */
export type ParsedDocument = {
  readonly schema: 'octavo-document/1';
  readonly type: 'document';
  readonly fileName?: string;
  readonly title?: string;
  readonly author?: string;
  /** BCP 47, such as `en-GB`. */
  readonly language?: string;
  /** Pages of the whole PDF, even if only some were converted. */
  readonly pageCount: number;
  /** The converted pages. */
  readonly pages: readonly DocumentPage[];
  readonly outline: readonly OutlineItem[];
  /** The blocks of all pages, in reading order. */
  readonly kids: readonly Block[];
};
