/** The first of two passes over a document: counts what only the whole document can tell. Memory is bounded. */
import type { OutlineItem } from '../model/document.ts';
import type { BlockDraft, PageDraft, RunStyle, TextDraft } from '../read/draft.ts';
import { isText, linesOf } from '../read/draft.ts';
import { marginTexts } from './artifacts.ts';
import { directionOf } from './bidi.ts';
import { type BodyStyle, HeadingStyles, lineStyle } from './heading-styles.ts';
import { type HeadingSample, HeadingSurvey, numberDepth } from './headings.ts';
import { countStyles } from './line-shape.ts';
import { NumberedLines } from './numbered-lines.ts';
import { OutlineTitles } from './outline-titles.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { plainLine } from './text-builder.ts';

/** Beyond these, further words and margin texts are not counted: a few MB each. */
const [wordsMax, wordCharsMax, marginKeysMax] = [100_000, 60, 50_000];
/** A text must stand on this many pages at the same place to be a running one. */
const [runningPagesMin, titlePagesShare] = [3, 0.5];
const word = /[\p{L}\p{M}]+(?:[-‐'’][\p{L}\p{M}]+)*/gu;

/** The share of monospaced letters of a typewritten document. With more other text, it is one about code. */
const typewrittenMin = 0.9;

type MarginCount = { pages: number; size: number };

export class Survey {
  #letters = 0;
  #bold = 0;
  #italic = 0;
  #mono = 0;
  #rightToLeft = 0;
  #pages = 0;
  #isCut = false;
  #hasText = false;
  readonly #sizes = new Map<number, number>();
  readonly #words = new Set<string>();
  readonly #margins = new Map<string, MarginCount>();
  readonly #headings = new HeadingSurvey();
  readonly #styles = new HeadingStyles();
  readonly #numbered = new NumberedLines();
  readonly #outline: OutlineTitles;

  constructor(outline: readonly OutlineItem[]) {
    this.#outline = new OutlineTitles(outline);
  }

  /** Counted so far. */
  get letters(): number {
    return this.#letters;
  }

  add(page: PageDraft): void {
    this.#pages += 1;
    for (const block of page.blocks) this.#addBlock(block);
    for (const { key, countedKeys, size } of marginTexts(page))
      for (const text of [key, ...countedKeys]) this.#countMargin(text, size);
  }

  #addBlock(block: BlockDraft): void {
    for (const line of linesOf(block)) {
      for (const [style, letters] of countStyles(line)) this.#countLetters(style, letters);
      this.#countWords(plainLine(line));
      this.#numbered.add(line);
      if (directionOf(line.glyphs) === 'rtl') this.#rightToLeft += line.glyphs.length;
    }
    this.#styles.add(block);
    if (block.type !== 'heading') this.#hasText = true;
    if (isText(block) && (block.type === 'heading' || block.lines[0]?.title !== undefined))
      this.#headings.add(this.#sampleOf(block));
  }

  #sampleOf({ lines, page, level }: TextDraft): HeadingSample {
    const outline = this.#outline.levelOf(lines, page);
    const number = lines[0] === undefined ? undefined : numberDepth(plainLine(lines[0]));
    const tags = lines[0]?.title?.level;
    const levels = {
      ...(tags !== undefined && { tags }),
      ...(outline !== undefined && { outline }),
      ...(number !== undefined && { number }),
      ...(level !== undefined && { engine: level }),
    };
    return { page, style: lineStyle(lines[0]), levels };
  }

  /** On the first page of the outline and before it stand titles, contents and prefaces that it may not name. */
  #unlisted(body: BodyStyle): SurveyFacts['isUnlistedHeading'] {
    if (!this.#outline.isDetailed(this.#pages)) return () => true;
    const isUnlisted = this.#headings.isUnlisted(body);
    const { firstPage } = this.#outline;
    return (style, page) => (page <= firstPage && style.size > body.size * 1.15) || isUnlisted(style);
  }

  #countLetters(style: RunStyle, letters: number): void {
    this.#letters += letters;
    if (style.bold) this.#bold += letters;
    if (style.italic) this.#italic += letters;
    if (style.mono) this.#mono += letters;
    const size = Math.round(style.size * 2) / 2;
    this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + letters);
  }

  /** The parts of a word that is cut by the end of a line are no words. */
  #countWords(line: string): void {
    const text = line.trim();
    const isCut = /[-‐\u00ad]$/u.test(text.slice(-1));
    const start = this.#isCut ? Math.max(0, text.indexOf(' ')) : 0;
    const end = isCut ? text.lastIndexOf(' ') : text.length;
    this.#isCut = isCut;
    for (const [found] of text.slice(start, Math.max(start, end)).matchAll(word)) {
      if (this.#words.size >= wordsMax) return;
      if (found.length <= wordCharsMax) this.#words.add(found.toLowerCase().replaceAll('‐', '-'));
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
    const body = {
      // Without any text every heading stands out.
      size: this.#hasText ? bodySize : 0,
      bold: this.#bold / letters > 0.5,
      italic: this.#italic / letters > 0.5,
    };
    const levelOf = this.#headings.levels(body);
    return {
      body,
      bodySize,
      bodyBold: body.bold,
      bodyItalic: body.italic,
      bodyMono: this.#mono / letters > typewrittenMin,
      direction: this.#rightToLeft / letters > 0.5 ? 'rtl' : 'ltr',
      hasWord: (text) => words.has(text),
      isRunningText: (key) => running.has(key),
      isHeadingStyle: this.#styles.isHeadingStyle(body),
      headingLevel: (heading) => levelOf(this.#sampleOf(heading)),
      isUnlistedHeading: this.#unlisted(body),
      hasNeighbour: (item) => this.#numbered.hasNeighbour(item),
      isOutlineTitle: (lines, page) => this.#outline.levelOf(lines, page) !== undefined,
    };
  }
}
