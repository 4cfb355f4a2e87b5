/** Draws the borders of a page's blocks again, line by line: headings, listings, definition lists, lists, contents. */
import type { BlockDraft } from '../read/draft.ts';
import { buildBlocks } from './build-blocks.ts';
import { leftOf } from './line-measures.ts';
import { markEntries } from './mark-entries.ts';
import { isClearTitle, markHeadings } from './mark-headings.ts';
import { markItems } from './mark-items.ts';
import { markListings } from './mark-listings.ts';
import { markQuotes } from './mark-quotes.ts';
import { markTagged } from './mark-tagged.ts';
import { markTerms } from './mark-terms.ts';
import { markTitles } from './mark-titles.ts';
import { type PageLine, type PagePart, pageParts } from './page-lines.ts';
import type { SurveyFacts } from './survey-facts.ts';

/** The left edge of the text that is not in a list, for most pages that of the print area. */
function marginOf(parts: readonly PagePart[]): number {
  let margin = Number.POSITIVE_INFINITY;
  for (const { lines = [] } of parts)
    for (const { line, role } of lines)
      if (role !== 'item' && !line.angled) margin = Math.min(margin, leftOf(line));
  return margin;
}

function markLines(lines: PageLine[], margin: number, facts: SurveyFacts): PageLine[] {
  markTitles(lines, facts.isOutlineTitle);
  markTagged(lines);
  markEntries(lines);
  markHeadings(lines, facts);
  const marked = facts.bodyMono ? lines : markTerms(lines);
  if (!facts.bodyMono) markListings(marked, margin);
  markItems(marked, facts.hasNeighbour);
  markQuotes(marked);
  return marked;
}

/** The engine takes a title above a table for its caption. */
function withoutTitleCaptions(blocks: readonly BlockDraft[], facts: SurveyFacts): readonly BlockDraft[] {
  return blocks.map((block) =>
    block.type === 'caption' && isClearTitle(block.lines, facts) ? { ...block, type: 'heading' } : block,
  );
}

export function restructure(blocks: readonly BlockDraft[], facts: SurveyFacts): readonly BlockDraft[] {
  const parts = pageParts(withoutTitleCaptions(blocks, facts));
  const margin = marginOf(parts);
  const marked = parts.map(
    (part): PagePart => (part.lines === undefined ? part : { lines: markLines(part.lines, margin, facts) }),
  );
  return buildBlocks(marked, margin);
}
