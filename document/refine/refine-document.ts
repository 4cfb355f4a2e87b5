/** From an extraction to a Document: one pass surveys the whole, the second refines page by page. */

import type { DocumentHead, DocumentPart, DocumentStream, Page } from '../model/document.ts';
import { schemaId } from '../model/document.ts';
import type { ExtractedDocument, ExtractedPage, RecognizedWords } from '../model/extraction.ts';
import { type ExtractionSource, readExtraction } from '../read/read-extraction.ts';
import { WordPages } from '../read/read-words.ts';
import { finishBlocks } from './finish-blocks.ts';
import { nestingLevels } from './headings.ts';
import { joinPages } from './join-pages.ts';
import type { LayoutOptions } from './lay-out-page.ts';
import { cleanLetters } from './letters.ts';
import { linkNotes } from './link-notes.ts';
import { type ReadPage, readPage, refinePage } from './refine-page.ts';
import { Survey } from './survey.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { type DocumentWarning, WarningCounter } from './warnings.ts';

export type { DocumentWarning } from './warnings.ts';

export type RefineOptions = LayoutOptions & {
  readonly fileName?: string;
  /** BCP 47; overrules what the PDF says. */
  readonly language?: string;
  /** Whether tables that go on over a page break become one. Default true. */
  readonly joinTables?: boolean;
  /** The recognized words of pages whose text was recognized (OCR). */
  readonly words?: ExtractionSource;
  /** What stands for an extracted image: a file name or a `data:` URL. Without it, the name of the extraction. */
  readonly imageUrl?: (name: string) => string | undefined;
};

export type RefinedDocument = DocumentStream & { readonly warnings: () => readonly DocumentWarning[] };

function cleanTitle(text: string | undefined): string | undefined {
  const title =
    text === undefined ? '' : cleanLetters(text).replaceAll('\u00ad', '').replace(/ +/g, ' ').trim();
  return title === '' ? undefined : title;
}

function pageOf(page: ExtractedPage, words: RecognizedWords | undefined): Page {
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

type Surveyed = {
  readonly head: DocumentHead;
  readonly facts: SurveyFacts;
  /** All pages of a short document. */
  readonly kept: readonly ReadPage[] | null;
};

function surveyDocument(source: ExtractionSource, options: RefineOptions): Surveyed {
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

/** Throws an ExtractionError if the extraction is not valid. */
export function refineDocument(source: ExtractionSource, options: RefineOptions): RefinedDocument {
  const { head, facts, kept } = surveyDocument(source, options);
  const { imageUrl = (name: string) => name } = options;
  let complete: readonly DocumentWarning[] | undefined;

  function* readPages(): Generator<ReadPage> {
    const wordPages = new WordPages(options.words);
    const context = { ...options, pageCount: head.page_count, direction: facts.direction };
    for (const record of readExtraction(source, true))
      if (record.record === 'page') yield readPage(record, { ...context, words: wordPages.of(record.page) });
  }
  function* drafts(warnings: WarningCounter) {
    for (const page of kept ?? readPages()) yield refinePage(page, facts, { ...options, warnings });
    complete = warnings.list();
  }
  function* finished(): Generator<DocumentPart> {
    const { joinTables = true } = options;
    const context = { facts, imageUrl, nest: nestingLevels() };
    for (const { page, blocks } of joinPages(drafts(new WarningCounter()), {
      bodySize: facts.bodySize,
      joinTables,
    }))
      yield { page, kids: finishBlocks(blocks, context) };
  }
  const parts = () => linkNotes(finished());
  function warnings(): readonly DocumentWarning[] {
    if (complete === undefined) for (const _page of drafts(new WarningCounter()));
    return complete ?? [];
  }
  return { head, parts, warnings };
}
