/** Levels of headings: from the outline where headings match it, else from the engine, without jumps. */
import type { HeadingLevel } from '../model/blocks.ts';
import type { OutlineItem } from '../model/document.ts';
import type { TextDraft } from '../read/draft.ts';
import { lineShape } from './emphasis.ts';
import { plainLine } from './text-builder.ts';

/** Headings of one style look alike: size, weight and slant of their first line. */
export function headingStyle(heading: TextDraft): string {
  const line = heading.lines[0];
  if (line === undefined) return '';
  const { size } = lineShape(line);
  const letters = line.glyphs.filter((glyph) => glyph.text !== ' ');
  const share = (has: (glyph: (typeof letters)[number]) => boolean): boolean =>
    letters.filter(has).length * 2 > letters.length;
  const bold = share(({ style }) => style.bold) ? ' bold' : '';
  const italic = share(({ style }) => style.italic) ? ' italic' : '';
  return `${Math.round(size * 2) / 2}${bold}${italic}`;
}

export type HeadingSample = {
  readonly style: string;
  readonly engineLevel: number;
  readonly outlineLevel?: number;
};

function normalized(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Finds the level that the outline gives to a heading of a page; entries without their page match any. */
export function outlineLevels(outline: readonly OutlineItem[]): (heading: TextDraft) => number | undefined {
  const levels = new Map<string, number>();
  for (const { title, level, page } of outline) {
    const key = `${page ?? ''} ${normalized(title)}`;
    if (!levels.has(key)) levels.set(key, level);
  }
  return (heading) => {
    if (levels.size === 0) return undefined;
    const text = normalized(heading.lines.map(plainLine).join(' '));
    const bare = text.replace(/^\d+/, '');
    for (const title of [text, bare])
      for (const place of [`${heading.page}`, ''])
        if (levels.has(`${place} ${title}`)) return levels.get(`${place} ${title}`);
    return undefined;
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

type StyleCount = { engine: Map<number, number>; outline: Map<number, number>; count: number };

export type LevelTable = { readonly levelOf: (style: string, engineLevel: number) => HeadingLevel };

/** Counts styles over the whole document; the number of styles is small even in long documents. */
export function levelCounter(): { add: (sample: HeadingSample) => void; table: () => LevelTable } {
  const styles = new Map<string, StyleCount>();
  const used = new Set<number>();
  const stylesMax = 2_000;
  return {
    add({ style, engineLevel, outlineLevel }) {
      used.add(clamped(engineLevel));
      let entry = styles.get(style);
      if (entry === undefined) {
        if (styles.size >= stylesMax) return;
        entry = { engine: new Map(), outline: new Map(), count: 0 };
        styles.set(style, entry);
      }
      entry.count += 1;
      entry.engine.set(engineLevel, (entry.engine.get(engineLevel) ?? 0) + 1);
      if (outlineLevel !== undefined)
        entry.outline.set(outlineLevel, (entry.outline.get(outlineLevel) ?? 0) + 1);
    },
    table() {
      const ranks = [...used].sort((one, other) => one - other);
      const fromOutline = new Map<string, number>();
      for (const [style, { outline }] of styles) {
        const level = mostFrequent(outline);
        if (level !== undefined) fromOutline.set(style, level);
      }
      return {
        levelOf(style, engineLevel) {
          const level = fromOutline.get(style);
          if (level !== undefined) return clamped(level);
          return clamped(ranks.indexOf(clamped(engineLevel)) + 1);
        },
      };
    },
  };
}
