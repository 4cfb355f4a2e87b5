/**
 * Lays out the pages of an extraction without knowing the rest of the document: ranges of pages can be laid out while
 * others are still extracted. The result is an extraction again, from which the same document is made.
 */
import type { ExtractedPage, ExtractionRecord } from '../model/extraction.ts';
import { type ExtractionSource, readExtraction } from '../read/read-extraction.ts';
import { type LayoutOptions, layOutPage } from './lay-out-page.ts';

/** What an annotation shows depends on whether the page is recognized (OCR), which is not known yet. */
const isLeft = ({ texts = [], laid_out }: ExtractedPage): boolean =>
  texts.length > 0 || laid_out !== undefined;

/** Lines of NDJSON. Throws an ExtractionError if the extraction is not valid. */
export function* layOutExtraction(source: ExtractionSource, options: LayoutOptions): Generator<string> {
  const line = (record: ExtractionRecord) => `${JSON.stringify(record)}\n`;
  let pages = 0;
  for (const record of readExtraction(source)) {
    if (record.record === 'document') {
      yield line(record);
    } else {
      pages += 1;
      yield line(isLeft(record) ? record : layOutPage(record, { ...options, isRecognized: false }));
    }
  }
  yield line({ record: 'end', pages });
}
