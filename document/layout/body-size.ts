/** The font size of the text of a page. */
import type { ExtractedPage } from '../model/extraction.ts';
import { letterSize } from './line-pieces.ts';

/** Of all letters but those in tables. Recognized text has many sizes. */
export function bodySize(page: ExtractedPage): number {
  const runs = page.elements.flatMap((element) => {
    if ('lines' in element) return element.lines.flatMap((line) => line.runs);
    return element.type === 'list'
      ? element.kids.flatMap((item) => item.lines.flatMap((line) => line.runs))
      : [];
  });
  return letterSize(runs);
}
