/** How a document is made from an extraction. */
import type { ExtractionSource } from '../read/read-extraction.ts';
import type { LayoutOptions } from './lay-out-page.ts';

export type RefineOptions = LayoutOptions & {
  readonly fileName?: string;
  /** BCP 47; overrules what the PDF says. */
  readonly language?: string;
  /** Whether tables that go on over a page break become one. Default true. */
  readonly joinTables?: boolean;
  /** Whether the extraction has surveys of its pages, made by `layOutExtraction`. */
  readonly isSurveyed?: boolean;
  /** The recognized words of pages whose text was recognized (OCR). */
  readonly words?: ExtractionSource;
  /** What stands for an extracted image: a file name or a `data:` URL. Without it, the name of the extraction. */
  readonly imageUrl?: (name: string) => string | undefined;
};
