/** Finds block quotes: paragraphs that are indented by as much on both sides, between paragraphs of full width. */

import { isCaptionStart } from '../read/caption-start.ts';
import type { LineDraft } from '../read/draft.ts';
import { labelOf } from './line-label.ts';
import { leftOf, shareOf, sizeOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';
import { plainLines } from './text-builder.ts';

/** In parts of the font size: how far quotes are indented, and how far first lines of paragraphs are. */
const [indentMin, indentMax, firstLineMax] = [1, 6, 3];
/** In points: edges of justified text, and the difference between the two indents. */
const edgeTolerance = 1.5;
/** Text that is not justified is a quote only if it has quotation marks, and not only a few lines. */
const quotedLinesMin = 4;
const [wordsMin, lettersMin] = [5, 0.7];

type Group = { readonly lines: readonly PageLine[]; readonly left: number; readonly right: number };

const rightOf = (line: LineDraft): number =>
  line.glyphs.findLast(({ text }) => text !== ' ')?.right ?? line.box[2];

/** The first line of a paragraph may be indented. */
function groupOf(lines: readonly PageLine[]): Group {
  const body = lines.length > 1 ? lines.slice(1) : lines;
  return {
    lines,
    left: Math.min(...body.map(({ line }) => leftOf(line))),
    right: Math.max(...lines.map(({ line }) => rightOf(line))),
  };
}

/** Runs of paragraphs, each with its lines; anything else stands between two runs. */
function runsOf(lines: readonly PageLine[]): readonly (readonly Group[])[] {
  const runs: PageLine[][][] = [[]];
  let [below, isItem] = [Number.POSITIVE_INFINITY, false];
  for (const line of lines) {
    const isColumnStart = line.line.box[1] > below;
    below = line.line.box[1];
    // Further lines of an item are text that does not begin a block.
    isItem = line.role !== 'text' || line.line.angled || (isItem && !line.starts);
    if (isItem) {
      runs.push([]);
      continue;
    }
    if (isColumnStart) runs.push([]);
    const run = runs.at(-1);
    const group = run?.at(-1);
    if (group === undefined || line.starts) run?.push([line]);
    else group.push(line);
  }
  return runs.map((run) => run.map(groupOf));
}

/** Words, not a formula, a listing, an item of a list or a caption. */
function isProse({ lines }: Group): boolean {
  const drafts = lines.map(({ line }) => line);
  const text = plainLines(drafts);
  const [first] = drafts;
  if (first === undefined || labelOf(first) !== undefined || isCaptionStart(text)) return false;
  const glyphs = drafts.flatMap((line) => line.glyphs);
  if (text.split(/\s+/).length < wordsMin || shareOf(glyphs, ({ style }) => style.mono) > 0.5) return false;
  return shareOf(glyphs, (glyph) => /^\p{L}+$/u.test(glyph.text)) >= lettersMin;
}

const isQuoted = ({ lines }: Group): boolean =>
  lines.length >= quotedLinesMin && /^["“„«].*["”“»][.,]?$/su.test(plainLines(lines.map(({ line }) => line)));

/** All lines begin at one edge, and all but the last end at one. */
function isBlock({ lines, left, right }: Group): boolean {
  const starts = lines.every(({ line }) => Math.abs(leftOf(line) - left) <= edgeTolerance);
  return starts && lines.slice(0, -1).every(({ line }) => right - rightOf(line) <= edgeTolerance);
}

function isQuote(group: Group, left: number, right: number): boolean {
  const [first] = group.lines;
  if (first === undefined || group.lines.length < 2 || !isProse(group)) return false;
  const size = sizeOf(first.line);
  const [before, after] = [group.left - left, right - group.right];
  if (Math.min(before, after) < indentMin * size || before > indentMax * size) return false;
  if (isBlock(group)) return Math.abs(before - after) <= edgeTolerance;
  const isAligned = group.lines.every(({ line }) => Math.abs(leftOf(line) - group.left) <= edgeTolerance);
  return isAligned && isQuoted(group) && Math.abs(before - after) <= size;
}

/** A paragraph that shows where the text of the column begins and ends. */
const isFull = (group: Group | undefined): group is Group => group !== undefined && group.lines.length > 1;

/** At the edge of the text; a single line may be the indented first line of a paragraph. */
function isUsual(group: Group, left: number): boolean {
  const [first] = group.lines;
  const slack = isFull(group) || first === undefined ? edgeTolerance : firstLineMax * sizeOf(first.line);
  return group.left - left <= slack;
}

function markRun(groups: readonly Group[]): void {
  for (const [at, group] of groups.entries()) {
    const [above, below] = [groups[at - 1], groups[at + 1]];
    const around = [above, below].filter(isFull);
    if (above === undefined || below === undefined || around.length === 0) continue;
    const left = Math.min(...around.map((one) => one.left));
    if (![above, below].every((one) => isUsual(one, left))) continue;
    const right = Math.max(...around.map((one) => one.right));
    if (isQuote(group, left, right)) for (const line of group.lines) line.quote = true;
  }
}

export function markQuotes(lines: readonly PageLine[]): void {
  for (const run of runsOf(lines)) markRun(run);
}
