/** Finds titles of the PDF's outline on the pages they lead to. Numbers may be missing on either side. */
import type { OutlineItem } from '../model/document.ts';
import type { LineDraft } from '../read/draft.ts';
import { plainLines } from './text-builder.ts';

const number =
  /^(?:(?:appendix|annex|chapter|part|section|anhang|kapitel|teil|abschnitt)\s+)?(?:\d{1,3}|[A-Z]|[IVX]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)?(?:\.?\d{1,3})*[.:)]?\s+(?=\S)/iu;
const titleCharsMax = 400;
const [entriesMin, entriesPerPage] = [5, 0.25];

function normalized(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Titles of signs only, such as `/` or `!`, are compared as they are. */
function keyOf(title: string): string {
  const key = normalized(title);
  return key === '' ? title.replace(/\s+/g, '') : key;
}

function keysOf(title: string): readonly string[] {
  const text = title.slice(0, titleCharsMax).trim();
  const bare = text.replace(number, '');
  return bare === text || bare === '' ? [keyOf(text)] : [keyOf(text), keyOf(bare)];
}

export class OutlineTitles {
  readonly #byPage = new Map<number, Map<string, number>>();
  /** Of the first entry. */
  readonly firstPage: number;
  readonly #length: number;
  readonly #depth: number;

  constructor(outline: readonly OutlineItem[]) {
    this.firstPage = outline.reduce(
      (first, { page }) => Math.min(first, page ?? first),
      Number.MAX_SAFE_INTEGER,
    );
    this.#length = outline.length;
    this.#depth = outline.reduce((depth, { level }) => Math.max(depth, level), 0);
    for (const { title, level, page } of outline) {
      if (page === undefined) continue;
      const titles = this.#byPage.get(page) ?? new Map<string, number>();
      for (const key of keysOf(title)) if (key !== '' && !titles.has(key)) titles.set(key, level);
      this.#byPage.set(page, titles);
    }
  }

  /** Whether it names most headings of a document, not only its chapters. */
  isDetailed(pages: number): boolean {
    return this.#length >= entriesMin && this.#depth > 1 && this.#length >= pages * entriesPerPage;
  }

  hasPage(page: number): boolean {
    return this.#byPage.has(page);
  }

  levelOf(lines: readonly LineDraft[], page: number): number | undefined {
    const titles = this.#byPage.get(page);
    if (titles === undefined) return undefined;
    const text = plainLines(lines);
    if (text.length > titleCharsMax) return undefined;
    for (const key of keysOf(text)) {
      const level = titles.get(key);
      if (level !== undefined) return level;
    }
    return undefined;
  }
}
