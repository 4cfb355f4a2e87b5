/** What a document has that its outputs do not: counted per kind, with the pages. */
export type DocumentWarning = {
  readonly code: string;
  readonly message: string;
  readonly pages: readonly number[];
  readonly count: number;
};

const messages = {
  attachments_not_carried: 'Files attached to the PDF are not part of the outputs.',
  annotations_not_carried: 'Notes, stamps and drawings of the PDF are not part of the outputs.',
  link_without_text: 'Links that are not on text, such as links on images, are not part of the outputs.',
  math_as_text: 'Formulas are written as plain text; their layout is lost.',
} as const;

export type WarningCode = keyof typeof messages;

/** Pages listed per warning; the count goes on. */
const pagesMax = 1_000;

export class WarningCounter {
  readonly #found = new Map<WarningCode, { pages: number[]; count: number }>();

  /** Pages must ascend. */
  add(code: WarningCode, page: number, count: number): void {
    if (count <= 0) return;
    const entry = this.#found.get(code) ?? { pages: [], count: 0 };
    entry.count += count;
    if (entry.pages.at(-1) !== page && entry.pages.length < pagesMax) entry.pages.push(page);
    this.#found.set(code, entry);
  }

  /** In a fixed order. */
  list(): readonly DocumentWarning[] {
    return (Object.keys(messages) as WarningCode[]).flatMap((code) => {
      const entry = this.#found.get(code);
      return entry === undefined
        ? []
        : [{ code, message: messages[code], pages: entry.pages, count: entry.count }];
    });
  }
}
