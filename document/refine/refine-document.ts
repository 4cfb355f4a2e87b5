/** From an extraction to a Document: one pass surveys the whole, the second refines page by page. */

import type { DocumentPart, DocumentStream } from '../model/document.ts';
import { type ExtractionSource, readExtraction } from '../read/read-extraction.ts';
import { WordPages } from '../read/read-words.ts';
import { finishBlocks } from './finish-blocks.ts';
import { nestingLevels } from './headings.ts';
import { joinPages } from './join-pages.ts';
import { linkNotes } from './link-notes.ts';
import type { RefineOptions } from './refine-options.ts';
import { type ReadPage, readPage, refinePage } from './refine-page.ts';
import { surveyDocument } from './survey-document.ts';
import { type DocumentWarning, WarningCounter } from './warnings.ts';

export type { RefineOptions } from './refine-options.ts';
export type { DocumentWarning } from './warnings.ts';

export type RefinedDocument = DocumentStream & { readonly warnings: () => readonly DocumentWarning[] };

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
