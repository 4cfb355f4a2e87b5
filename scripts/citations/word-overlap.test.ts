/** The oracle of located quotes finds words by their letters, and measures areas. */
import { seededRandom } from '@octavo/testkit/seeded-random.ts';
import { expect, it } from 'vitest';
import { alterationNames, alterQuote, sampleQuotes } from './sample-quotes.ts';
import { overlapOf, pageLetters, wordsOfQuote } from './word-overlap.ts';

const word = (text: string, left: number) => ({ page: 1, text, box: [left, 100, left + 40, 110] as const });
const words = [word('The', 0), word('exam-', 50), word('ple', 100), word('ends', 150), word('ends', 200)];
const page = pageLetters(words, 1);

it('finds the words of a quote, whatever separates them', () => {
  expect(wordsOfQuote('The example', page)).toEqual(words.slice(0, 3));
  expect(wordsOfQuote('nothing', page)).toBeNull();
});

it('does not choose between several places', () => {
  expect(wordsOfQuote('ends', page)).toBeNull();
});

it('measures what boxes and words share', () => {
  const box = (left: number, right: number) => [{ page: 1, box: [left, 690, right, 700] as const }];
  expect(overlapOf([word('The', 0)], box(0, 40), 800)).toEqual({ covered: 1, filled: 1 });
  expect(overlapOf([word('The', 0)], box(0, 20), 800)).toEqual({ covered: 0.5, filled: 1 });
  expect(overlapOf([word('The', 0)], box(0, 80), 800)).toEqual({ covered: 1, filled: 0.5 });
  expect(overlapOf([word('The', 0)], box(60, 80), 800)).toEqual({ covered: 0, filled: 0 });
});

it('alters every quote to one that says something else', () => {
  const random = seededRandom(1);
  const [quote = ''] = sampleQuotes('one two three four 5,000 six seven eight', 1, random);
  expect(quote).toBe('one two three four 5,000 six seven eight');
  for (const name of alterationNames) expect(alterQuote(quote, name, random)).not.toBe(quote);
});
