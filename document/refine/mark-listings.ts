/** Finds the lines of listings: monospaced, and set apart from the text around them. */
import type { LineDraft } from '../read/draft.ts';
import { isMonospacedLine, isNextLine, leading, leftOf, shareOf, sizeOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';
import { plainLine } from './text-builder.ts';

/** In parts of the font size. */
const indentMin = 0.8;
/** A listing stands this much farther from the line above it than lines of a text do. */
const extraLeading = 0.12;
const usualLeading = 1.25;
const aloneLeading = 1.45;
/** A line of a listing may have a comment or a placeholder in another font. */
const mixedShare = 0.7;
const prompt = /^(?:[$#>%]|>>>|\w*[$#>]) \S/;

/** Of a text whose lines are as far apart as those of most texts, if there is only one. */
function usualDistance(lines: readonly PageLine[], at: number): number {
  for (let index = at - 1; index > 0 && index > at - 4; index -= 1) {
    const [above, below] = [lines[index - 1], lines[index]];
    if (above === undefined || below === undefined || below.starts || below.role === 'code') break;
    const found = leading(above.line, below.line);
    if (found !== undefined) return found;
  }
  return usualLeading;
}

/** A monospaced line within a text may be the middle of a sentence. */
function isApart(lines: readonly PageLine[], at: number): boolean {
  const [before, line] = [lines[at - 1], lines[at]];
  if (line === undefined) return false;
  if (before === undefined || line.starts) return true;
  if (before.role === 'code') return true;
  if (leftOf(line.line) - leftOf(before.line) > indentMin * sizeOf(line.line)) return true;
  const distance = leading(before.line, line.line);
  return distance === undefined || distance > usualDistance(lines, at) + extraLeading;
}

/** Mostly monospaced and indented; not a sentence that begins with code. */
function isMixed(line: LineDraft, margin: number): boolean {
  if (line.angled || line.glyphs[0]?.style.mono !== true) return false;
  if (leftOf(line) - margin <= indentMin * sizeOf(line)) return false;
  const text = plainLine(line);
  if (prompt.test(text)) return true;
  return shareOf(line.glyphs, ({ style }) => style.mono) >= mixedShare && !/[.,:]$/.test(text.trim());
}

/** A line in another font between two lines of a listing. */
function isWithin(lines: readonly PageLine[], at: number, left: number): boolean {
  const [above, line, below] = [lines[at - 1], lines[at], lines[at + 1]];
  if (above === undefined || line === undefined || below === undefined) return false;
  const slack = 0.2 * sizeOf(line.line);
  return (
    isMonospacedLine(below.line) &&
    leftOf(line.line) >= left - slack &&
    leftOf(below.line) >= left - slack &&
    isNextLine(above.line, line.line, usualLeading) &&
    isNextLine(line.line, below.line, usualLeading)
  );
}

/** A line that was too long for the page goes on after a sign such as an arrow. */
function isContinuation(above: PageLine | undefined, line: PageLine): boolean {
  if (above === undefined || !isNextLine(above.line, line.line, usualLeading)) return false;
  return shareOf(line.line.glyphs, ({ style }) => style.mono) >= 0.85;
}

function endOfRun(lines: readonly PageLine[], from: number, margin: number): number {
  const first = lines[from]?.line;
  const left = first === undefined ? 0 : leftOf(first);
  const isIndented = first !== undefined && left - margin > indentMin * sizeOf(first);
  let end = from + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined || line.role === 'heading' || line.role === 'term') break;
    if (isMonospacedLine(line.line) || isMixed(line.line, margin)) continue;
    if (isContinuation(lines[end - 1], line)) continue;
    if (!isIndented || !isWithin(lines, end, left)) break;
  }
  return end;
}

/** The distance of the lines of the text that begins at `at`; that of most texts, if it has one line. */
function distanceFrom(lines: readonly PageLine[], at: number): number {
  const [first, second] = [lines[at], lines[at + 1]];
  if (first === undefined || second === undefined || second.starts) return usualLeading;
  return leading(first.line, second.line) ?? usualLeading;
}

/** A line with more room above and below it than between the lines of the texts around it. */
function isAlone(lines: readonly PageLine[], at: number): boolean {
  const [before, line, after] = [lines[at - 1], lines[at], lines[at + 1]];
  if (line === undefined) return false;
  const above = before && leading(before.line, line.line);
  const below = after && leading(line.line, after.line);
  const aboveMin = line.starts ? 0 : usualDistance(lines, at) + extraLeading;
  const belowMin = after?.starts === false ? distanceFrom(lines, at + 1) + extraLeading : 0;
  return (
    (above ?? aloneLeading) >= Math.max(aloneLeading, aboveMin) &&
    (below ?? aloneLeading) >= Math.max(aloneLeading, belowMin)
  );
}

/** One line alone must look like code or be indented: it may be a name or a path. */
function isListing(lines: readonly PageLine[], from: number, end: number, margin: number): boolean {
  if (end - from > 1) return true;
  const line = lines[from]?.line;
  if (line === undefined) return false;
  const text = plainLine(line).trim();
  if (leftOf(line) - margin > indentMin * sizeOf(line) || prompt.test(text)) return true;
  return /\S\s+\S/.test(text) && isAlone(lines, from);
}

function markRun(lines: readonly PageLine[], from: number, end: number): void {
  for (const line of lines.slice(from, end)) line.role = 'code';
  const after = lines[end];
  if (after?.role === 'text') after.starts = true;
}

function mayBegin(lines: readonly PageLine[], at: number, margin: number): boolean {
  const line = lines[at];
  if (line === undefined || line.role === 'heading' || line.role === 'term' || line.role === 'entry')
    return false;
  // An address on a line of its own.
  if (shareOf(line.line.glyphs, ({ link }) => link !== undefined) > 0.5) return false;
  return (isMonospacedLine(line.line) || isMixed(line.line, margin)) && isApart(lines, at);
}

/** `margin` is the left edge of the text. */
export function markListings(lines: readonly PageLine[], margin: number): void {
  for (let at = 0; at < lines.length; ) {
    const begins = mayBegin(lines, at, margin);
    const end = begins ? endOfRun(lines, at, margin) : at + 1;
    if (begins && isListing(lines, at, end, margin)) markRun(lines, at, end);
    at = end;
  }
}
