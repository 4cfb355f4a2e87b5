/** How far the text of a page can be trusted, from the warnings of its conversion alone. */

export type PageQuality = {
  /** From 0, nothing could be read, to 1, nothing is known against it. */
  readonly score: number;
  /** Codes of the warnings that name the page. */
  readonly reasons: readonly string[];
};

/** The worst counts. Warnings that are not listed say nothing about the text of a page. */
const scores: Readonly<Record<string, number>> = {
  page_only_image: 0,
  ocr_failed: 0,
  page_text_garbled: 0.1,
  font_unreadable: 0.3,
  ocr_low_confidence: 0.5,
  content_skipped: 0.5,
  ocr_applied: 0.8,
  math_as_text: 0.9,
  hidden_text_not_checked: 0.9,
  repaired: 0.9,
};

type Warning = { readonly code: string; readonly pages: readonly number[] };

/** By page; pages without warnings are not in it. */
export function pageQuality(warnings: readonly Warning[]): ReadonlyMap<number, PageQuality> {
  const byPage = new Map<number, string[]>();
  for (const { code, pages } of warnings) {
    for (const page of pages) {
      const reasons = byPage.get(page) ?? [];
      if (!reasons.includes(code)) reasons.push(code);
      byPage.set(page, reasons);
    }
  }
  return new Map(
    [...byPage].map(([page, reasons]) => {
      const score = Math.min(1, ...reasons.map((code) => scores[code] ?? 1));
      return [page, { score, reasons: reasons.toSorted() }];
    }),
  );
}
