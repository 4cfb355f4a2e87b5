/** All lines of the engine's tree, to read or to change them. */
import type { Element, ExtractedLine, ExtractedListItem } from '../model/extraction.ts';

export function* elementLines(elements: readonly (Element | ExtractedListItem)[]): Generator<ExtractedLine> {
  for (const element of elements) {
    if ('lines' in element) yield* element.lines;
    if ('kids' in element) yield* elementLines(element.kids);
    if ('cells' in element) for (const cell of element.cells) yield* elementLines(cell.kids);
  }
}

/** The same tree with other lines. */
export function mapLines<T extends Element | ExtractedListItem>(
  element: T,
  change: (line: ExtractedLine) => ExtractedLine,
): T {
  return {
    ...element,
    ...('lines' in element && { lines: element.lines.map(change) }),
    ...('kids' in element && { kids: element.kids.map((kid) => mapLines(kid, change)) }),
    ...('cells' in element && {
      cells: element.cells.map((cell) => ({ ...cell, kids: cell.kids.map((kid) => mapLines(kid, change)) })),
    }),
  };
}
