/** Finds quotes that were put together from pieces of the document: all their words are there, but never together. */
import type { Place } from './quote.ts';
import { type NormalizedWindow, placeOf } from './text-windows.ts';
import { isSpoken, type Word, wordsOf } from './words.ts';

/** Words of a piece, and its characters; shorter pieces are in every text. */
const pieceWordsMin = 3;
const pieceCharsMin = 12;

/** Places kept of each three words. */
const placesMax = 8;

/** Where three words are: the number of the first in the document, and the range of all. */
type Occurrence = Place & { readonly ordinal: number };

const spokenWords = (text: string): readonly Word[] =>
  [...wordsOf(text)].filter(({ text: word }) => isSpoken(word));

export class FragmentSearch {
  readonly #quotes: readonly (readonly Word[])[];
  readonly #idOf = new Map<string, number>();
  readonly #occurrences = new Map<string, Occurrence[]>();
  #ordinal = 0;
  #seenUntil = -1;

  /** Normalized as the windows are. */
  constructor(quotes: readonly string[]) {
    this.#quotes = quotes.map(spokenWords);
    for (const words of this.#quotes) {
      for (const { text } of words) if (!this.#idOf.has(text)) this.#idOf.set(text, this.#idOf.size);
      for (let at = 0; at + pieceWordsMin <= words.length; at++) this.#occurrences.set(keyOf(words, at), []);
    }
  }

  look(window: NormalizedWindow): void {
    let last: { readonly word: Word; readonly ordinal: number }[] = [];
    for (const word of wordsOf(window.text)) {
      if (!isSpoken(word.text)) continue;
      const isNew = window.origin + (window.starts[word.start] ?? 0) > this.#seenUntil;
      const isKnown = this.#idOf.has(word.text);
      if (isNew) this.#ordinal++;
      last = isKnown ? [...last.slice(1 - pieceWordsMin), { word, ordinal: this.#ordinal }] : [];
      if (isNew && last.length === pieceWordsMin) this.#note(window, last);
    }
    this.#seenUntil = window.origin + window.original.length - 1;
  }

  #note(window: NormalizedWindow, words: readonly { readonly word: Word; readonly ordinal: number }[]): void {
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last) return;
    const known = this.#occurrences.get(words.map(({ word }) => word.text).join(' '));
    if (!known || known.length >= placesMax) return;
    const ordinal = last.ordinal - pieceWordsMin + 1;
    known.push({ ordinal, ...placeOf(window, first.word.start, last.word.end) });
  }

  /** The pieces in the order of the quote; empty unless they cover all of its words. */
  pieces(quote: number): readonly Place[] {
    const words = this.#quotes[quote] ?? [];
    const pieces: Place[] = [];
    for (let at = 0; at < words.length; ) {
      // The last words can be part of a piece that begins earlier.
      const piece = this.#pieceFrom(words, Math.min(at, Math.max(0, words.length - pieceWordsMin)));
      if (!piece || piece.end - piece.start < pieceCharsMin) return [];
      pieces.push({ start: piece.start, end: piece.end });
      at = piece.next;
    }
    return pieces;
  }

  /** The longest piece that begins with this word. */
  #pieceFrom(words: readonly Word[], at: number): (Place & { readonly next: number }) | null {
    let best: (Place & { readonly next: number }) | null = null;
    for (const first of this.#occurrences.get(keyOf(words, at)) ?? []) {
      let [end, next] = [first.end, at + pieceWordsMin];
      for (let step = 1; next < words.length; step++, next++) {
        const following = this.#occurrences.get(keyOf(words, at + step)) ?? [];
        const continued = following.find(({ ordinal }) => ordinal === first.ordinal + step);
        if (!continued) break;
        end = continued.end;
      }
      if (!best || next > best.next) best = { start: first.start, end, next };
    }
    return best;
  }
}

const keyOf = (words: readonly Word[], at: number) =>
  words
    .slice(at, at + pieceWordsMin)
    .map(({ text }) => text)
    .join(' ');
