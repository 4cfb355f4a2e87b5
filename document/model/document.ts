/**
 * What a document says: the model that passes refine, writers write, and clients get as json.
 * Property names are those of the json output (snake_case), so that one name stands for one thing everywhere.
 */
import type { Block } from './blocks.ts';

export type { Box } from './box.ts';

export const schemaId = 'octavo-document/1';

/** How the text of a page was recognized (OCR). */
export type PageOcr = {
  readonly words: number;
  /** Mean of its words, weighted by their lengths, from 0 to 1. */
  readonly confidence: number;
};

export type Page = {
  readonly page: number;
  /** As printed or shown by a viewer, such as `iv`; absent if it is the page number. */
  readonly label?: string;
  /** As displayed. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  /** Absent unless its text was recognized in its picture. */
  readonly ocr?: PageOcr;
};

export type OutlineItem = {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** Absent if the entry leads to no page of the document. */
  readonly page?: number;
};

/** What is known of the document as a whole. Small even for 10,000 pages; the blocks come in parts. */
export type DocumentHead = {
  readonly schema: typeof schemaId;
  readonly file_name?: string;
  readonly title?: string;
  readonly author?: string;
  /** BCP 47. */
  readonly language?: string;
  /** Pages of the whole PDF, also if only some were converted. */
  readonly page_count: number;
  /** The pages that were converted. */
  readonly pages: readonly Page[];
  readonly outline: readonly OutlineItem[];
};

/** The blocks that begin on one page, in reading order. */
export type DocumentPart = { readonly page: number; readonly kids: readonly Block[] };

/**
 * A document of any length: parts are made while they are iterated, one at a time. `parts` can be iterated more than
 * once, with the same result.
 */
export type DocumentStream = { readonly head: DocumentHead; readonly parts: () => Iterable<DocumentPart> };

/** The json output. */
export type Document = DocumentHead & { readonly type: 'document'; readonly kids: readonly Block[] };
