/** The lines of a page that may be rows of a table: everything but prose. */
import type { Element, ExtractedLine } from '../model/extraction.ts';
import { elementLines } from '../read/element-lines.ts';
import { isMonospaced } from '../read/monospaced.ts';
import { lineSize } from './text-rows.ts';
import { isUpright, type Word, wordsOf } from './words.ts';

/** In parts of the font size: prose has no wider gap inside of a line, also if it is justified in a narrow column. */
const [proseGapMax, justifiedGapMax] = [1.6, 3.5];
/** Several gaps of this width are gutters. */
const tabularGapMin = 2;
const proseWordsMin = 5;
/** A word of a text; values with their units, such as `37mm`, are none. */
const letters = /^(?![([]?\d).*\p{L}{2}/u;

/** A line of many words without a wide gap. */
function isSentence(line: ExtractedLine): boolean {
  const words = wordsOf(line);
  if (words.length < proseWordsMin) return false;
  const gapMax = proseGapMax * lineSize(line);
  let named = 0;
  let before: Word | undefined;
  for (const word of words) {
    if (before && word.left - before.right > gapMax) return false;
    if (letters.test(word.text)) named += 1;
    before = word;
  }
  return named > 0.6 * words.length;
}

function widestGap(words: readonly Word[]): number {
  let widest = 0;
  let before: Word | undefined;
  for (const word of words) {
    if (before) widest = Math.max(widest, word.left - before.right);
    before = word;
  }
  return widest;
}

/** Words that fill the line from edge to edge, as in the lines around it. */
function isJustified(lines: readonly ExtractedLine[]): boolean {
  if (lines.length < 3) return false;
  const inner = lines.slice(1, -1);
  const right = inner.reduce((most, line) => Math.max(most, line.box[2]), 0);
  const left = inner.reduce((least, line) => Math.min(least, line.box[0]), Number.POSITIVE_INFINITY);
  const full = inner.filter((line) => {
    if (!(line.box[0] < left + 2 && line.box[2] > right - 2)) return false;
    const words = wordsOf(line);
    if (words.length <= 2 || !(widestGap(words) < justifiedGapMax * lineSize(line))) return false;
    const named = words.filter((word) => letters.test(word.text)).length;
    return named > 0.75 * words.length;
  });
  return full.length >= 0.8 * inner.length;
}

/** Lines of a text that is read on: most are full, and their words follow each other. */
export function isProse(lines: readonly ExtractedLine[]): boolean {
  if (lines.length < 2) return false;
  if (isJustified(lines)) return true;
  const width = lines.reduce((most, line) => Math.max(most, line.box[2] - line.box[0]), 0);
  const full = lines.filter((line) => line.box[2] - line.box[0] > 0.72 * width);
  const sentences = full.filter(isSentence).length;
  return full.length >= 0.6 * (lines.length - 1) && sentences >= Math.max(1, 0.7 * full.length);
}

export const linesIn = (element: Element): Iterable<ExtractedLine> => elementLines([element]);

/** A row of a table that the engine took for a line of the text around it. */
function isTabularLine(line: ExtractedLine): boolean {
  const [words, gapMin] = [wordsOf(line), tabularGapMin * lineSize(line)];
  return words.filter((word, at) => at > 0 && word.left - (words[at - 1]?.right ?? 0) > gapMin).length > 1;
}

function withoutProse(lines: readonly ExtractedLine[]): readonly ExtractedLine[] {
  if (!isProse(lines)) return lines;
  return isJustified(lines) ? [] : lines.filter(isTabularLine);
}

function* candidates(element: Element): Generator<ExtractedLine> {
  switch (element.type) {
    case 'paragraph':
    case 'caption':
    case 'footnote':
      yield* withoutProse(element.lines);
      break;
    case 'heading':
      yield* element.lines;
      break;
    case 'list':
      for (const item of element.kids) {
        yield* withoutProse(item.lines);
        for (const kid of item.kids) yield* candidates(kid);
      }
      break;
    case 'header':
    case 'footer':
      for (const kid of element.kids) yield* candidates(kid);
      break;
    default:
  }
}

const drawnRule = /^[-–—_=]{8,}$/u;

/** A rule that is typed: a line of dashes. */
export function isTypedRule(line: ExtractedLine): boolean {
  const { text = '' } = line.runs[0] ?? {};
  return (
    /^\s*[-–—_=]/u.test(text) &&
    drawnRule.test(
      line.runs
        .map((run) => run.text)
        .join('')
        .replaceAll(' ', ''),
    )
  );
}

/** Formulas and the engine's tables are left out. */
export function candidateLines(elements: readonly Element[]): readonly ExtractedLine[] {
  return elements.flatMap((element) => [...candidates(element)].filter(isUpright));
}

/** The share of the page's letters that are of a monospaced font. */
export function monospacedShare(elements: readonly Element[]): number {
  let [mono, all] = [0, 0];
  for (const element of elements)
    for (const line of linesIn(element))
      for (const { text, font } of line.runs) {
        all += text.length;
        if (isMonospaced(font)) mono += text.length;
      }
  return all === 0 ? 0 : mono / all;
}
