/** Finds titles of the PDF's outline on the pages they lead to. Numbers may be missing on either side. */
import type { OutlineItem } from '../model/document.ts';
import type { LineDraft } from '../read/draft.ts';
import { plainLine } from './text-builder.ts';

const number =
  /^(?:(?:appendix|annex|chapter|part|section|anhang|kapitel|teil|abschnitt)\s+)?(?:\d{1,3}|[A-Z])?(?:\.?\d{1,3})*[.:)]?\s+(?=\S)/iu;
const titleCharsMax = 400;

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

  constructor(outline: readonly OutlineItem[]) {
    for (const { title, level, page } of outline) {
      if (page === undefined) continue;
      const titles = this.#byPage.get(page) ?? new Map<string, number>();
      for (const key of keysOf(title)) if (key !== '' && !titles.has(key)) titles.set(key, level);
      this.#byPage.set(page, titles);
    }
  }

  get size(): number {
    return this.#byPage.size;
  }

  hasPage(page: number): boolean {
    return this.#byPage.has(page);
  }

  levelOf(lines: readonly LineDraft[], page: number): number | undefined {
    const titles = this.#byPage.get(page);
    if (titles === undefined) return undefined;
    const text = lines.map(plainLine).join(' ');
    if (text.length > titleCharsMax) return undefined;
    for (const key of keysOf(text)) {
      const level = titles.get(key);
      if (level !== undefined) return level;
    }
    return undefined;
  }
}
