/** Joins a large first letter of a paragraph (a drop cap) with the text next to it and below it. */
import { type Box, unionBox } from '../model/box.ts';
import type { Element, ExtractedLine } from '../model/extraction.ts';
import { isAngled, lineSize, lineText } from './line-pieces.ts';

const initial = /^[“"‘«„]?\p{Lu}$/u;
const letters = /^\p{L}/u;
/** In parts of the font size of the text. */
const [sizeMin, gapMax, edgeMax, leadingMax] = [1.8, 0.8, 0.5, 0.8];

type Text = Extract<Element, { readonly type: 'paragraph' | 'heading' }>;

function isText(element: Element | undefined): element is Text {
  return element?.type === 'paragraph' || element?.type === 'heading';
}

function initialIn(element: Element): ExtractedLine | undefined {
  if (!isText(element) || element.lines.length !== 1) return undefined;
  const [line] = element.lines;
  return line !== undefined && !isAngled(line) && initial.test(lineText(line).trim()) ? line : undefined;
}

/** The text begins at the right of the letter, level with its top, and the letter reaches down to further lines. */
function isBeside(letter: ExtractedLine, first: ExtractedLine): boolean {
  const size = lineSize(first);
  const gap = first.box[0] - letter.box[2];
  return (
    !isAngled(first) &&
    lineSize(letter) >= sizeMin * size &&
    gap > -0.5 * size &&
    gap < gapMax * size &&
    letter.box[3] > first.box[3] - size &&
    letter.box[1] < first.box[1] - 0.5 * size &&
    letters.test(lineText(first))
  );
}

/** The lines below the letter begin at its left edge. */
function goesOnBelow(letter: ExtractedLine, last: ExtractedLine, below: ExtractedLine): boolean {
  const size = lineSize(last);
  const gap = last.box[1] - below.box[3];
  return (
    Math.abs(below.box[0] - letter.box[0]) < edgeMax * size &&
    Math.abs(lineSize(below) - size) < 0.1 * size &&
    Math.abs(gap) < leadingMax * size &&
    last.box[2] > below.box[2] - size
  );
}

function withLetter(letter: ExtractedLine, first: ExtractedLine): ExtractedLine {
  const box: Box = [letter.box[0], first.box[1], first.box[2], first.box[3]];
  return { box, runs: [...letter.runs, ...first.runs] };
}

export function joinInitials(elements: readonly Element[]): readonly Element[] {
  const result: Element[] = [];
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at] as Element;
    const [letter, text, below] = [initialIn(element), elements[at + 1], elements[at + 2]];
    const first = text?.type === 'paragraph' ? text.lines[0] : undefined;
    if (!letter || text?.type !== 'paragraph' || !first || !isBeside(letter, first)) {
      result.push(element);
      continue;
    }
    const lines = [withLetter(letter, first), ...text.lines.slice(1)];
    const [last, next] = [text.lines.at(-1), below?.type === 'paragraph' ? below.lines[0] : undefined];
    const isWhole = below?.type === 'paragraph' && last && next && goesOnBelow(letter, last, next);
    if (isWhole) lines.push(...below.lines);
    result.push({ ...text, lines, box: unionBox(lines.map((line) => line.box)) });
    at += isWhole ? 2 : 1;
  }
  return result.length === elements.length ? elements : result;
}
