/** Words of normalized text: letters, whole numbers with their separators, and single other characters. */

export type Word = { readonly text: string; readonly start: number; readonly end: number };

/**
 * `500,000.5` is one word, so that a part of a number never counts as the number. Characters of scripts without spaces
 * are words of their own.
 */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|\p{N}+(?:[.,':/-]\p{N}+)*(?:[\p{L}\p{M}]+)?|[\p{L}\p{M}_](?:[\p{L}\p{M}\p{N}_]|'(?=\p{L}))*|[^\s]/gu;

export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(wordPattern)) {
    yield { text: match[0], start: match.index, end: match.index + match[0].length };
  }
}

/** Whether a word has letters or digits, rather than punctuation. */
export const isSpoken = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);
