/** Levels of headings: from the outline where headings match it, else from the engine, without jumps. */
import type { HeadingLevel } from '../model/blocks.ts';
import type { TextDraft } from '../read/draft.ts';
import { lineShape } from './emphasis.ts';

/** Headings of one style look alike: size, weight and slant of their first line. */
export type HeadingStyle = { readonly size: number; readonly bold: boolean; readonly italic: boolean };

export function headingStyle(heading: TextDraft): HeadingStyle {
  const line = heading.lines[0];
  if (line === undefined) return { size: 0, bold: false, italic: false };
  const letters = line.glyphs.filter((glyph) => glyph.text !== ' ');
  const isMost = (count: number): boolean => count * 2 > letters.length;
  return {
    size: Math.round(lineShape(line).size * 2) / 2,
    bold: isMost(letters.filter(({ style }) => style.bold).length),
    italic: isMost(letters.filter(({ style }) => style.italic).length),
  };
}

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  let best: [number, number] | undefined;
  for (const [level, count] of counts)
    if (best === undefined || count > best[1] || (count === best[1] && level < best[0]))
      best = [level, count];
  return best?.[0];
}

function clamped(level: number): HeadingLevel {
  return Math.min(6, Math.max(1, Math.round(level))) as HeadingLevel;
}

const titleGrowth = 1.15;

type StyleCount = { readonly style: HeadingStyle; readonly outline: Map<number, number>; firstPage: number };
type Sized = { readonly size: number; readonly level: number };

/** The level of the smallest style of the outline that is not smaller; below all of them, one level deeper. */
function levelBySize(sized: readonly Sized[], size: number): number {
  const fitting = sized.filter((entry) => entry.size <= size);
  if (fitting.length > 0) return Math.min(...fitting.map((entry) => entry.level));
  return Math.max(...sized.map((entry) => entry.level)) + 1;
}

export type HeadingSample = {
  readonly page: number;
  readonly style: HeadingStyle;
  readonly engineLevel: number;
  readonly outlineLevel?: number;
};

/** Counts styles over the whole document; the number of styles is small even in long documents. */
export class HeadingSurvey {
  readonly #styles = new Map<string, StyleCount>();
  readonly #engineLevels = new Set<number>();

  add({ page, style, engineLevel, outlineLevel }: HeadingSample): void {
    this.#engineLevels.add(clamped(engineLevel));
    const key = JSON.stringify(style);
    const entry = this.#styles.get(key) ?? { style, outline: new Map<number, number>(), firstPage: page };
    if (this.#styles.size < 2_000) this.#styles.set(key, entry);
    if (outlineLevel !== undefined)
      entry.outline.set(outlineLevel, (entry.outline.get(outlineLevel) ?? 0) + 1);
  }

  /** Without an outline the engine's levels, renumbered without gaps. */
  levels(): (sample: Omit<HeadingSample, 'page'>) => HeadingLevel {
    const ranks = [...this.#engineLevels].sort((one, other) => one - other);
    const sized = [...this.#styles.values()].flatMap(({ style, outline }) => {
      const level = mostFrequent(outline);
      return level === undefined ? [] : [{ size: style.size, level, key: JSON.stringify(style) }];
    });
    if (sized.length === 0) return ({ engineLevel }) => clamped(ranks.indexOf(clamped(engineLevel)) + 1);
    const byStyle = new Map(sized.map(({ key, level }) => [key, level]));
    // A title that is larger than all headings of the outline stands above them.
    const largest = Math.max(...sized.map(({ size }) => size));
    const isTitle = ({ style, outline, firstPage }: StyleCount): boolean =>
      outline.size === 0 && style.size > largest * titleGrowth && firstPage <= 2;
    const shift = [...this.#styles.values()].some(isTitle) && Math.min(...byStyle.values()) === 1 ? 1 : 0;
    return ({ style, outlineLevel }) => {
      const known = outlineLevel ?? byStyle.get(JSON.stringify(style));
      if (known !== undefined) return clamped(known + shift);
      return style.size > largest * titleGrowth ? 1 : clamped(levelBySize(sized, style.size) + shift);
    };
  }
}

/** Makes levels follow each other without jumps: a heading is at most one level below the one it stands under. */
export function nestingLevels(): (level: HeadingLevel) => HeadingLevel {
  const open: { readonly wanted: number; readonly given: HeadingLevel }[] = [];
  return (level) => {
    while ((open.at(-1)?.wanted ?? 0) >= level) open.pop();
    const given = clamped(Math.min(level, (open.at(-1)?.given ?? 0) + 1));
    open.push({ wanted: level, given });
    return given;
  };
}
