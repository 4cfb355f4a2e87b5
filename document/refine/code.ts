/** Listings: paragraphs in a monospaced font keep their lines and indents. */
import type { BlockDraft, LineDraft, TextDraft } from '../read/draft.ts';
import { isText, unionBox } from '../read/draft.ts';
import { leftOf } from './line-measures.ts';

/** A single short line in a monospaced font is a term or a path, not a listing. */
const linesMin = 2;
const linesMax = 5_000;
const indentMax = 200;
const gapLinesMax = 2.5;

function isMonospaced(line: LineDraft): boolean {
  return !line.angled && line.glyphs.every((glyph) => glyph.text === ' ' || glyph.style.mono);
}

function isListing(block: BlockDraft): block is TextDraft {
  return (
    isText(block) && (block.type === 'paragraph' || block.type === 'code') && block.lines.every(isMonospaced)
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

/** How many columns each line begins to the right of the leftmost one. */
export function codeIndents(lines: readonly LineDraft[]): readonly number[] {
  const left = lines.reduce((least, line) => Math.min(least, leftOf(line)), Number.POSITIVE_INFINITY);
  const widths = lines.flatMap((line) =>
    line.angled
      ? []
      : line.glyphs.filter(({ text }) => text !== ' ').map((glyph) => glyph.right - glyph.left),
  );
  const width = widths.sort((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 0;
  return lines.map((line) =>
    width > 0 ? Math.min(indentMax, Math.max(0, Math.round((leftOf(line) - left) / width))) : 0,
  );
}
