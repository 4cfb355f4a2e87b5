/** Paragraphs and lists that go on in the next column or on the next page become one block. */
import { unionBox } from '../model/box.ts';
import { isLabelledCaption } from '../read/caption-start.ts';
import type { BlockDraft, LineDraft, ListDraft, TextDraft } from '../read/draft.ts';
import { isText } from '../read/draft.ts';
import { lineShape } from './line-shape.ts';
import { findLabel } from './list-labels.ts';
import { plainLine } from './text-builder.ts';

const sentenceEnd = /[.!?:;。．！？؟۔…]["'”’»)\]\d]*$/u;
const sizeTolerance = 0.6;
/** A paragraph of more lines than this goes on as another one. */
const linesMax = 2_000;

function lastLine(text: TextDraft): LineDraft | undefined {
  return text.lines.at(-1);
}

function isSameSize(one: LineDraft, other: LineDraft): boolean {
  return Math.abs(lineShape(one).size - lineShape(other).size) < sizeTolerance;
}

/** Scripts that have no small letters. */
const withoutCase = /^\p{Lo}/u;

/** The line takes the whole width of the text. Right-to-left pages are mirrored. */
function isWide(line: LineDraft, left: number, right: number): boolean {
  const { size } = lineShape(line);
  return line.box[0] - left < size && right - line.box[2] < size;
}

/** The last line takes the whole width, and the next is not indented. Columns and pages may have other margins. */
function isFull(before: TextDraft, after: TextDraft, last: LineDraft, first: LineDraft): boolean {
  const { size } = lineShape(last);
  const isElsewhere = first.page !== last.page || after.box[0] >= before.box[2];
  const shift = isElsewhere ? after.box[0] - before.box[0] : 0;
  // One line may be indented itself.
  if (Math.abs(shift) >= size / 2 && after.lines.length === 1) return false;
  const left = Math.min(before.box[0], after.box[0] - shift);
  const right = Math.max(before.box[2], after.box[2] - shift);
  return isWide(last, left, right) && first.box[0] - shift - left < size / 2;
}

/** In parts of the height of a line. */
const pitchTolerance = 0.15;
/** Labels in figures and tables are narrower. In parts of the font size. */
const proseWidthMin = 15;

/** Prose: the lines before take the whole width as well, and the next follows at their distance, if it is on their page. */
function isEven(before: TextDraft, last: LineDraft, first: LineDraft): boolean {
  const previous = before.lines.at(-2);
  if (last.box[2] - last.box[0] < proseWidthMin * lineShape(last).size) return false;
  if (previous === undefined || !isWide(previous, before.box[0], before.box[2])) return false;
  const isBelow = first.page === last.page && first.box[1] < last.box[1];
  if (!isBelow || previous.page !== last.page) return true;
  const [pitch, usual] = [last.box[1] - first.box[1], previous.box[1] - last.box[1]];
  return Math.abs(pitch - usual) < pitchTolerance * (last.box[3] - last.box[1]);
}

const wordStart = /^\P{L}{0,2}[\p{L}\p{N}]/u;

/** Names and quotes begin lines within a sentence as well; then the lines must show that the text goes on. */
function beginsWithin(before: TextDraft, after: TextDraft, last: LineDraft, first: LineDraft): boolean {
  const start = plainLine(first).trim();
  if (/^\p{Ll}/u.test(start)) return true;
  if (!isFull(before, after, last, first)) return false;
  if (withoutCase.test(start)) return true;
  return wordStart.test(start) && !isLabelledCaption(start) && isEven(before, last, first);
}

/** The text ends within a sentence and the next begins within one. */
export function goesOn(before: TextDraft, after: TextDraft): boolean {
  const [last, first] = [lastLine(before), after.lines[0]];
  if (last === undefined || first === undefined || last.angled || first.angled) return false;
  if (
    before.lines.length > linesMax ||
    before.type !== 'paragraph' ||
    before.quote !== after.quote ||
    after.type !== 'paragraph' ||
    !isSameSize(last, first)
  )
    return false;
  const [end, start] = [plainLine(last).trim(), plainLine(first).trim()];
  return (
    !sentenceEnd.test(end.slice(-20)) &&
    beginsWithin(before, after, last, first) &&
    findLabel(start.slice(0, 100)) === undefined
  );
}

export function joinedParagraph(before: TextDraft, after: TextDraft): TextDraft {
  const box = before.page === after.page ? unionBox([before.box, after.box]) : before.box;
  return { ...before, box, lines: [...before.lines, ...after.lines] };
}

/** The next column is further right and does not begin below the end of this one. */
function isNextColumn(before: TextDraft, after: TextDraft): boolean {
  return after.box[0] >= before.box[2] - 2 && after.box[3] > before.box[1];
}

/** Directly below, with no more room between than lines of one paragraph have. */
function isNextLine(before: TextDraft, after: TextDraft): boolean {
  const [last, first] = [lastLine(before), after.lines[0]];
  if (last === undefined || first === undefined || last.page !== first.page) return false;
  const gap = last.box[1] - first.box[3];
  const height = Math.max(last.box[3] - last.box[1], 1);
  const overlap = Math.min(last.box[2], first.box[2]) - Math.max(last.box[0], first.box[0]);
  return gap > -0.6 * height && gap < 0.6 * height && overlap > 0;
}

const addressEnd = /(?:\w:\/\/|\bwww\.)\S*[/_-]$/;
const addressPart = /^[^\s/]*[/_.~-][^\s]*\w/;

/** An address is cut where it has a sign, also if much of its line stays empty. */
function addressGoesOn(before: TextDraft, after: TextDraft): boolean {
  const [last, first] = [lastLine(before), after.lines[0]];
  if (!last || !first || before.type !== 'paragraph' || after.type !== 'paragraph') return false;
  const isSame = isNextLine(before, after) && isSameSize(last, first);
  return isSame && addressEnd.test(plainLine(last).trim()) && addressPart.test(plainLine(first).trim());
}

/** Joins what the engine cut within a column, and what goes on in the next column. */
export function joinParts(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  const result: BlockDraft[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    const joins =
      last !== undefined &&
      isText(last) &&
      isText(block) &&
      (isNextColumn(last, block) || isNextLine(last, block)) &&
      (goesOn(last, block) || addressGoesOn(last, block));
    if (joins) result[result.length - 1] = joinedParagraph(last, block);
    else result.push(block);
  }
  return result;
}

function lastNumber(list: ListDraft): number {
  return (list.start ?? 1) + list.kids.length - 1;
}

/** Numbers go on, or the bullet is the same. */
export function listGoesOn(before: ListDraft, after: ListDraft): boolean {
  if (before.ordered !== after.ordered) return false;
  if (before.ordered) return after.start !== undefined && after.start === lastNumber(before) + 1;
  const [last, first] = [before.kids.at(-1)?.label, after.kids[0]?.label];
  return last !== undefined && last === first;
}

export function joinedList(before: ListDraft, after: ListDraft): ListDraft {
  return { ...before, kids: [...before.kids, ...after.kids] };
}
