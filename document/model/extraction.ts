/**
 * What the engine host found on the pages: one JSON record per line. First the document, then each converted page in
 * ascending order, then the end, so that a truncated file is noticed.
 * Boxes are on the displayed page, in points, as everywhere in the model.
 */
import type { FieldType } from './blocks.ts';
import type { Box, OutlineItem, Page } from './document.ts';

export type ExtractedDocument = {
  readonly record: 'document';
  readonly page_count: number;
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
  readonly outline: readonly OutlineItem[];
};

/**
 * Glyphs of one style on one line, in the order in which they are printed from left to right, also in right-to-left
 * scripts. A glyph that stands for several letters has them in reading order. Text at an angle is in the order in which
 * it is printed along its own baseline.
 * Spaces between words are characters of `text`: joining the runs of a line, without anything between them, gives its
 * words, one space apart. A space that is printed as a gap belongs to the run before it. A line neither begins nor ends
 * with a space that matters: a reader puts one between two lines, if the script uses them.
 */
export type Run = {
  readonly text: string;
  readonly box: Box;
  /**
   * Right edge of each UTF-16 code unit of `text`. The units of one glyph share it, except in left-to-right scripts,
   * where the letters of a ligature may divide its width evenly. Absent for text at an angle.
   */
  readonly ends?: readonly number[];
  /**
   * Left edge of each, where advances of the font are known. Only of right-to-left text: there, spaces have other places
   * and widths than are seen. Without it, a glyph begins where the one before it ends.
   */
  readonly starts?: readonly number[];
  readonly font: string;
  readonly size: number;
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
  /** Height of the baseline; differs from that of the line for superscripts and subscripts. */
  readonly baseline: number;
};

export type ExtractedLine = { readonly box: Box; readonly runs: readonly Run[] };

type TextElement<T extends string> = {
  readonly type: T;
  readonly page: number;
  readonly box: Box;
  readonly lines: readonly ExtractedLine[];
};

export type ExtractedHeading = TextElement<'heading'> & { readonly level: number };
export type ExtractedText = TextElement<'paragraph' | 'caption' | 'formula' | 'footnote'>;
export type ExtractedListItem = TextElement<'list_item'> & { readonly kids: readonly Element[] };
export type ExtractedList = {
  readonly type: 'list';
  readonly page: number;
  readonly box: Box;
  readonly kids: readonly ExtractedListItem[];
};
export type ExtractedCell = {
  readonly page: number;
  readonly box: Box;
  readonly row: number;
  readonly column: number;
  readonly row_span: number;
  readonly column_span: number;
  /** Where the structure tree of the PDF says so, with `use_struct_tree`. */
  readonly header?: 'row' | 'column';
  readonly kids: readonly Element[];
};
export type ExtractedTable = {
  readonly type: 'table';
  readonly page: number;
  readonly box: Box;
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly ExtractedCell[];
};
export type ExtractedImage = {
  readonly type: 'image';
  readonly page: number;
  readonly box: Box;
  readonly image?: string;
  readonly alt?: string;
};
export type ExtractedArtifact = {
  readonly type: 'header' | 'footer';
  readonly page: number;
  readonly box: Box;
  readonly kids: readonly Element[];
};
export type Element =
  | ExtractedHeading
  | ExtractedText
  | ExtractedList
  | ExtractedTable
  | ExtractedImage
  | ExtractedArtifact;

/** One rectangle per line of a link. `url` as it is in the PDF, of any scheme; `page` for a place in the document. */
export type ExtractedLink = {
  readonly boxes: readonly Box[];
  readonly url?: string;
  readonly page?: number;
};

/**
 * One entry per place where a field is shown. Each button of a radio group has the value it stands for if it is chosen,
 * else null. A choice has the text that is shown for it. A signature has the name in it, or true if it has none. Fields
 * that no viewer shows are left out and, if filled, counted as annotations that are not carried over.
 */
export type ExtractedField = {
  readonly box: Box;
  readonly name: string;
  readonly label?: string;
  readonly field_type: FieldType;
  readonly value: string | readonly string[] | boolean | null;
};

/**
 * Text that an annotation shows on the page: what somebody typed onto it (free text), and what a signature shows. Lines
 * are in the order in which they are drawn.
 */
export type AnnotationText = { readonly box: Box; readonly lines: readonly ExtractedLine[] };

/** A straight ruling line, or an edge of a filled or stroked rectangle that is thin enough to be one. */
export type Rule = { readonly box: Box };

/** The box of an area that is drawn at once: mostly a rectangle, such as the background of a cell. */
export type Fill = { readonly box: Box };

/**
 * What the structure tree of a tagged PDF says about a page. Absent for pages that are not tagged, and with
 * `use_struct_tree`, where the elements are those of the tree.
 */
export type ExtractedStructure = {
  /** The share of the page's letters that are tagged or marked as decoration, from 0 to 1. */
  readonly coverage: number;
  /** One box per line. */
  readonly headings: readonly { readonly level: number; readonly boxes: readonly Box[] }[];
  /** Those with an alternative text. */
  readonly figures: readonly { readonly alt: string; readonly box: Box }[];
  readonly tables: readonly { readonly cells: readonly StructureCell[] }[];
};

/** A cell with text on this page. Rows without text on the page do not count. */
export type StructureCell = Omit<ExtractedCell, 'page' | 'kids'>;

/** What a page has that no output carries over; each becomes a warning with its pages. */
export type NotCarried = {
  /** Files attached to the page or, on the first page, to the document. */
  readonly attachments?: number;
  /**
   * Notes, stamps, drawings and other annotations with content of their own, filled fields that are hidden, and free
   * texts without an appearance that can be read.
   */
  readonly annotations?: number;
};

export type ExtractedPage = Omit<Page, 'ocr'> & {
  readonly record: 'page';
  /** The engine's tree, in its reading order. */
  readonly elements: readonly Element[];
  readonly links: readonly ExtractedLink[];
  readonly fields: readonly ExtractedField[];
  /** Absent if there are none. */
  readonly texts?: readonly AnnotationText[];
  readonly rules: readonly Rule[];
  readonly fills: readonly Fill[];
  readonly structure?: ExtractedStructure;
  readonly not_carried: NotCarried;
  /** Of pages whose elements have been put in reading order, with their tables: rules and fills are left out. */
  readonly laid_out?: LaidOut;
};

/** What later passes need of the page as it was before. */
export type LaidOut = {
  /** Fonts whose glyphs all have one width, whatever their name. */
  readonly monospaced: readonly string[];
};

export type ExtractionEnd = { readonly record: 'end'; readonly pages: number };

export type ExtractionRecord = ExtractedDocument | ExtractedPage | ExtractionEnd;

/** Left, baseline, right and size in points of the displayed page, and the confidence from 0 to 100. */
export type RecognizedWord = readonly [
  left: number,
  baseline: number,
  right: number,
  size: number,
  confidence: number,
];

/** The words of one page whose text was recognized (OCR), from a file of their own: pages ascend, then comes the end. */
export type RecognizedWords = {
  readonly record: 'page';
  readonly page: number;
  /** Mean of the words, from 0 to 100. */
  readonly confidence: number;
  readonly words: readonly RecognizedWord[];
};
