/** Finds quotes that are in the text as they are, after normalization. */
import { type NormalizeOptions, normalizeQuote, quoteForms } from './normalize.ts';
import type { Place, Quote } from './quote.ts';
import { type NormalizedWindow, placeOf } from './text-windows.ts';
import { isWhole } from './word-edges.ts';

/** More are not collected: such a quote says nothing about its place. */
export const placesMax = 1_000;

/** `context` counts how many of prefix and suffix stand beside it. */
export type ExactPlace = Place & { readonly context: number };

export class ExactSearch {
  readonly #forms: readonly string[];
  readonly #prefix: string;
  readonly #suffix: string;
  readonly #places = new Map<number, ExactPlace>();

  constructor(quote: Quote, options: NormalizeOptions) {
    this.#forms = quoteForms(quote.exact, options);
    this.#prefix = normalizeQuote(quote.prefix ?? '', options);
    this.#suffix = normalizeQuote(quote.suffix ?? '', options);
  }

  /** What it must see of the text before and after a place. */
  get #reach(): number {
    return Math.max(this.#prefix.length, this.#suffix.length) + 2;
  }

  /** A window must overlap the next by this, so that each place is seen whole and with its neighbours. */
  get overlap(): number {
    return 2 * (Math.max(...this.#forms.map(({ length }) => length)) + this.#reach);
  }

  look(window: NormalizedWindow): void {
    for (const form of this.#forms) this.#lookFor(form, window);
  }

  #lookFor(form: string, window: NormalizedWindow): void {
    const { text } = window;
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      if (this.#places.size >= placesMax) return;
      const to = at + form.length;
      if (!this.#seesNeighbours(window, at, to) || !isWhole(text, at, to)) continue;
      const place = placeOf(window, at, to);
      this.#places.set(place.start, { ...place, context: this.#contextAt(text, at, to) });
    }
  }

  /** Windows overlap, so what is too close to an edge is seen by another one. */
  #seesNeighbours({ text, isFirst, isLast }: NormalizedWindow, at: number, to: number): boolean {
    return (isFirst || at >= this.#reach) && (isLast || to + this.#reach <= text.length);
  }

  #contextAt(text: string, at: number, to: number): number {
    const before = text.slice(Math.max(0, at - this.#reach), at).trimEnd();
    const after = text.slice(to, to + this.#reach).trimStart();
    const hasPrefix = this.#prefix !== '' && before.endsWith(this.#prefix);
    const hasSuffix = this.#suffix !== '' && after.startsWith(this.#suffix);
    return Number(hasPrefix) + Number(hasSuffix);
  }

  /** Those that the context fits best, in reading order. */
  places(): readonly ExactPlace[] {
    const all = [...this.#places.values()].sort((a, b) => a.start - b.start);
    const best = Math.max(0, ...all.map(({ context }) => context));
    return all.filter(({ context }) => context === best);
  }
}
