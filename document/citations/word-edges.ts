/** Ranges that begin and end with whole words. */
import { wordsOf } from './words.ts';

/** Longer words are cut; none of a language is. */
const reach = 64;

/** The word that `at` is inside of, if there is one. */
function wordAcross(text: string, at: number): { readonly start: number; readonly end: number } | null {
  let from = Math.max(0, at - reach);
  // From the beginning of a word, so that it is read as a whole.
  while (from > 0 && from > at - 2 * reach && !/\s/.test(text[from - 1] ?? '')) from--;
  for (const { start, end } of wordsOf(text.slice(from, at + reach))) {
    if (from + start >= at) return null;
    if (from + end > at) return { start: from + start, end: from + end };
  }
  return null;
}

/** Whether no word goes over an edge: `500` is not whole in `500,000`, nor `art` in `part`. */
export const isWhole = (text: string, from: number, to: number): boolean =>
  wordAcross(text, from) === null && wordAcross(text, to) === null;

/** The range with the words at its edges, and without white space around it. */
export function wholeWords(text: string, from: number, to: number) {
  let start = wordAcross(text, from)?.start ?? from;
  let end = wordAcross(text, to)?.end ?? to;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return { from: start, to: end };
}
