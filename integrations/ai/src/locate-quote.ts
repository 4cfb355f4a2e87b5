/** `locate_quote`: whether a quote is in a document word for word, and where. */
import { oneLine } from '@octavo/mcp/untrusted-text.ts';
import type { QuoteMatch } from '@octavo/sdk';
import { type Call, withText } from './answer.ts';

export type LocateQuoteInput = { readonly document: string; readonly quote: string; readonly page?: number };

const matchesMax = 5;

function linesOf({ page, selector, differences }: QuoteMatch): readonly string[] {
  const changes = differences
    .slice(0, 10)
    .map(({ op, quote, document }) => `  ${op}: "${oneLine(quote, 100)}" / "${oneLine(document, 100)}"`);
  return [`- p. ${page}: ${oneLine(selector.exact, 600)}`, ...changes];
}

export async function locateQuote({ client, signal }: Call, { document, quote, page }: LocateQuoteInput) {
  const quotes = [{ exact: quote, ...(page !== undefined && { page }) }];
  const { items, not_searched } = await client.jobs.locate(document, { quotes }, { signal });
  const [found] = items;
  if (found === undefined) throw new Error('A quote was not answered.');
  const { verdict, score, total, page_right } = found;
  const matches = found.matches.slice(0, matchesMax);
  const places = matches.map(({ page: on, boxes, anchor }) => ({
    page: on,
    boxes: boxes.slice(0, 20),
    anchor,
  }));
  const isSearched = not_searched.length === 0;
  return withText(
    { document, verdict, score, total, page_right, all_text_searched: isSearched, places },
    matches.flatMap(linesOf).join('\n'),
  );
}
