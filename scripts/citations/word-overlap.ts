/** How well the boxes of a located quote fit the words that another reader finds for it. */
import type { PageBox } from '../../document/reading/range-boxes.ts';
import { plainLetters } from '../pdf-coverage/letters.ts';
import type { Rectangle, Word } from '../pdf-coverage/pdf-facts.ts';

/** The words of a page as one string of letters, and the word of each letter. */
export type PageLetters = { readonly letters: string; readonly words: readonly Word[] };

export function pageLetters(words: readonly Word[], page: number): PageLetters {
  const found = words.filter((word) => word.page === page);
  const parts = found.map((word) => ({ word, letters: plainLetters(word.text) }));
  return {
    letters: parts.map(({ letters }) => letters).join(''),
    words: parts.flatMap(({ word, letters }) => Array.from({ length: letters.length }, () => word)),
  };
}

/** The words that spell the quote; null unless they are there exactly once. */
export function wordsOfQuote(quote: string, { letters, words }: PageLetters): readonly Word[] | null {
  const wanted = plainLetters(quote);
  const at = letters.indexOf(wanted);
  if (wanted === '' || at < 0 || letters.indexOf(wanted, at + 1) >= 0) return null;
  return [...new Set(words.slice(at, at + wanted.length))];
}

const area = ([left, top, right, bottom]: Rectangle) => Math.max(0, right - left) * Math.max(0, bottom - top);

const common = (a: Rectangle, b: Rectangle): number =>
  area([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]);

export type Overlap = {
  /** The share of the words that the boxes cover, and the share of the boxes that the words cover. */
  readonly covered: number;
  readonly filled: number;
};

/** Boxes count from the lower left corner of the page, words from the upper left. */
export function overlapOf(words: readonly Word[], boxes: readonly PageBox[], pageHeight: number): Overlap {
  const rectangles = boxes.map(
    ({ box: [left, bottom, right, top] }): Rectangle => [left, pageHeight - top, right, pageHeight - bottom],
  );
  const shared = words.reduce(
    (sum, { box }) =>
      sum +
      Math.min(
        area(box),
        rectangles.reduce((own, one) => own + common(box, one), 0),
      ),
    0,
  );
  const [ofWords, ofBoxes] = [words.map(({ box }) => box), rectangles].map((all) =>
    all.reduce((sum, one) => sum + area(one), 0),
  );
  return { covered: shared / Math.max(ofWords ?? 0, 0.01), filled: shared / Math.max(ofBoxes ?? 0, 0.01) };
}
