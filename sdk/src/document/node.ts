/** Types of the `json` result: a tree of nodes whose keys contain spaces. */

/** `[left, bottom, right, top]` in points, from the lower left corner of the page as it is displayed. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

type Positioned = {
  /** Not unique within a document: identify nodes by their JSON Pointer instead. */
  readonly id?: number;
  readonly 'page number': number;
  readonly 'bounding box': Box;
  readonly pdfua_tag?: string;
  readonly level?: string;
};

type TextContent = {
  readonly font: string | null;
  readonly 'font size': number;
  /** Components as a string, such as `[0.0, 0.0, 0.0]`. */
  readonly 'text color'?: string;
  readonly content: string;
  readonly 'hidden text'?: boolean;
};

export type Heading = Positioned &
  TextContent & { readonly type: 'heading'; readonly 'heading level': number };
export type Paragraph = Positioned & TextContent & { readonly type: 'paragraph' };
/** Text outside of any block, from documents with a structure tree. */
export type TextChunk = Positioned & { readonly type: 'text chunk'; readonly content: string };
export type Caption = Positioned &
  TextContent & { readonly type: 'caption'; readonly 'linked content id'?: number };
export type Formula = Positioned & { readonly type: 'formula'; readonly content: string };
export type List = Positioned & {
  readonly type: 'list';
  readonly 'numbering style': string;
  readonly 'number of list items': number;
  readonly 'previous list id'?: number;
  readonly 'next list id'?: number;
  readonly 'list items': readonly ListItem[];
};
export type ListItem = Positioned &
  TextContent & { readonly type: 'list item'; readonly kids: readonly DocumentNode[] };
export type Table = Positioned & {
  readonly type: 'table';
  readonly 'number of rows': number;
  readonly 'number of columns': number;
  readonly 'previous table id'?: number;
  readonly 'next table id'?: number;
  readonly rows: readonly TableRow[];
};
/** Has no page number and no bounding box. */
export type TableRow = {
  readonly type: 'table row';
  readonly id?: number;
  readonly 'row number': number;
  readonly cells: readonly TableCell[];
};
export type TableCell = Positioned & {
  readonly type: 'table cell';
  /** From 1. */
  readonly 'row number': number;
  /** From 1. */
  readonly 'column number': number;
  readonly 'row span': number;
  readonly 'column span': number;
  readonly is_header?: boolean;
  readonly kids: readonly DocumentNode[];
};
export type Image = Positioned & {
  readonly type: 'image';
  /** `images/…`, the same link as in markdown and html. */
  readonly source?: string;
  /** A data URL, with the option `image_output: 'embedded'`. */
  readonly data?: string;
  readonly format?: string;
  readonly alt?: string;
  readonly alt_source?: 'missing' | 'original' | 'ai-generated';
};
type Group = Positioned & { readonly kids: readonly DocumentNode[] };
export type TextBlock = Group & { readonly type: 'text block' };
/** With the option `include_header_footer`. */
export type Header = Group & { readonly type: 'header' };
/** With the option `include_header_footer`. */
export type Footer = Group & { readonly type: 'footer' };
/** With the option `use_struct_tree`. */
export type Contents = Positioned & { readonly type: 'toc'; readonly 'toc items': readonly ContentsItem[] };
export type ContentsItem = Positioned &
  Partial<TextContent> & { readonly type: 'toc item'; readonly kids?: readonly DocumentNode[] };

export type DocumentNode =
  | Heading
  | Paragraph
  | TextChunk
  | Caption
  | Formula
  | List
  | ListItem
  | Table
  | TableRow
  | TableCell
  | Image
  | TextBlock
  | Header
  | Footer
  | Contents
  | ContentsItem;

export type NodeType = DocumentNode['type'];

/** The root. */
export type ParsedDocument = {
  readonly 'file name': string;
  readonly 'number of pages': number;
  readonly author: string | null;
  readonly title: string | null;
  /** As stored in the PDF, such as `D:20190111014532Z`. */
  readonly 'creation date': string | null;
  readonly 'modification date': string | null;
  /** The nodes of all pages, in reading order. */
  readonly kids: readonly DocumentNode[];
};
