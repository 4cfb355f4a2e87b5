/**
 * Lays out and surveys the pages of an extraction without knowing the rest of the document: ranges of pages can be laid out while
 * others are still extracted. The result is an extraction again, from which the same document is made.
 */
import type { ExtractedPage, ExtractionRecord } from '../model/extraction.ts';
import { surveyLine } from '../model/surveyed-pages.ts';
import { type ExtractionSource, readExtraction } from '../read/read-extraction.ts';
import { type LayoutOptions, layOutPage } from './lay-out-page.ts';
import { RangeSurvey } from './survey-document.ts';

/** What an annotation shows depends on whether the page is recognized (OCR), which is not known yet. */
const isLeft = ({ texts = [], laid_out }: ExtractedPage): boolean =>
  texts.length > 0 || laid_out !== undefined;

/**
 * Lines of NDJSON; the last but one counts what the passes must know of the whole document. Throws an ExtractionError if
 * the extraction is not valid.
 */
export function* layOutExtraction(source: ExtractionSource, options: LayoutOptions): Generator<string> {
  const line = (record: ExtractionRecord) => `${JSON.stringify(record)}\n`;
  let survey: RangeSurvey | undefined;
  let pages = 0;
  for (const record of readExtraction(source)) {
    if (record.record === 'document') {
      survey = new RangeSurvey(record, options);
      yield line(record);
    } else {
      pages += 1;
      const page = isLeft(record) ? record : layOutPage(record, { ...options, isRecognized: false });
      survey?.add(page);
      yield line(page);
    }
  }
  if (survey) yield `${surveyLine(survey.record())}\n`;
  yield line({ record: 'end', pages });
}
