/** Joins the parts of a printed line that the engine took for texts of their own because a raised mark is between them. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedLine, ExtractedText } from '../model/extraction.ts';
import { isAngled, lineSize, lineText } from './line-pieces.ts';

/** Numbers and signs of notes and references: `3`, `2 5–7`, `a,b`, `*†`. */
const markText = /^(?:[\d\s,;–-]{1,16}|[a-z](?:\s*,\s*[a-z]){0,4}|[*†‡§¶#]{1,4})$/u;
/** In parts of the font size of the text. */
const [markSizeMax, raisedMin, overlapMin, markGapMax, wordGapMax] = [0.8, 0.15, 0.2, 0.4, 0.9];

function isParagraph(element: Element | undefined): element is ExtractedText {
  return element?.type === 'paragraph';
}

function gapBetween(before: ExtractedLine, after: ExtractedLine): number {
  return after.box[0] - before.box[2];
}

/** Above the baseline of the text, but not above its letters. */
function isRaised(mark: ExtractedLine, text: ExtractedLine, size: number): boolean {
  const [lower, upper] = [mark.box[1] - text.box[1], text.box[3] - mark.box[1]];
  return lower > raisedMin * size && upper > overlapMin * size;
}

function isMark(mark: ExtractedLine, text: ExtractedLine): boolean {
  const size = lineSize(text);
  if (isAngled(mark) || isAngled(text) || lineSize(mark) > markSizeMax * size) return false;
  const gap = gapBetween(text, mark);
  if (gap < -0.2 * size || gap > markGapMax * size || !isRaised(mark, text, size)) return false;
  return markText.test(lineText(mark).trim());
}

/** A text on the baseline of the line before its mark, after at most a wide space. */
function isRest(rest: ExtractedLine, text: ExtractedLine, mark: ExtractedLine): boolean {
  const size = lineSize(text);
  const gap = gapBetween(mark, rest);
  const level = Math.abs((rest.runs[0]?.baseline ?? 0) - (text.runs[0]?.baseline ?? 0));
  return !isAngled(rest) && level < 0.1 * size && gap > -0.2 * size && gap < wordGapMax * size;
}

function joinedLine(lines: readonly ExtractedLine[]): ExtractedLine {
  return { box: unionBox(lines.map((line) => line.box)), runs: lines.flatMap((line) => line.runs) };
}

function withLines(text: ExtractedText, lines: readonly ExtractedLine[]): ExtractedText {
  return { ...text, lines, box: unionBox(lines.map((line) => line.box)) };
}

/** The text with its mark, and with the rest of the line and of the paragraph if there is one. */
function joined(text: ExtractedText, mark: ExtractedLine, next: Element | undefined) {
  const last = text.lines.at(-1);
  if (last === undefined) return undefined;
  const before = text.lines.slice(0, -1);
  const [rest, ...others] = isParagraph(next) ? next.lines : [];
  if (rest !== undefined && isRest(rest, last, mark))
    return { text: withLines(text, [...before, joinedLine([last, mark, rest]), ...others]), taken: 2 };
  return { text: withLines(text, [...before, joinedLine([last, mark])]), taken: 1 };
}

function markIn(element: Element | undefined): ExtractedLine | undefined {
  return isParagraph(element) && element.lines.length === 1 ? element.lines[0] : undefined;
}

export function joinMarks(elements: readonly Element[]): readonly Element[] {
  const result: Element[] = [];
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at] as Element;
    const [before, mark] = [result.at(-1), markIn(element)];
    const last = isParagraph(before) ? before.lines.at(-1) : undefined;
    const found =
      isParagraph(before) && mark !== undefined && last !== undefined && isMark(mark, last)
        ? joined(before, mark, elements[at + 1])
        : undefined;
    if (found === undefined) {
      result.push(element);
      continue;
    }
    result[result.length - 1] = found.text;
    at += found.taken - 1;
  }
  return result.length === elements.length ? elements : result;
}
