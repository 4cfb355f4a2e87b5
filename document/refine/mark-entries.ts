/** Finds the entries of contents and indexes: a text, dots that lead to the right, and the number of a page. */
import type { Glyph, LineDraft } from '../read/draft.ts';
import { isNextLine, leading, leftOf, sizeOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';
import { withGlyphs } from './split-line.ts';
import { plainLine } from './text-builder.ts';

const leaders = /\S.*?(?:[.…·] ?){4,}\s*(?:\p{Nd}{1,5}|[ivxlcdm]{1,8}|[A-Z]-\d{1,4})$/iu;
const pageNumber = /\s(?:\p{Nd}{1,5}|[ivxlcdm]{1,8})$/u;
const dot = /^[.…·]+$/u;
/** A page is one of contents or an index if it has more entries than other lines, and not only a few. */
const [entriesMin, entryShare] = [4, 0.5];

function isEntry(line: LineDraft): boolean {
  const text = plainLine(line).slice(-400);
  return /[.…·] ?[.…·]/u.test(text) && leaders.test(text);
}

/** The last run of dots that leads to the page's number. */
function leaderRange(glyphs: readonly Glyph[]): readonly [start: number, end: number] {
  let end = glyphs.length;
  while (end > 0 && !dot.test(glyphs[end - 1]?.text ?? '.')) end -= 1;
  let start = end;
  while (start > 0 && (dot.test(glyphs[start - 1]?.text ?? '') || glyphs[start - 1]?.text === ' '))
    start -= 1;
  return [start, end];
}

/** A space stands for the dots. */
function withoutLeader(line: LineDraft): LineDraft {
  const [start, end] = leaderRange(line.glyphs);
  const [before, after] = [line.glyphs[start - 1], line.glyphs[end]];
  if (before === undefined || after === undefined) return line;
  const tail = line.glyphs.slice(end).filter((glyph, at) => at > 0 || glyph.text !== ' ');
  const space: Glyph = {
    text: ' ',
    left: before.right,
    right: tail[0]?.left ?? before.right,
    style: before.style,
  };
  return withGlyphs(line, [...line.glyphs.slice(0, start), space, ...tail]);
}

const rightOf = (line: LineDraft): number => line.glyphs.at(-1)?.right ?? line.box[2];

/** Entries of chapters are often printed without dots; their numbers stand below each other all the same. */
function hasOwnNumber(line: LineDraft, next: LineDraft): boolean {
  return pageNumber.test(plainLine(line)) && Math.abs(rightOf(line) - rightOf(next)) < sizeOf(line);
}

/** The first line of an entry that is too long for one line. */
function isWrapped(line: PageLine, next: PageLine | undefined): boolean {
  if (next?.role !== 'entry' || !isNextLine(line.line, next.line)) return false;
  if (hasOwnNumber(line.line, next.line)) return false;
  return leftOf(next.line) > leftOf(line.line) + 1 && /\p{Ll}/u.test(plainLine(line.line));
}

/** Other lines of a page of entries are parts of entries, or titles of their groups, but not headings. */
function markOthers(lines: readonly PageLine[]): void {
  for (const [at, line] of lines.entries()) {
    if (line.role === 'entry') continue;
    const next = lines[at + 1];
    if (isWrapped(line, next) && next !== undefined) {
      line.role = 'entry';
      next.starts = false;
    } else if (pageNumber.test(plainLine(line.line))) line.role = 'entry';
    else if (line.role === 'heading' && plainLine(line.line).trim().length <= 2) line.role = 'text';
    line.starts = true;
  }
}

/** The engine may put entries of one level into a list behind the others: a single column is read from top to bottom. */
function sortColumn(lines: PageLine[]): void {
  const sorted = lines.toSorted((a, b) => b.line.box[1] - a.line.box[1]);
  const isColumn = sorted.every(({ line }, at) => {
    const above = sorted[at - 1];
    return above === undefined || leading(above.line, line) !== undefined;
  });
  if (isColumn) lines.splice(0, lines.length, ...sorted);
}

export function markEntries(lines: PageLine[]): void {
  let count = 0;
  for (const line of lines) {
    if (!isEntry(line.line)) continue;
    count += 1;
    line.role = 'entry';
    line.starts = true;
    line.line = withoutLeader(line.line);
  }
  if (count < entriesMin || count < lines.length * entryShare) return;
  sortColumn(lines);
  markOthers(lines);
}
