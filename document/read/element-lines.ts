/** All lines of the engine's tree, to read or to change them. */
import type { Element, ExtractedLine, ExtractedListItem } from '../model/extraction.ts';

export function elementLines(elements: readonly (Element | ExtractedListItem)[]): readonly ExtractedLine[] {
  const lines: ExtractedLine[] = [];
  collectLines(elements, lines);
  return lines;
}

/** Several passes read all lines of a page: a generator for each element costs more than the lines. */
function collectLines(elements: readonly (Element | ExtractedListItem)[], into: ExtractedLine[]): void {
  for (const element of elements) {
    if ('lines' in element) for (const line of element.lines) into.push(line);
    if ('kids' in element) collectLines(element.kids, into);
    if ('cells' in element) for (const cell of element.cells) collectLines(cell.kids, into);
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
