/** All lines of the engine's tree. */
import type { Element, ExtractedLine, ExtractedListItem } from '../model/extraction.ts';

export function* elementLines(elements: readonly (Element | ExtractedListItem)[]): Generator<ExtractedLine> {
  for (const element of elements) {
    if ('lines' in element) yield* element.lines;
    if ('kids' in element) yield* elementLines(element.kids);
    if ('cells' in element) for (const cell of element.cells) yield* elementLines(cell.kids);
  }
}
