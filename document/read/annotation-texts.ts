/** Puts the text that annotations show on a page among the text that is printed on it. */
import type { Box } from '../model/document.ts';
import type {
  AnnotationText,
  Element,
  ExtractedCell,
  ExtractedLine,
  ExtractedPage,
  ExtractedText,
} from '../model/extraction.ts';
import { elementLines } from './element-lines.ts';

/** Pages with more stay without: every text is compared with every line. */
const comparisonsMax = 20_000_000;

const letters = (lines: readonly ExtractedLine[]): string =>
  lines
    .flatMap(({ runs }) => runs)
    .map(({ text }) => text.replace(/\s+/gu, ''))
    .join('');

function isInside(box: Box, [left, bottom, right, top]: Box): boolean {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

function toParagraph({ box, lines }: AnnotationText, page: number): ExtractedText {
  return { type: 'paragraph', page, box, lines };
}

/** The innermost cell at this place gets the text. Null if there is none. */
function intoCell(elements: readonly Element[], text: ExtractedText): readonly Element[] | null {
  for (const [at, element] of elements.entries()) {
    if (element.type !== 'table' || !isInside(element.box, text.box)) continue;
    const index = element.cells.findIndex(({ box }) => isInside(box, text.box));
    const cell = element.cells[index];
    if (cell === undefined) continue;
    const kids = intoCell(cell.kids, text) ?? [...cell.kids, text];
    const changed: ExtractedCell = { ...cell, kids };
    return elements.with(at, { ...element, cells: element.cells.with(index, changed) });
  }
  return null;
}

/** Some programs print the text of an annotation on the page, too; OCR reads it from there. */
function isPrinted({ box, lines }: AnnotationText, printed: readonly ExtractedLine[], isRecognized: boolean) {
  const there = printed.filter((line) => isInside(box, line.box));
  return there.length > 0 && (isRecognized || letters(there) === letters(lines));
}

/** `isRecognized`: the text of the page was read from a picture of it. */
export function withAnnotationTexts(page: ExtractedPage, isRecognized: boolean): ExtractedPage {
  const { texts = [] } = page;
  if (texts.length === 0) return page;
  const printed = elementLines(page.elements);
  if (texts.length * printed.length > comparisonsMax) return page;
  let { elements } = page;
  for (const text of texts) {
    if (text.lines.length === 0 || isPrinted(text, printed, isRecognized)) continue;
    const paragraph = toParagraph(text, page.page);
    elements = intoCell(elements, paragraph) ?? [...elements, paragraph];
  }
  return { ...page, elements };
}
