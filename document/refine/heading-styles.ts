/** Which styles of a document are those of its headings, counted over all pages. */
import type { SurveyedStyle, SurveyedTexts } from '../model/surveyed-pages.ts';
import type { BlockDraft, LineDraft } from '../read/draft.ts';
import { lineShape } from './line-shape.ts';

/** Headings of one style look alike: size, weight and slant. */
export type HeadingStyle = SurveyedStyle;

const noStyle: HeadingStyle = { size: 0, bold: false, italic: false };

const styles = new WeakMap<LineDraft, HeadingStyle>();

export function lineStyle(line: LineDraft | undefined): HeadingStyle {
  if (line === undefined) return noStyle;
  const before = styles.get(line);
  if (before !== undefined) return before;
  let [letters, bold, italic] = [0, 0, 0];
  for (const { text, style } of line.glyphs) {
    if (text === ' ') continue;
    letters += 1;
    if (style.bold) bold += 1;
    if (style.italic) italic += 1;
  }
  const size = Math.round(lineShape(line).size * 2) / 2;
  const style = { size, bold: bold * 2 > letters, italic: italic * 2 > letters };
  styles.set(line, style);
  return style;
}

export function styleKey({ size, bold, italic }: HeadingStyle): string {
  return `${size} ${bold ? 'b' : ''}${italic ? 'i' : ''}`;
}

type StyleCount = { readonly style: HeadingStyle; headings: number; short: number; long: number };

const stylesMax = 2_000;
const shortLinesMax = 2;
/** Sizes in parts of the size of most text. */
const [largerMin, clearlyLargerMin, boldMin] = [1.05, 1.2, 0.92];
/** Of the short texts in the style, those that the engine took for headings. */
const headingShare = 0.25;

export type BodyStyle = { readonly size: number; readonly bold: boolean; readonly italic: boolean };

export class HeadingStyles {
  readonly #counts = new Map<string, StyleCount>();

  add(block: BlockDraft): void {
    if (block.type === 'list') {
      for (const item of block.kids) {
        this.#count(item.lines, false);
        for (const kid of item.kids) this.add(kid);
      }
    } else if (block.type === 'paragraph' || block.type === 'heading')
      this.#count(block.lines, block.type === 'heading');
  }

  counts(): readonly SurveyedTexts[] {
    return [...this.#counts.values()].map((count) => ({ ...count }));
  }

  /** Adds the next pages. */
  merge(counts: readonly SurveyedTexts[]): void {
    for (const { style, headings, short, long } of counts) {
      const entry = this.#entry(style);
      entry.headings += headings;
      entry.short += short;
      entry.long += long;
    }
  }

  #entry(style: HeadingStyle): StyleCount {
    const key = styleKey(style);
    const entry = this.#counts.get(key) ?? { style, headings: 0, short: 0, long: 0 };
    if (this.#counts.size < stylesMax) this.#counts.set(key, entry);
    return entry;
  }

  #count(lines: readonly LineDraft[], isHeading: boolean): void {
    const [first] = lines;
    if (first === undefined) return;
    const kind = isHeading ? 'headings' : lines.length <= shortLinesMax ? 'short' : 'long';
    this.#entry(lineStyle(first))[kind] += 1;
  }

  /** Larger or bolder than the text, and hardly used for text of more than a few lines. */
  isHeadingStyle(body: BodyStyle): (style: HeadingStyle) => boolean {
    const found = new Set<string>();
    for (const [key, { style, headings, short, long }] of this.#counts) {
      if (!isDistinct(style, body) || long > headings + short * 0.2) continue;
      const isClear = style.size >= body.size * clearlyLargerMin && headings + short >= 2;
      if (isClear || (headings >= 2 && headings >= (headings + short) * headingShare)) found.add(key);
    }
    return (style) => found.has(styleKey(style));
  }
}

/** Whether a style can be told from that of the text. */
export function isDistinct(style: HeadingStyle, body: BodyStyle): boolean {
  if (style.size >= body.size * largerMin) return true;
  const isBolder = style.bold && !body.bold;
  const isSlanted = style.italic && !body.italic;
  return (isBolder || isSlanted) && style.size >= body.size * boldMin;
}
