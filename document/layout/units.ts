/** A page as units that are put in order: lines of texts in pieces, and what stays whole. */
import type { Box } from '../model/document.ts';
import type { Element, ExtractedLine, ExtractedPage } from '../model/extraction.ts';
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
};

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
      letters: lineText(text).replaceAll(' ', '').length,
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

export function pageUnits(page: ExtractedPage): readonly Unit[] {
  const units: Unit[] = [];
  let row = -1;
  for (const [at, element] of page.elements.entries()) {
    let before: Draft | undefined;
    for (const draft of elementUnits(element, at)) {
      if (before?.item !== draft.item || before.line !== draft.line) row += 1;
      before = draft;
      units.push({ ...draft, row });
    }
  }
  return units;
}
