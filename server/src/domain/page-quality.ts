/** How far the text of a page can be trusted, from the warnings of its conversion and its OCR. */

export type PageQuality = {
  /** From 0, nothing could be read, to 1, nothing is known against it. */
  readonly score: number;
  /** Codes of the warnings that name the page. */
  readonly reasons: readonly string[];
  /** Of OCR, from 0 to 1; null if the text was not recognized. */
  readonly ocrConfidence: number | null;
};

/**
 * The worst counts. Warnings that are not listed say nothing about the text of a page. `ocr_applied` and
 * `ocr_low_confidence` stand for a confidence that is not known.
 */
const scores: Readonly<Record<string, number>> = {
  page_only_image: 0,
  ocr_failed: 0,
  ocr_page_limit: 0,
  page_text_garbled: 0.1,
  font_unreadable: 0.3,
  ocr_low_confidence: 0.5,
  page_simplified: 0.5,
  content_skipped: 0.5,
  ocr_applied: 0.8,
  math_as_text: 0.9,
  hidden_text_not_checked: 0.9,
  repaired: 0.9,
};

const ocrCodes: ReadonlySet<string> = new Set(['ocr_applied', 'ocr_low_confidence']);

type Warning = { readonly code: string; readonly pages: readonly number[] };

type Page = { readonly page: number; readonly ocr?: { readonly confidence: number } };

/** One for each of `pages`, in their order. */
export function pageQuality(warnings: readonly Warning[], pages: readonly Page[]): readonly PageQuality[] {
  const codes = new Map<number, Set<string>>();
  for (const { code, pages: named } of warnings) {
    for (const page of named) codes.set(page, (codes.get(page) ?? new Set()).add(code));
  }
  return pages.map(({ page, ocr }) => {
    const reasons = [...(codes.get(page) ?? [])].toSorted();
    const counted = ocr === undefined ? reasons : reasons.filter((code) => !ocrCodes.has(code));
    const score = Math.min(ocr?.confidence ?? 1, ...counted.map((code) => scores[code] ?? 1));
    return { score, reasons, ocrConfidence: ocr?.confidence ?? null };
  });
}
