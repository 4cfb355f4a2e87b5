/** `octavo locate`: whether quotes are in a converted document, and where. */
import type { LocatedQuote, QuoteMatch } from '@octavo/sdk';
import type { Context } from '../context.ts';
import { plural } from '../display/quantities.ts';
import { safeText } from '../display/style.ts';
import type { ExitName } from '../exit-codes.ts';

type LocateFlags = { readonly page?: number; readonly ignoreCase?: boolean };

const pageOf = ({ page, label }: QuoteMatch) =>
  `page ${page}${label === null ? '' : ` (${safeText(label)})`}`;

const wordsOf = (words: string) => (words === '' ? 'nothing' : `"${safeText(words)}"`);

/** A line for the verdict, and one for each difference of the best match. */
function linesOf(quote: string, { verdict, matches, total }: LocatedQuote): readonly string[] {
  const [best] = matches;
  const place = best ? `, ${pageOf(best)}` : '';
  const places = total > 1 ? `, ${plural(total, 'place')}` : '';
  const differences = (best?.differences ?? []).map(
    ({ quote: said, document }) => `  ${wordsOf(said)} is ${wordsOf(document)} in the document`,
  );
  return [`${verdict}${place}${places}: ${safeText(quote)}`, ...differences];
}

export async function locate(
  context: Context,
  { page, ignoreCase = false }: LocateFlags,
  id: string,
  quotes: readonly string[],
): Promise<ExitName | undefined> {
  const client = await context.client();
  const located = await client.jobs.locate(id, {
    quotes: quotes.map((exact) => ({ exact, ...(page !== undefined && { page }) })),
    ignore_case: ignoreCase,
  });
  if (context.globalOptions.json) context.printJson(located);
  else {
    for (const [index, item] of located.items.entries()) {
      for (const line of linesOf(quotes[index] ?? '', item)) context.print(line);
    }
  }
  for (const { reason, pages } of located.not_searched) {
    const where = pages.length === 0 ? 'Some text' : `Text of page ${pages.join(', ')}`;
    context.note(`${where} could not be searched (${reason}).`);
  }
  return located.items.every(({ score }) => score === 1) ? undefined : 'failed';
}
