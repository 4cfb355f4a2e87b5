/** Levels of headings: from the outline, else from tags, else from their numbers, else from the engine; headings of one style are alike. */
import type { HeadingLevel } from '../model/blocks.ts';
import type { SurveyedHeadings } from '../model/surveyed-pages.ts';
import { type BodyStyle, type HeadingStyle, isDistinct, styleKey } from './heading-styles.ts';

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

/** How deep the number of a heading is: 2 for `3.1`; undefined without a number. */
export function numberDepth(text: string): number | undefined {
  const match = /^(?:\d{1,2}|[A-Z](?=\.\d))((?:\.\d{1,3})*)\.?\s+\p{L}/u.exec(text.slice(0, 60));
  if (match !== null) return (match[1]?.match(/\./g)?.length ?? 0) + 1;
  return /^(?:appendix|chapter|kapitel|anhang)\s+(?:\d{1,2}|[A-Z]|[IVX]{1,5})\b/iu.test(text) ? 1 : undefined;
}

const titleGrowth = 1.15;
/** With fewer numbered headings, numbers do not tell the levels of the others. */
const [numberedMin, numberedShare] = [2, 0.3];

/** Of the headings in a style, those that the outline names. */
const listedShare = 0.5;

const sources = ['outline', 'tags', 'number', 'engine'] as const;
type Source = (typeof sources)[number];
type Levels = Readonly<Partial<Record<Source, number>>>;

export type HeadingSample = { readonly page: number; readonly style: HeadingStyle; readonly levels: Levels };

type StyleCount = {
  readonly style: HeadingStyle;
  readonly counts: Readonly<Record<Source, Map<number, number>>>;
  count: number;
  readonly firstPage: number;
};
type Sized = { readonly key: string; readonly size: number; readonly level: number };

/** The level of the smallest known style that is not smaller; below all of them, one level deeper. */
function levelBySize(sized: readonly Sized[], size: number): number {
  const fitting = sized.filter((entry) => entry.size <= size);
  if (fitting.length > 0) return Math.min(...fitting.map((entry) => entry.level));
  return Math.max(...sized.map((entry) => entry.level)) + 1;
}

function total(counts: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function addTo(counts: Map<number, number>, level: number, times: number): void {
  counts.set(level, (counts.get(level) ?? 0) + times);
}

const stylesMax = 2_000;

/** Counts styles over the whole document; the number of styles is small even in long documents. */
export class HeadingSurvey {
  readonly #styles = new Map<string, StyleCount>();

  add({ page, style, levels }: HeadingSample): void {
    const entry = this.#entry(style, page);
    entry.count += 1;
    for (const source of sources) {
      const level = levels[source];
      if (level !== undefined) addTo(entry.counts[source], level, 1);
    }
  }

  #entry(style: HeadingStyle, firstPage: number): StyleCount {
    const key = styleKey(style);
    const counts = { outline: new Map(), tags: new Map(), number: new Map(), engine: new Map() };
    const entry = this.#styles.get(key) ?? { style, counts, count: 0, firstPage };
    if (this.#styles.size < stylesMax) this.#styles.set(key, entry);
    return entry;
  }

  counts(): readonly SurveyedHeadings[] {
    return [...this.#styles.values()].map(({ style, count, firstPage, counts }) => ({
      ...{ style, count, first_page: firstPage },
      ...{ outline: [...counts.outline], tags: [...counts.tags] },
      ...{ number: [...counts.number], engine: [...counts.engine] },
    }));
  }

  /** Adds the next pages. */
  merge(styles: readonly SurveyedHeadings[]): void {
    for (const { style, count, first_page, ...levels } of styles) {
      const entry = this.#entry(style, first_page);
      entry.count += count;
      for (const source of sources)
        for (const [level, times] of levels[source]) addTo(entry.counts[source], level, times);
    }
  }

  #source(styles: readonly StyleCount[]): Source {
    const sum = (source: Source) => styles.reduce((all, { counts }) => all + total(counts[source]), 0);
    if (sum('outline') > 0) return 'outline';
    if (sum('tags') > 0) return 'tags';
    const [numbered, all] = [sum('number'), styles.reduce((count, style) => count + style.count, 0)];
    return numbered >= numberedMin && numbered >= all * numberedShare ? 'number' : 'engine';
  }

  /**
   * Whether a heading that a detailed outline does not name may be one: in a style that the outline has too, or smaller
   * than all of them but larger than the text.
   */
  isUnlisted(body: BodyStyle): (style: HeadingStyle) => boolean {
    const listed = [...this.#styles.values()].filter(({ counts }) => counts.outline.size > 0);
    const smallest = listed.reduce(
      (least, { style }) => Math.min(least, style.size),
      Number.POSITIVE_INFINITY,
    );
    const shared = new Set<string>();
    for (const { style, counts, count } of listed)
      if (total(counts.outline) >= count * listedShare) shared.add(styleKey(style));
    return (style) => shared.has(styleKey(style)) || (style.size > body.size * 1.05 && style.size < smallest);
  }

  levels(body: BodyStyle): (sample: Omit<HeadingSample, 'page'>) => HeadingLevel {
    const styles = [...this.#styles.values()].filter(({ style }) => isDistinct(style, body));
    const source = this.#source(styles);
    const sized = styles.flatMap(({ style, counts }): Sized[] => {
      const level = mostFrequent(counts[source]);
      return level === undefined ? [] : [{ key: styleKey(style), size: style.size, level }];
    });
    if (sized.length === 0) return ({ levels }) => clamped(levels.tags ?? 1);
    const byStyle = new Map(sized.map(({ key, level }) => [key, level]));
    // A title that is larger than all headings with a known level stands above them.
    const largest = Math.max(...sized.map(({ size }) => size));
    const isTitle = ({ style, counts, firstPage }: StyleCount): boolean =>
      counts[source].size === 0 && style.size > largest * titleGrowth && firstPage <= 2;
    const shift = source !== 'tags' && styles.some(isTitle) && Math.min(...byStyle.values()) === 1 ? 1 : 0;
    return ({ style, levels }) => {
      const own = source === 'engine' ? undefined : levels[source];
      const known = own ?? byStyle.get(styleKey(style));
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
