/** What the whole document tells, from one pass over its pages or from the surveys of its ranges. */
import type { DocumentHead, Page } from '../model/document.ts';
import { schemaId } from '../model/document.ts';
import type { ExtractedDocument, ExtractedPage, RecognizedWords } from '../model/extraction.ts';
import type { SurveyedPages } from '../model/surveyed-pages.ts';
import { type ExtractionSource, readExtraction } from '../read/read-extraction.ts';
import { WordPages } from '../read/read-words.ts';
import { readSurveys } from '../read/survey-record.ts';
import type { LayoutOptions } from './lay-out-page.ts';
import { cleanLetters } from './letters.ts';
import type { RefineOptions } from './refine-options.ts';
import { type ReadPage, readPage } from './refine-page.ts';
import { Survey } from './survey.ts';
import type { SurveyFacts } from './survey-facts.ts';

function cleanTitle(text: string | undefined): string | undefined {
  const title =
    text === undefined ? '' : cleanLetters(text).replaceAll('\u00ad', '').replace(/ +/g, ' ').trim();
  return title === '' ? undefined : title;
}

type Shape = Omit<Page, 'ocr'>;

function pageOf(page: Shape, words?: RecognizedWords): Page {
  const { page: number, width, height, rotation } = page;
  const label = cleanTitle(page.label);
  return {
    page: number,
    ...(label !== undefined && label !== `${number}` && { label }),
    width,
    height,
    rotation,
    ...(words && { ocr: { words: words.words.length, confidence: words.confidence / 100 } }),
  };
}

function headOf(document: ExtractedDocument, pages: readonly Page[], options: RefineOptions): DocumentHead {
  const [title, author] = [cleanTitle(document.title), cleanTitle(document.author)];
  const language = options.language ?? cleanTitle(document.language);
  const outline = document.outline.flatMap(({ title: raw, level, page }) => {
    const text = cleanTitle(raw);
    return text === undefined ? [] : [{ title: text, level, ...(page !== undefined && { page }) }];
  });
  return {
    schema: schemaId,
    ...(options.fileName !== undefined && { file_name: options.fileName }),
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(language !== undefined && { language }),
    page_count: document.page_count,
    pages,
    outline,
  };
}

/** Pages of a document with fewer letters, about 130 pages, are kept between the passes: reading is half of the work. */
const keptLettersMax = 400_000;

export type SurveyedDocument = {
  readonly head: DocumentHead;
  readonly facts: SurveyFacts;
  /** All pages of a short document. */
  readonly kept: readonly ReadPage[] | null;
};

function surveyPages(source: ExtractionSource, options: RefineOptions): SurveyedDocument {
  let document: ExtractedDocument | undefined;
  let survey = new Survey([]);
  const pages: Page[] = [];
  let kept: ReadPage[] | null = [];
  const wordPages = new WordPages(options.words);
  for (const record of readExtraction(source)) {
    if (record.record === 'document') {
      document = record;
      survey = new Survey(record.outline);
    } else {
      const words = wordPages.of(record.page);
      pages.push(pageOf(record, words));
      const page = readPage(record, { ...options, words, pageCount: document?.page_count ?? 0 });
      survey.add(page.draft);
      if (survey.letters > keptLettersMax) kept = null;
      kept?.push(page);
    }
  }
  wordPages.finish();
  const found = document ?? { record: 'document', page_count: 0, outline: [] };
  const facts = survey.facts();
  // Read as parts of a left-to-right document.
  return { head: headOf(found, pages, options), facts, kept: facts.direction === 'ltr' ? kept : null };
}

/** Recognized words (OCR) are known only now, and change how pages are read: then the ranges are surveyed again. */
export function surveyDocument(source: ExtractionSource, options: RefineOptions): SurveyedDocument {
  const found = options.isSurveyed && options.words === undefined ? readSurveys(source) : undefined;
  if (!found) return surveyPages(source, options);
  const { document, surveys } = found;
  const survey = new Survey(document.outline);
  for (const counts of surveys) survey.merge(counts);
  const pages = surveys.flatMap((counts) => counts.pages.map((page) => pageOf(page)));
  return { head: headOf(document, pages, options), facts: survey.facts(), kept: null };
}

/** Surveys some pages of a document while their records pass by. */
export class RangeSurvey {
  readonly #document: ExtractedDocument;
  readonly #options: LayoutOptions;
  readonly #survey: Survey;
  readonly #pages: Shape[] = [];

  /** With the options by which pages are laid out that are not yet. */
  constructor(document: ExtractedDocument, options: LayoutOptions) {
    this.#document = document;
    this.#options = options;
    this.#survey = new Survey(document.outline, true);
  }

  add(page: ExtractedPage): void {
    const { page: number, label, width, height, rotation } = page;
    this.#pages.push({ page: number, ...(label !== undefined && { label }), width, height, rotation });
    this.#survey.add(readPage(page, { ...this.#options, pageCount: this.#document.page_count }).draft);
  }

  record(): SurveyedPages {
    const entries = this.#document.outline.length;
    return { record: 'survey', outline_entries: entries, pages: this.#pages, ...this.#survey.counts() };
  }
}
