/** Texts as sorted numbers of their words, to compare many texts quickly and in little memory. */
import { wordsOf } from '../citations/words.ts';

export type WordBag = Int32Array;

/** Words of a few short texts say little; pairs of letters say more. */
const wordsMin = 4;

export class WordNumbers {
  readonly #numbers = new Map<string, number>();

  /** The bag of all words, or of the letter pairs of a text of fewer than four words. */
  bagOf(text: string): WordBag {
    const words = [...wordsOf(text)].map((word) => word.text);
    const parts = words.length >= wordsMin ? words : letterPairs(text);
    return Int32Array.from(parts, (part) => this.#numberOf(part)).sort();
  }

  /** Words with the word before them: rarer than words, so that they tell similar texts from others. */
  wordPairsOf(text: string): Int32Array {
    const words = [...wordsOf(text)].map((word) => word.text);
    if (words.length < wordsMin) return this.bagOf(text);
    return Int32Array.from(words.slice(1), (word, at) => this.#numberOf(`${words[at]} ${word}`));
  }

  /** The bag of whole strings. */
  bagOfAll(texts: readonly string[]): WordBag {
    return Int32Array.from(texts, (text) => this.#numberOf(text)).sort();
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

const letterPairs = (text: string): readonly string[] =>
  Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => `pair ${text.slice(at, at + 2)}`);

/** Twice what both have, divided by what they have together (Sørensen–Dice). */
export function similarity(a: WordBag, b: WordBag): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  let [common, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) common++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return (2 * common) / (a.length + b.length);
}
