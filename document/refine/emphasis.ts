/** Bold, italic, struck, code, superscripts, subscripts and links of a text as spans. */
import type { Link, Span } from '../model/blocks.ts';
import type { LineDraft, RunStyle, TextKind } from '../read/draft.ts';
import { type LineShape, lineShape } from './line-shape.ts';
import type { SurveyFacts } from './survey-facts.ts';
import type { BuiltText } from './text-builder.ts';

type Flags = Omit<Span, 'start' | 'end' | 'link'>;
type Marked = { readonly start: number; readonly end: number; readonly flags: Flags; readonly link?: Link };

/** Sizes and shifts of the baseline in parts of the line's size. */
const [scriptSizeMax, raisedMin, loweredMin] = [0.85, 0.15, 0.08];

function scriptOf({ size, baseline }: RunStyle, shape: LineShape): 'sup' | 'sub' | undefined {
  if (shape.size === 0 || size > shape.size * scriptSizeMax) return undefined;
  const shift = (baseline - shape.baseline) / shape.size;
  if (shift > raisedMin && shift < 1) return 'sup';
  return shift < -loweredMin && shift > -1 ? 'sub' : undefined;
}

function flagsOf(style: RunStyle, line: LineDraft, shape: LineShape, facts: SurveyFacts): Flags {
  const script = line.angled ? undefined : scriptOf(style, shape);
  return {
    ...(style.bold && !facts.bodyBold ? { bold: true as const } : {}),
    ...(style.italic && !facts.bodyItalic ? { italic: true as const } : {}),
    ...(style.strike ? { strike: true as const } : {}),
    ...(style.mono && !facts.bodyMono ? { code: true as const } : {}),
    ...(script === 'sup' ? { sup: true as const } : {}),
    ...(script === 'sub' ? { sub: true as const } : {}),
  };
}

function sameLink(one: Link | undefined, other: Link | undefined): boolean {
  return (
    one === other ||
    (one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other))
  );
}

/** Neighbours that are alike; the spaces between them belong to their run. */
function runsOf(marked: readonly Marked[], isSame: (one: Marked, other: Marked) => boolean): Marked[][] {
  const runs: Marked[][] = [];
  let last: Marked | undefined;
  for (const mark of marked) {
    if (last !== undefined && isSame(last, mark)) runs.at(-1)?.push(mark);
    else runs.push([mark]);
    last = mark;
  }
  return runs;
}

function extentOf(run: readonly Marked[]): { readonly start: number; readonly end: number } {
  return { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 };
}

function flagKey(flags: Flags): string {
  return Object.keys(flags).join(' ');
}

/** Runs have one look: it is judged once for all their glyphs, and neighbours with the same look are one part. */
function markedParts(text: BuiltText, facts: SurveyFacts): Marked[] {
  const looks = new Map<RunStyle, Flags>();
  const marked: Marked[] = [];
  let last: { -readonly [Key in keyof Marked]: Marked[Key] } | undefined;
  for (const { start, end, glyph, line } of text.parts) {
    if (glyph.text === ' ') continue;
    const { style, link } = glyph;
    let flags = looks.get(style);
    if (flags === undefined) {
      flags = flagsOf(style, line, lineShape(line), facts);
      looks.set(style, flags);
    }
    if (last !== undefined && last.flags === flags && last.link === link) {
      last.end = end;
      continue;
    }
    last = link === undefined ? { start, end, flags } : { start, end, flags, link };
    marked.push(last);
  }
  return marked;
}

/** What all letters of a heading share is its style, not emphasis; the same holds for the font of code. */
function withoutCommon(marked: readonly Marked[], kind: TextKind | 'list_item'): readonly Marked[] {
  const common = new Set<keyof Flags>(kind === 'code' ? ['code', 'sup', 'sub'] : ['sup', 'sub']);
  if (kind === 'heading') for (const flag of ['bold', 'italic', 'code'] as const) common.add(flag);
  const shared = [...common].filter(
    (flag) => (kind === 'code' && flag !== 'bold') || marked.every(({ flags }) => flags[flag] === true),
  );
  if (shared.length === 0) return marked;
  return marked.map((mark) => {
    const flags = { ...mark.flags };
    for (const flag of shared) delete flags[flag];
    return { ...mark, flags };
  });
}

const flagNames = ['bold', 'italic', 'strike', 'code', 'sup', 'sub'] as const;
type FlagName = (typeof flagNames)[number];

/** The flag of the most letters comes outermost; undefined if there is none. */
function widestFlag(marked: readonly Marked[], names: readonly FlagName[]): FlagName | undefined {
  let [best, most]: [FlagName | undefined, number] = [undefined, 0];
  for (const name of names) {
    let letters = 0;
    for (const { start, end, flags } of marked) if (flags[name]) letters += end - start;
    if (letters > most) [best, most] = [name, letters];
  }
  return best;
}

/** Spans of one flag, and within and between them those of the others: no two cross. */
function nestedSpans(marked: readonly Marked[], names: readonly FlagName[]): readonly Span[] {
  const flag = widestFlag(marked, names);
  if (flag === undefined) return [];
  const others = names.filter((name) => name !== flag);
  return runsOf(marked, (one, other) => one.flags[flag] === other.flags[flag]).flatMap((run) => {
    const inner = nestedSpans(run, others);
    if (run[0]?.flags[flag] !== true) return inner;
    const { start, end } = extentOf(run);
    const same = inner.find((span) => span.start === start && span.end === end);
    const outer: Span = { ...same, start, end, [flag]: true };
    return [outer, ...inner.filter((span) => span !== same)];
  });
}

/** Signs without letters are not bold or italic, but may be linked, raised or struck. */
function withoutIdleFlags(marked: readonly Marked[], content: string): readonly Marked[] {
  const isSame = (one: Marked, other: Marked): boolean => flagKey(one.flags) === flagKey(other.flags);
  return runsOf(marked, isSame).flatMap((run) => {
    const { start, end } = extentOf(run);
    if (/[\p{L}\p{N}]/u.test(content.slice(start, end))) return run;
    return run.map(({ flags: { bold: _bold, italic: _italic, ...flags }, ...mark }) => ({ ...mark, flags }));
  });
}

/** Sorted by start, the longer first: a link is outside the emphasis of its words, and no two cross. */
export function spansOf(text: BuiltText, kind: TextKind | 'list_item', facts: SurveyFacts): readonly Span[] {
  const parts = markedParts(text, facts);
  if (parts.every(({ flags, link }) => link === undefined && flagKey(flags) === '')) return [];
  const marked = withoutIdleFlags(withoutCommon(parts, kind), text.content);
  return runsOf(marked, (one, other) => sameLink(one.link, other.link))
    .flatMap((run) => {
      const link = run[0]?.link;
      const styles = nestedSpans(run, flagNames);
      return link === undefined ? styles : [{ ...extentOf(run), link }, ...styles];
    })
    .sort((one, other) => one.start - other.start || other.end - one.end);
}
