/** What a search looks for: words and phrases, all of which must be in one block. */
import { foldText } from './fold-text.ts';

/** More would cost time without finding anything else. */
const termsMax = 16;

/** Folded terms without repetition; empty if the query has none. Quotes make a phrase of several words. */
export function parseQuery(query: string): readonly string[] {
  const terms: string[] = [];
  for (const [, phrase, word] of query.matchAll(/["“”„]([^"“”„]*)["“”„]|([^\s"“”„]+)/g)) {
    const term = foldText(phrase ?? word ?? '')
      .text.replace(/ +/g, ' ')
      .trim();
    if (/[\p{L}\p{N}\p{S}]/u.test(term) && !terms.includes(term)) terms.push(term);
  }
  return terms.slice(0, termsMax);
}
