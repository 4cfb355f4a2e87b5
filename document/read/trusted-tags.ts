/** Leaves out what the structure tree says about a page that is tagged without care. */
import type { Element, ExtractedPage, ExtractedStructure } from '../model/extraction.ts';
import { elementLines } from './element-lines.ts';

/** Below, too much of the page is neither tagged nor marked as decoration. */
const coverageMin = 0.8;
const titleLinesMax = 4;
/** Of the lines of a page with more than a few. */
const [headingShareMax, fewLines] = [0.5, 8];

const countLines = (elements: readonly Element[]): number => elementLines(elements).length;

type Headings = ExtractedStructure['headings'];

/** A page that is all headings says nothing about them. */
function trustedHeadings(headings: Headings, elements: readonly Element[]): Headings {
  const tagged = headings.reduce((count, { boxes }) => count + boxes.length, 0);
  if (tagged === 0) return [];
  const lines = countLines(elements);
  if (lines > fewLines && tagged > headingShareMax * lines) return [];
  return headings.filter(({ boxes }) => boxes.length <= titleLinesMax);
}

/** Alternative texts stay: they are compared with the pictures of the page. */
export function withTrustedTags(page: ExtractedPage): ExtractedPage {
  const { structure, elements } = page;
  if (!structure) return page;
  if (structure.coverage < coverageMin)
    return { ...page, structure: { ...structure, headings: [], tables: [] } };
  return {
    ...page,
    structure: { ...structure, headings: trustedHeadings(structure.headings, elements) },
  };
}
