/** A page as units that are put in order: lines of texts in pieces, and what stays whole. */
import type { Box } from '../model/document.ts';
import type { Element, ExtractedLine } from '../model/extraction.ts';
import { isAngled, linePieces, lineSize, lineText } from './line-pieces.ts';

export type Unit = {
  /** Places of its element on the page, its item in a list and its line. */
  readonly element: number;
  readonly item: number;
  readonly line: number;
  /** The same for pieces of one line. */
  readonly row: number;
  /** Absent for what stays whole. */
  readonly text?: ExtractedLine;
  readonly box: Box;
  readonly size: number;
  readonly letters: number;
  /** Pictures may reach over a gutter, also with parts that nobody sees. */
  readonly isPicture: boolean;
  /** A picture behind lines of text. */
  readonly isBackground?: true;
};

/** Also digits; without blanks to fill in and leaders. Signs of East Asian scripts are as wide as two letters. */
function countLetters(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return countAnyLetters(text);
    const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
    if (isLetter || (code >= 0x30 && code <= 0x39)) letters += 1;
  }
  return letters;
}

const countAnyLetters = (text: string): number =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (text.match(/[\u3040-\u9fff\uac00-\ud7af]/gu)?.length ?? 0);

type Place = Pick<Unit, 'element' | 'item'>;
type Draft = Omit<Unit, 'row'>;

function lineUnits(lines: readonly ExtractedLine[], place: Place): readonly Draft[] {
  return lines.flatMap((line, at) =>
    linePieces(line).map((text) => ({
      ...place,
      line: at,
      text,
      box: text.box,
      size: lineSize(text),
      letters: countLetters(lineText(text)),
      isPicture: false,
    })),
  );
}

function whole(element: { readonly box: Box }, place: Place, isPicture: boolean): Draft {
  return { ...place, line: 0, box: element.box, size: 0, letters: 0, isPicture };
}

function elementUnits(element: Element, at: number): readonly Draft[] {
  const place = { element: at, item: -1 };
  if (element.type === 'list')
    return element.kids.flatMap((item, index) => {
      const inList = { element: at, item: index };
      return item.kids.length > 0 ? [whole(item, inList, false)] : lineUnits(item.lines, inList);
    });
  if (!('lines' in element)) return [whole(element, place, element.type !== 'table')];
  return element.lines.some(isAngled) ? [whole(element, place, true)] : lineUnits(element.lines, place);
}

/** Lines of this many letters, and so many of them, show that a picture is behind the text. */
const [backgroundLetters, backgroundLines] = [20, 3];

function markBackgrounds(units: readonly Unit[]): readonly Unit[] {
  const lines = units.filter((unit) => unit.letters >= backgroundLetters);
  const isBehind = ({ box: [left, bottom, right, top] }: Unit): boolean => {
    const inside = ({ box }: Unit): boolean =>
      box[0] >= left && box[1] >= bottom && box[2] <= right && box[3] <= top;
    let count = 0;
    for (const line of lines) {
      if (inside(line)) count += 1;
      if (count >= backgroundLines) return true;
    }
    return false;
  };
  return units.map((unit) =>
    unit.isPicture && isBehind(unit) ? { ...unit, isBackground: true as const } : unit,
  );
}

export function pageUnits(elements: readonly Element[]): readonly Unit[] {
  const units: Unit[] = [];
  let row = -1;
  for (const [at, element] of elements.entries()) {
    let before: Draft | undefined;
    for (const draft of elementUnits(element, at)) {
      if (before?.item !== draft.item || before.line !== draft.line) row += 1;
      before = draft;
      units.push({ ...draft, row });
    }
  }
  return markBackgrounds(units);
}
