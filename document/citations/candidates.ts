/** Stretches of text that share many short character sequences with a quote: where a similar passage may be. */
import type { NormalizedWindow } from './text-windows.ts';

const gramLength = 5;

/** A power of two: bits that say quickly that no quote has a sequence. */
const filterBits = 1 << 20;

/** Stretches kept of each quote. Similar passages in a document are few; more are not worth the time. */
const candidatesMax = 12;

/** With fewer shared sequences than this part of the quote's, a passage is not similar. */
const sharedMin = 0.2;

export type Candidate = { readonly count: number; readonly start: number; readonly text: string };

type Pattern = { readonly text: string; readonly grams: number; readonly found: Candidate[] };

const isBetter = (a: Candidate, b: Candidate) =>
  a.count > b.count || (a.count === b.count && a.start < b.start);

export class CandidateSearch {
  readonly #patterns: readonly Pattern[];
  readonly #quotesOf = new Map<string, number[]>();
  readonly #filter = new Uint8Array(filterBits >> 3);

  /** Normalized as the windows are. */
  constructor(quotes: readonly string[]) {
    this.#patterns = quotes.map((text) => ({
      text,
      grams: Math.max(1, text.length - gramLength + 1),
      found: [],
    }));
    for (const [index, { text }] of this.#patterns.entries()) this.#addGrams(text, index);
  }

  #addGrams(text: string, quote: number): void {
    for (let at = 0; at + gramLength <= text.length; at++) {
      const gram = text.slice(at, at + gramLength);
      const bit = hashAt(text, at);
      this.#filter[bit >> 3] = (this.#filter[bit >> 3] ?? 0) | (1 << (bit & 7));
      const quotes = this.#quotesOf.get(gram) ?? [];
      if (quotes.at(-1) !== quote) quotes.push(quote);
      this.#quotesOf.set(gram, quotes);
    }
  }

  /** Counts shared sequences in stretches as long as the quote; two neighbours hold any passage. */
  look(window: NormalizedWindow): void {
    const { text } = window;
    const counts = this.#patterns.map(
      ({ text: pattern }) => new Uint16Array(Math.ceil(text.length / pattern.length) + 1),
    );
    for (let at = 0; at + gramLength <= text.length; at++) {
      const bit = hashAt(text, at);
      if (((this.#filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
      for (const quote of this.#quotesOf.get(text.slice(at, at + gramLength)) ?? []) {
        const stretch = Math.floor(at / (this.#patterns[quote]?.text.length ?? 1));
        const own = counts[quote];
        if (own) own[stretch] = Math.min(65_535, (own[stretch] ?? 0) + 1);
      }
    }
    for (const [quote, own] of counts.entries()) this.#keepBest(window, quote, own);
  }

  #keepBest(window: NormalizedWindow, quote: number, counts: Uint16Array): void {
    const pattern = this.#patterns[quote];
    if (!pattern) return;
    for (let stretch = 0; stretch + 1 < counts.length; stretch++) {
      const count = (counts[stretch] ?? 0) + (counts[stretch + 1] ?? 0);
      if (count >= sharedMin * pattern.grams)
        keep(pattern, candidateAt(window, pattern.text.length, stretch, count));
    }
  }

  /** The best first. */
  candidates(quote: number): readonly Candidate[] {
    return this.#patterns[quote]?.found ?? [];
  }
}

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + gramLength; index++) {
    hash = (Math.imul(hash, 0x01000193) ^ text.charCodeAt(index)) >>> 0;
  }
  return (Math.imul(hash, 0x9e3779b1) >>> 12) & (filterBits - 1);
}

/** Two stretches and half of one on either side, of the original text. */
function candidateAt(window: NormalizedWindow, length: number, stretch: number, count: number): Candidate {
  const { starts, ends, text, original, origin } = window;
  const from = Math.max(0, Math.floor((stretch - 0.5) * length));
  const to = Math.min(text.length, Math.ceil((stretch + 2.5) * length));
  const [start, end] = [starts[from] ?? 0, ends[to - 1] ?? 0];
  return { count, start: origin + start, text: original.slice(start, end) };
}

function keep({ found }: Pattern, candidate: Candidate): void {
  const last = found.at(-1);
  if (last && found.length >= candidatesMax && !isBetter(candidate, last)) return;
  if (found.some(({ start }) => start === candidate.start)) return;
  const at = found.findIndex((other) => isBetter(candidate, other));
  found.splice(at < 0 ? found.length : at, 0, candidate);
  if (found.length > candidatesMax) found.pop();
}
