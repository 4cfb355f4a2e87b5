/** The first of two passes over a document: counts what only the whole document can tell. Memory is bounded. */
import type { OutlineItem } from '../model/document.ts';
import type { SurveyedPages } from '../model/surveyed-pages.ts';
import type { BlockDraft, PageDraft, RunStyle, TextDraft } from '../read/draft.ts';
import { isText, linesOf } from '../read/draft.ts';
import { marginTexts } from './artifacts.ts';
import { directionOf } from './bidi.ts';
import { type BodyStyle, HeadingStyles, lineStyle } from './heading-styles.ts';
import { type HeadingSample, HeadingSurvey, numberDepth } from './headings.ts';
import { countStyles } from './line-shape.ts';
import { MarginCounts } from './margin-counts.ts';
import { NumberedLines } from './numbered-lines.ts';
import { OutlineTitles } from './outline-titles.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { SurveyWords } from './survey-words.ts';
import { plainLine } from './text-builder.ts';

/** The share of monospaced letters of a typewritten document. With more other text, it is one about code. */
const typewrittenMin = 0.9;

const noLetters = { all: 0, bold: 0, italic: 0, mono: 0, right_to_left: 0 };

/** What is counted, without the pages themselves. */
export type SurveyCounts = Omit<SurveyedPages, 'record' | 'outline_entries' | 'pages'> & {
  readonly pages: { readonly length: number };
};

export class Survey {
  #pages = 0;
  #hasText = false;
  readonly #letters = { ...noLetters };
  readonly #sizes = new Map<number, number>();
  readonly #words: SurveyWords;
  readonly #margins = new MarginCounts();
  readonly #headings = new HeadingSurvey();
  readonly #styles = new HeadingStyles();
  readonly #numbered = new NumberedLines();
  readonly #outline: OutlineTitles;

  /** `isPart`: not of the first pages of a document. */
  constructor(outline: readonly OutlineItem[], isPart = false) {
    this.#outline = new OutlineTitles(outline);
    this.#words = new SurveyWords(isPart);
  }

  /** Counted so far. */
  get letters(): number {
    return this.#letters.all;
  }

  add(page: PageDraft): void {
    this.#pages += 1;
    for (const block of page.blocks) this.#addBlock(block);
    for (const { key, countedKeys, size } of marginTexts(page))
      for (const text of [key, ...countedKeys]) this.#margins.count(text, size);
  }

  counts(): Omit<SurveyCounts, 'pages'> {
    return {
      letters: { ...this.#letters },
      has_text: this.#hasText,
      sizes: [...this.#sizes],
      words: this.#words.counts(),
      margins: this.#margins.counts(),
      headings: this.#headings.counts(),
      texts: this.#styles.counts(),
      numbered: this.#numbered.counts(),
    };
  }

  /** Adds the counts of the next pages, which have the same outline. */
  merge(counts: SurveyCounts): void {
    this.#pages += counts.pages.length;
    this.#hasText ||= counts.has_text;
    for (const kind of Object.keys(noLetters) as (keyof typeof noLetters)[])
      this.#letters[kind] += counts.letters[kind];
    for (const [size, letters] of counts.sizes) this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + letters);
    this.#words.merge(counts.words);
    this.#margins.merge(counts.margins);
    this.#headings.merge(counts.headings);
    this.#styles.merge(counts.texts);
    this.#numbered.merge(counts.numbered);
  }

  #addBlock(block: BlockDraft): void {
    for (const line of linesOf(block)) {
      for (const [style, letters] of countStyles(line)) this.#countLetters(style, letters);
      this.#words.addLine(plainLine(line));
      this.#numbered.add(line);
      if (directionOf(line.glyphs) === 'rtl') this.#letters.right_to_left += line.glyphs.length;
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
    this.#letters.all += letters;
    if (style.bold) this.#letters.bold += letters;
    if (style.italic) this.#letters.italic += letters;
    if (style.mono) this.#letters.mono += letters;
    const size = Math.round(style.size * 2) / 2;
    this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + letters);
  }

  facts(): SurveyFacts {
    const letters = Math.max(1, this.#letters.all);
    let [bodySize, most] = [10, 0];
    for (const [size, count] of this.#sizes) if (count > most) [bodySize, most] = [size, count];
    const running = this.#margins.running(this.#pages, bodySize);
    const body = {
      // Without any text every heading stands out.
      size: this.#hasText ? bodySize : 0,
      bold: this.#letters.bold / letters > 0.5,
      italic: this.#letters.italic / letters > 0.5,
    };
    const levelOf = this.#headings.levels(body);
    return {
      body,
      bodySize,
      bodyBold: body.bold,
      bodyItalic: body.italic,
      bodyMono: this.#letters.mono / letters > typewrittenMin,
      direction: this.#letters.right_to_left / letters > 0.5 ? 'rtl' : 'ltr',
      hasWord: (text) => this.#words.has(text),
      isRunningText: (key) => running.has(key),
      isHeadingStyle: this.#styles.isHeadingStyle(body),
      headingLevel: (heading) => levelOf(this.#sampleOf(heading)),
      isUnlistedHeading: this.#unlisted(body),
      hasNeighbour: (item) => this.#numbered.hasNeighbour(item),
      isOutlineTitle: (lines, page) => this.#outline.levelOf(lines, page) !== undefined,
    };
  }
}
