/** Stub until the passes are merged. */
import type { DocumentStream } from '../model/document.ts';
import type { ExtractedDocument, ExtractedPage } from '../model/extraction.ts';
export type RefineOptions = { readonly fileName?: string; readonly language?: string; readonly keepLineBreaks?: boolean; readonly imageUrl?: (name: string) => string | undefined };
export type DocumentWarning = { readonly code: string; readonly message: string; readonly pages: readonly number[]; readonly count: number };
export function refineDocument(
  source: { readonly lines: () => Iterable<string> },
  _options: RefineOptions,
): DocumentStream & { readonly warnings: () => readonly DocumentWarning[] } {
  const records = [...source.lines()].map((line) => JSON.parse(line));
  const first = records[0] as ExtractedDocument;
  const pages = records.filter((record) => record.record === 'page') as ExtractedPage[];
  return {
    head: { schema: 'octavo-document/1', page_count: first.page_count, pages, outline: [] },
    parts: () => pages.map(({ page }) => ({ page, kids: [] })),
    warnings: () => [],
  };
}
