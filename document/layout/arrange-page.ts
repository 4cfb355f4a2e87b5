/** Puts what the engine found on a page in the order in which a person reads it. */
import type { ExtractedPage } from '../model/extraction.ts';
import { directionOfUnits } from './page-direction.ts';
import { findRegions } from './reading-order.ts';
import { regroup } from './regroup.ts';
import { pageUnits } from './units.ts';

/** Pages with more pieces are left as they are, so that the time for a page is bounded. */
const unitsMax = 3_000;

export function arrangePage(page: ExtractedPage): ExtractedPage {
  const units = pageUnits(page);
  if (units.length > unitsMax) return page;
  const regions = findRegions(units, directionOfUnits(units));
  if (regions.length <= 1) return page;
  const counts = page.elements.map(() => 0);
  for (const { element } of units) counts[element] = (counts[element] ?? 0) + 1;
  return { ...page, elements: regions.flatMap((region) => regroup(region, page.elements, counts)) };
}
