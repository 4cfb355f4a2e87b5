/** The lines of a page that may be rows of a table: everything but prose. */
import type { Element, ExtractedLine, ExtractedTable } from '../model/extraction.ts';
import { isMonospaced } from '../read/monospaced.ts';
import { lineSize } from './text-rows.ts';
import { isUpright, wordsOf } from './words.ts';

/** In parts of the font size: prose has no wider gap inside of a line. */
const proseGapMax = 1.6;
const proseWordsMin = 5;
const letters = /\p{L}{2,}/u;

/** A line of many words without a wide gap. */
function isSentence(line: ExtractedLine): boolean {
  const words = wordsOf(line);
  if (words.length < proseWordsMin) return false;
  const gapMax = proseGapMax * lineSize(line);
  let named = 0;
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (next && next.left - word.right > gapMax) return false;
    if (letters.test(word.text)) named += 1;
  }
  return named > 0.6 * words.length;
}

/** Lines of a text that is read on: most are full, and their words follow each other. */
export function isProse(lines: readonly ExtractedLine[]): boolean {
  if (lines.length < 2) return false;
  const width = lines.reduce((most, line) => Math.max(most, line.box[2] - line.box[0]), 0);
  const full = lines.filter((line) => line.box[2] - line.box[0] > 0.72 * width);
  const sentences = full.filter(isSentence).length;
  return full.length >= 0.6 * (lines.length - 1) && sentences >= Math.max(1, 0.7 * full.length);
}

export function* linesIn(element: Element): Generator<ExtractedLine> {
  if ('lines' in element) yield* element.lines;
  if (element.type === 'list')
    for (const item of element.kids) {
      yield* item.lines;
      for (const kid of item.kids) yield* linesIn(kid);
    }
  if (element.type === 'table') yield* tableLines(element);
  if (element.type === 'header' || element.type === 'footer')
    for (const kid of element.kids) yield* linesIn(kid);
}

export function* tableLines(table: ExtractedTable): Generator<ExtractedLine> {
  for (const cell of table.cells) for (const kid of cell.kids) yield* linesIn(kid);
}

function* candidates(element: Element): Generator<ExtractedLine> {
  switch (element.type) {
    case 'paragraph':
    case 'caption':
    case 'footnote':
      if (!isProse(element.lines)) yield* element.lines;
      break;
    case 'heading':
      yield* element.lines;
      break;
    case 'list':
      for (const item of element.kids) {
        if (!isProse(item.lines)) yield* item.lines;
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
