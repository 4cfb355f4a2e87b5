/** Quotes of a document at random, and quotes that say something else. */
import type { Random } from '@octavo/testkit/seeded-random.ts';

const quoteWords = 8;

/** Windows of words of the canonical text; from anywhere, also over the ends of blocks and pages. */
export function sampleQuotes(text: string, count: number, random: Random): readonly string[] {
  const words = [...text.matchAll(/\S+/g)];
  if (words.length < quoteWords) return [];
  return Array.from({ length: count }, () => {
    const first = random.below(words.length - quoteWords + 1);
    const [from, to] = [words[first], words[first + quoteWords - 1]];
    return text.slice(from?.index, (to?.index ?? 0) + (to?.[0].length ?? 0));
  }).filter((quote) => quote.length >= 20 && quote.length <= 500);
}

const isWord = (word: string) => /^\p{L}{3,}$/u.test(word);

function replaceAt(words: readonly string[], at: number, word: string): string {
  return words.map((one, index) => (index === at ? word : one)).join(' ');
}

/** Each returns null if the quote has nothing to change in this way. */
const alterations: Readonly<Record<string, (quote: string, random: Random) => string | null>> = {
  digit: (quote, random) => {
    const digits = [...quote.matchAll(/[0-9]/g)];
    if (digits.length === 0) return null;
    const { index, 0: digit } = random.pick(digits);
    const other = String((Number(digit) + 1 + random.below(8)) % 10);
    return `${quote.slice(0, index)}${other}${quote.slice(index + 1)}`;
  },
  'digit added': (quote, random) => {
    const numbers = [...quote.matchAll(/[0-9]+/g)];
    if (numbers.length === 0) return null;
    const { index, 0: number } = random.pick(numbers);
    return `${quote.slice(0, index)}${number}${random.below(10)}${quote.slice(index + number.length)}`;
  },
  negation: (quote, random) => {
    const words = quote.split(/\s+/);
    const at = words.indexOf('not');
    if (at >= 0) return words.filter((_, index) => index !== at).join(' ');
    const place = 1 + random.below(words.length - 1);
    return [...words.slice(0, place), 'not', ...words.slice(place)].join(' ');
  },
  name: (quote, random) => {
    const words = quote.split(/\s+/);
    const places = words.flatMap((word, index) => (isWord(word) ? [index] : []));
    return places.length === 0 ? null : replaceAt(words, random.pick(places), 'Quimbelwright');
  },
  letter: (quote, random) => {
    const letters = [...quote.matchAll(/[a-z]/g)];
    if (letters.length === 0) return null;
    const { index, 0: letter } = random.pick(letters);
    const other = String.fromCharCode(((letter.charCodeAt(0) - 97 + 1 + random.below(24)) % 26) + 97);
    return `${quote.slice(0, index)}${other}${quote.slice(index + 1)}`;
  },
  order: (quote, random) => {
    const words = quote.split(/\s+/);
    const at = random.below(words.length - 1);
    const [one, two] = [words[at] ?? '', words[at + 1] ?? ''];
    return one === two
      ? null
      : words.map((word, i) => (i === at ? two : i === at + 1 ? one : word)).join(' ');
  },
};

export const alterationNames = Object.keys(alterations);

export const alterQuote = (quote: string, name: string, random: Random): string | null =>
  alterations[name]?.(quote, random) ?? null;
