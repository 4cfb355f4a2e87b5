/** The first of two passes over a document: counts what only the whole document can tell. Memory is bounded. */
import type { OutlineItem } from '../model/document.ts';
import type { BlockDraft, PageDraft } from '../read/draft.ts';
import { isText, linesOf } from '../read/draft.ts';
import { marginTexts } from './artifacts.ts';
import { isRightToLeft } from './bidi.ts';
import { HeadingSurvey, headingStyle, outlineLevels } from './headings.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { plainLine } from './text-builder.ts';

/** Beyond these, further words and margin texts are not counted: a few MB each. */
const [wordsMax, marginKeysMax] = [100_000, 50_000];
/** A text must stand on this many pages at the same place to be a running one. */
const [runningPagesMin, titlePagesShare] = [3, 0.5];
const word = /[\p{L}\p{M}]+(?:[-‐'’][\p{L}\p{M}]+)*/gu;

type MarginCount = { pages: number; size: number };

export class Survey {
  #letters = 0;
  #bold = 0;
  #italic = 0;
  #mono = 0;
  #rightToLeft = 0;
  #pages = 0;
  readonly #sizes = new Map<number, number>();
  readonly #words = new Set<string>();
  readonly #margins = new Map<string, MarginCount>();
  readonly #headings = new HeadingSurvey();
  readonly #outlineLevel: ReturnType<typeof outlineLevels>;

  constructor(outline: readonly OutlineItem[]) {
    this.#outlineLevel = outlineLevels(outline);
  }

  add(page: PageDraft): void {
    this.#pages += 1;
    for (const block of page.blocks) this.#addBlock(block);
    for (const { key, countedKey, size } of marginTexts(page)) {
      this.#countMargin(key, size);
      if (countedKey !== undefined) this.#countMargin(countedKey, size);
    }
  }

  #addBlock(block: BlockDraft): void {
    for (const line of linesOf(block)) {
      for (const glyph of line.glyphs) if (glyph.text !== ' ') this.#countGlyph(glyph.text, glyph.style);
      this.#countWords(plainLine(line));
    }
    if (!isText(block) || block.type !== 'heading') return;
    const outlineLevel = this.#outlineLevel(block);
    const sample = { page: block.page, style: headingStyle(block), engineLevel: block.level ?? 1 };
    this.#headings.add({ ...sample, ...(outlineLevel !== undefined && { outlineLevel }) });
  }

  #countGlyph(text: string, style: { size: number; bold: boolean; italic: boolean; mono: boolean }): void {
    this.#letters += 1;
    if (style.bold) this.#bold += 1;
    if (style.italic) this.#italic += 1;
    if (style.mono) this.#mono += 1;
    if (isRightToLeft(text)) this.#rightToLeft += 1;
    const size = Math.round(style.size * 2) / 2;
    this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + 1);
  }

  #countWords(line: string): void {
    const cut = line.trimEnd().replace(/\S*[-‐\u00ad]$/u, '');
    for (const [found] of cut.matchAll(word)) {
      if (this.#words.size >= wordsMax) return;
      this.#words.add(found.toLowerCase().replaceAll('‐', '-'));
    }
  }

  #countMargin(key: string, size: number): void {
    const entry = this.#margins.get(key);
    if (entry !== undefined) entry.pages += 1;
    else if (this.#margins.size < marginKeysMax) this.#margins.set(key, { pages: 1, size });
  }

  facts(): SurveyFacts {
    const [letters, pages, words] = [Math.max(1, this.#letters), this.#pages, this.#words];
    let [bodySize, most] = [10, 0];
    for (const [size, count] of this.#sizes) if (count > most) [bodySize, most] = [size, count];
    const running = new Set<string>();
    for (const [key, { pages: count, size }] of this.#margins) {
      const isTitle = size > bodySize * 1.2;
      if (count >= runningPagesMin && (!isTitle || count >= pages * titlePagesShare)) running.add(key);
    }
    return {
      bodySize,
      bodyBold: this.#bold / letters > 0.5,
      bodyItalic: this.#italic / letters > 0.5,
      bodyMono: this.#mono / letters > 0.5,
      direction: this.#rightToLeft / letters > 0.5 ? 'rtl' : 'ltr',
      hasWord: (text) => words.has(text),
      isRunningText: (key) => running.has(key),
      headingLevel: this.#headings.levels(),
    };
  }
}
