/** Finds the lines of listings: monospaced, and set apart from the text around them. */
import { isMonospacedLine, leading, leftOf, sizeOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';
import { plainLine } from './text-builder.ts';

/** In parts of the font size. */
const indentMin = 0.8;
/** A listing stands this much farther from the line above it than lines of a text do. */
const extraLeading = 0.12;
const usualLeading = 1.25;
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

function endOfRun(lines: readonly PageLine[], from: number): number {
  let end = from + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    if (line === undefined || line.role === 'heading' || !isMonospacedLine(line.line)) break;
  }
  return end;
}

/** The rest of a sentence whose words are code, at the end of its text. */
function endsText(lines: readonly PageLine[], from: number, end: number): boolean {
  const [before, after] = [lines[from - 1], lines[end]];
  const goesOn = after !== undefined && !after.starts && !before?.starts;
  return end - from === 1 && before !== undefined && goesOn && leftOf(after.line) === leftOf(before.line);
}

/** One line alone must look like code or be indented: it may be a name or a path. */
function isListing(lines: readonly PageLine[], from: number, end: number, margin: number): boolean {
  if (end - from > 1) return true;
  const line = lines[from]?.line;
  if (line === undefined) return false;
  return leftOf(line) - margin > indentMin * sizeOf(line) || prompt.test(plainLine(line));
}

function markRun(lines: readonly PageLine[], from: number, end: number): void {
  for (const line of lines.slice(from, end)) line.role = 'code';
  const after = lines[end];
  if (after?.role === 'text') after.starts = true;
}

function mayBegin(lines: readonly PageLine[], at: number): boolean {
  const line = lines[at];
  if (line === undefined || line.role === 'heading' || line.role === 'term') return false;
  return isMonospacedLine(line.line) && isApart(lines, at);
}

/** `margin` is the left edge of the text. */
export function markListings(lines: readonly PageLine[], margin: number): void {
  for (let at = 0; at < lines.length; ) {
    const end = mayBegin(lines, at) ? endOfRun(lines, at) : at + 1;
    if (mayBegin(lines, at) && isListing(lines, at, end, margin) && !endsText(lines, at, end))
      markRun(lines, at, end);
    at = end;
  }
}
