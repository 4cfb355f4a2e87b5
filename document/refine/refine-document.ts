/** From an extraction to a Document: one pass surveys the whole, the second refines page by page. */
import type { DocumentHead, DocumentPart, DocumentStream, Page } from '../model/document.ts';
import { schemaId } from '../model/document.ts';
import type { ExtractedDocument, ExtractedPage } from '../model/extraction.ts';
import { type ExtractionSource, readExtraction } from '../read/read-extraction.ts';
import { finishBlocks } from './finish-blocks.ts';
import { nestingLevels } from './headings.ts';
import { joinPages } from './join-pages.ts';
import { cleanLetters } from './letters.ts';
import { readPage, refinePage } from './refine-page.ts';
import { Survey } from './survey.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { type DocumentWarning, WarningCounter } from './warnings.ts';

export type { DocumentWarning } from './warnings.ts';

export type RefineOptions = {
  readonly fileName?: string;
  /** BCP 47; overrules what the PDF says. */
  readonly language?: string;
  /** Writers break lines by `lines`; refining does not depend on it. */
  readonly keepLineBreaks?: boolean;
  /** What stands for an extracted image: a file name or a `data:` URL. Without it, the name of the extraction. */
  readonly imageUrl?: (name: string) => string | undefined;
};

export type RefinedDocument = DocumentStream & { readonly warnings: () => readonly DocumentWarning[] };

function cleanTitle(text: string | undefined): string | undefined {
  const title =
    text === undefined ? '' : cleanLetters(text).replaceAll('\u00ad', '').replace(/ +/g, ' ').trim();
  return title === '' ? undefined : title;
}

function pageOf(page: ExtractedPage): Page {
  const { page: number, width, height, rotation } = page;
  const label = cleanTitle(page.label);
  return {
    page: number,
    ...(label !== undefined && label !== `${number}` && { label }),
    width,
    height,
    rotation,
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

type Surveyed = { readonly head: DocumentHead; readonly facts: SurveyFacts };

function surveyDocument(source: ExtractionSource, options: RefineOptions): Surveyed {
  let document: ExtractedDocument | undefined;
  let survey = new Survey([]);
  const pages: Page[] = [];
  for (const record of readExtraction(source)) {
    if (record.record === 'document') {
      document = record;
      survey = new Survey(record.outline);
    } else {
      pages.push(pageOf(record));
      survey.add(readPage(record, document?.page_count ?? 0).draft);
    }
  }
  const found = document ?? { record: 'document', page_count: 0, outline: [] };
  return { head: headOf(found, pages, options), facts: survey.facts() };
}

/** Throws an ExtractionError if the extraction is not valid. */
export function refineDocument(source: ExtractionSource, options: RefineOptions): RefinedDocument {
  const { head, facts } = surveyDocument(source, options);
  const imageUrl = options.imageUrl ?? ((name: string) => name);
  let complete: readonly DocumentWarning[] | undefined;

  function* drafts(warnings: WarningCounter) {
    for (const record of readExtraction(source))
      if (record.record === 'page') yield refinePage(record, head.page_count, facts, warnings);
    complete = warnings.list();
  }
  function* parts(): Generator<DocumentPart> {
    const context = { facts, imageUrl, nest: nestingLevels() };
    for (const { page, blocks } of joinPages(drafts(new WarningCounter()), facts.bodySize))
      yield { page, kids: finishBlocks(blocks, context) };
  }
  function warnings(): readonly DocumentWarning[] {
    if (complete === undefined) for (const _page of drafts(new WarningCounter()));
    return complete ?? [];
  }
  return { head, parts, warnings };
}
