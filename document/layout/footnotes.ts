/** Finds footnotes: small print at the end of a column, with a raised mark or under a rule. */
import { unionBox } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import type { Element, ExtractedLine, ExtractedPage } from '../model/extraction.ts';
import { letterSize, lineText } from './line-pieces.ts';

/** Footnotes are smaller than this part of the text, and begin in the lower part of the page. */
const [sizeMax, heightMax] = [0.93, 0.5];
/** The rule above footnotes, in parts of the column's width and of the font size of the notes. */
const [ruleMin, ruleMax, ruleGapMax] = [0.1, 1.05, 2];
/** A footnote goes on below it if the gap is smaller; a note of a table is nearer to it. */
const [partGap, tableGap] = [1.2, 2.5];

export type Divided = { readonly text: readonly Element[]; readonly notes: readonly Element[] };

function linesOf(element: Element): readonly ExtractedLine[] {
  if (element.type === 'paragraph' || element.type === 'footnote') return element.lines;
  if (element.type !== 'list' || element.kids.some((item) => item.kids.length > 0)) return [];
  return element.kids.flatMap((item) => item.lines);
}

const sizeOf = (lines: readonly ExtractedLine[]): number => letterSize(lines.flatMap((line) => line.runs));

function beginsWithMark(line: ExtractedLine | undefined): boolean {
  const [first, second] = line?.runs ?? [];
  if (first === undefined) return false;
  if (/^[*†‡§¶]/u.test(first.text)) return true;
  if (second === undefined || first.text.trim().length > 3) return false;
  return first.size < 0.9 * second.size && first.baseline > second.baseline + 0.15 * second.size;
}

/** A number that is not raised is a mark only under a rule. */
function isUnderRule(
  first: ExtractedLine | undefined,
  size: number,
  column: Box,
  page: ExtractedPage,
): boolean {
  if (first === undefined || !/^\(?\d{1,3}[).]? ?\p{L}/u.test(lineText(first))) return false;
  const width = column[2] - column[0];
  return page.rules.some(({ box: [left, bottom, right, top] }) => {
    const [length, gap] = [right - left, bottom - first.box[3]];
    if (top - bottom > 2 || length < ruleMin * width || length > ruleMax * width) return false;
    if (gap < -0.5 * size || gap > ruleGapMax * size) return false;
    return Math.min(Math.abs(left - column[0]), Math.abs(right - column[2])) < 0.1 * width;
  });
}

/** The first of the small texts at the end that begins a footnote. */
function startOf(elements: readonly Element[], page: ExtractedPage, bodySize: number): number {
  const column = unionBox(elements.map((element) => element.box));
  let start = elements.length;
  for (let at = elements.length - 1; at >= 0; at -= 1) {
    const element = elements[at];
    if (element === undefined) break;
    const [lines, before] = [linesOf(element), elements[at - 1]];
    const size = sizeOf(lines);
    if (lines.length === 0 || size > sizeMax * bodySize || element.box[3] > heightMax * page.height) break;
    const isOfTable = before?.type === 'table' && before.box[1] - element.box[3] < tableGap * size;
    if (isOfTable) break;
    if (beginsWithMark(lines[0]) || isUnderRule(lines[0], size, column, page)) start = at;
  }
  return start;
}

function noteOf(page: number, lines: readonly ExtractedLine[]): Element {
  return { type: 'footnote', page, lines, box: unionBox(lines.map((line) => line.box)) };
}

/** One footnote for each mark. */
function notesOf(element: Element): readonly Element[] {
  if (element.type === 'list') return element.kids.map((item) => noteOf(item.page, item.lines));
  const groups: ExtractedLine[][] = [];
  for (const line of linesOf(element)) {
    const last = groups.at(-1);
    if (last === undefined || beginsWithMark(line)) groups.push([line]);
    else last.push(line);
  }
  return groups.map((lines) => noteOf(element.page, lines));
}

/** From the first footnote on, what has a mark or goes on below without a gap. */
function countNotes(elements: readonly Element[], start: number): number {
  let count = 0;
  for (const element of elements.slice(start)) {
    const [lines, before] = [linesOf(element), elements[start + count - 1]];
    const gap = before === undefined ? 0 : before.box[1] - element.box[3];
    if (count > 0 && !beginsWithMark(lines[0]) && Math.abs(gap) > partGap * sizeOf(lines)) break;
    count += 1;
  }
  return count;
}

/** Elements are those of one column or of a page without columns. */
export function divideFootnotes(
  elements: readonly Element[],
  page: ExtractedPage,
  bodySize: number,
): Divided {
  const start = startOf(elements, page, bodySize);
  if (start === elements.length) return { text: elements, notes: [] };
  const count = countNotes(elements, start);
  const text = [...elements.slice(0, start), ...elements.slice(start + count)];
  return { text, notes: elements.slice(start, start + count).flatMap(notesOf) };
}
