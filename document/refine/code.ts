/** Listings: paragraphs in a monospaced font keep their lines and indents. */
import { unionBox } from '../model/box.ts';
import type { BlockDraft, LineDraft, TextDraft } from '../read/draft.ts';
import { isText } from '../read/draft.ts';
import { isMonospacedLine, leading, leftOf } from './line-measures.ts';

/** A single short line in a monospaced font is a term or a path, not a listing. */
const linesMin = 2;
const linesMax = 5_000;
const indentMax = 200;
const gapLinesMax = 2.5;
const blankLinesMax = 2;
/** In parts of the font size: lines further apart than this have a blank line between them. */
const looseLeading = 1.5;
/** A distance counts as one line more from 0.7 lines on. */
const roundingBias = 0.2;

function isListing(block: BlockDraft): block is TextDraft {
  return (
    isText(block) &&
    (block.type === 'paragraph' || block.type === 'code') &&
    block.lines.every(isMonospacedLine)
  );
}

function follows(above: TextDraft, below: TextDraft): boolean {
  const [last, first] = [above.lines.at(-1), below.lines[0]];
  if (last === undefined || first === undefined || above.page !== below.page) return false;
  const height = Math.max(last.box[3] - last.box[1], 1);
  const gap = last.box[1] - first.box[3];
  return gap > -height && gap < gapLinesMax * height;
}

/** Neighbours of one listing become one block of code. */
export function joinListings(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  const result: BlockDraft[] = [];
  let open: TextDraft[] = [];
  const close = (): void => {
    const [first] = open;
    if (first === undefined) return;
    const lines = open.flatMap((block) => block.lines);
    const box = unionBox(open.map((block) => block.box));
    if (lines.length >= linesMin) result.push({ ...first, type: 'code', lines, box });
    else for (const block of open) result.push(block);
    open = [];
  };
  for (const block of blocks) {
    const isPart = isListing(block);
    const last = open.at(-1);
    if (last !== undefined && !(isPart && open.length < linesMax && follows(last, block))) close();
    if (isPart) open.push(block);
    else result.push(block);
  }
  close();
  return result;
}

/** One line of a listing: its place on a grid of characters. */
export type CodeLine = {
  readonly line: LineDraft;
  readonly blankLinesBefore: number;
  readonly indent: number;
};

function characterWidth(lines: readonly LineDraft[]): number {
  const widths = lines.flatMap((line) =>
    line.angled
      ? []
      : line.glyphs.filter(({ text }) => text !== ' ').map((glyph) => glyph.right - glyph.left),
  );
  return widths.sort((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 0;
}

/** Each space as wide as its gap. */
function withWideSpaces(line: LineDraft, width: number): LineDraft {
  if (line.angled || width <= 0) return line;
  const glyphs = line.glyphs.map((glyph, at) => {
    const [before, after] = [line.glyphs[at - 1], line.glyphs[at + 1]];
    if (glyph.text !== ' ' || before === undefined || after === undefined) return glyph;
    const columns = Math.round((after.left - before.right) / width);
    return columns > 1 ? { ...glyph, text: ' '.repeat(Math.min(columns, indentMax)) } : glyph;
  });
  return { ...line, glyphs };
}

/** The distance of lines without a blank one between them, in parts of the font size. */
function lineDistance(distances: readonly (number | undefined)[]): number {
  return distances.reduce<number>((least, distance) => Math.min(least, distance ?? least), looseLeading);
}

/** Lines, indents and spaces as they are printed. */
export function codeLines(lines: readonly LineDraft[]): readonly CodeLine[] {
  const left = lines.reduce((least, line) => Math.min(least, leftOf(line)), Number.POSITIVE_INFINITY);
  const width = characterWidth(lines);
  const distances = lines.map((line, at) => {
    const above = lines[at - 1];
    return above === undefined ? undefined : leading(above, line);
  });
  const usual = lineDistance(distances);
  return lines.map((line, at) => ({
    line: withWideSpaces(line, width),
    blankLinesBefore: Math.min(
      blankLinesMax,
      Math.max(0, Math.round((distances[at] ?? usual) / usual - roundingBias) - 1),
    ),
    indent: width > 0 ? Math.min(indentMax, Math.max(0, Math.round((leftOf(line) - left) / width))) : 0,
  }));
}
