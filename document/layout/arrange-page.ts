/** Puts what the engine found on a page in the order in which a person reads it. */
import type { Element, ExtractedPage } from '../model/extraction.ts';
import { bodySize } from './body-size.ts';
import { divideFootnotes } from './footnotes.ts';
import { takeFurniture } from './furniture.ts';
import { directionOfUnits } from './page-direction.ts';
import { findRegions } from './reading-order.ts';
import { regroup } from './regroup.ts';
import { separateAround } from './separate-around.ts';
import { pageUnits } from './units.ts';
import { inVerticalOrder } from './vertical-order.ts';

/** Pages with more pieces are left as they are, so that the time for a page is bounded. */
const unitsMax = 3_000;

/** The elements of each column, of what is between columns, or of the whole page. */
function inColumns(elements: readonly Element[]): readonly (readonly Element[])[] {
  const units = pageUnits(elements);
  if (units.length > unitsMax) return [elements];
  const regions = findRegions(units, directionOfUnits(units));
  if (regions.length <= 1) return [elements];
  const counts = elements.map(() => 0);
  for (const { element } of units) counts[element] = (counts[element] ?? 0) + 1;
  return regions.map((region) => regroup(region, elements, counts));
}

const isEqual = (one: readonly Element[], other: readonly Element[]): boolean =>
  one.length === other.length && one.every((element, at) => element === other[at]);

/** Headers, text in reading order, footnotes, footers. A page that is in order stays the same. */
function inReadingOrder(page: ExtractedPage, size: number): ExtractedPage {
  const content = page.elements.filter(({ type }) => type !== 'header' && type !== 'footer');
  const columns = inColumns(separateAround(content)).map(inVerticalOrder);
  const parts = columns.map((elements) => divideFootnotes(elements, page, size));
  const notes = parts.flatMap((part) => part.notes);
  const text = parts.flatMap((part) => part.text);
  if (notes.length === 0 && isEqual(text, content)) return page;
  const [headers, footers] = (['header', 'footer'] as const).map((edge) =>
    page.elements.filter(({ type }) => type === edge),
  );
  return { ...page, elements: [...(headers ?? []), ...text, ...notes, ...(footers ?? [])] };
}

export function arrangePage(page: ExtractedPage): ExtractedPage {
  const size = bodySize(page);
  return inReadingOrder(takeFurniture(page, size), size);
}
