/** The headings above a chunk, as its text begins with them. */
import type { Tokenizer } from './tokenizer.ts';
import type { Unit } from './units.ts';

const separator = ' › ';

/** Outer headings are left out where the path would take more than half of a chunk. */
export class HeadingPaths {
  readonly #tokenizer: Tokenizer;
  readonly #tokensMax: number;
  #last: { readonly headings: readonly string[]; readonly text: string; readonly tokens: number } | null =
    null;

  constructor(tokenizer: Tokenizer, chunkTokensMax: number) {
    this.#tokenizer = tokenizer;
    this.#tokensMax = Math.floor(chunkTokensMax / 2);
  }

  /** With the blank line below it; empty without headings. */
  of(headings: readonly string[]): { readonly text: string; readonly tokens: number } {
    // Sections follow each other, so the same path is asked for many times.
    if (this.#last && sameTexts(this.#last.headings, headings)) return this.#last;
    let rest = headings.filter((heading) => heading !== '');
    let path = this.#measured(rest);
    while (path.tokens > this.#tokensMax) {
      rest = rest.slice(1);
      path = this.#measured(rest);
    }
    this.#last = { headings, ...path };
    return this.#last;
  }

  #measured(headings: readonly string[]) {
    if (headings.length === 0) return { text: '', tokens: 0 };
    const text = `${headings.join(separator)}\n\n`;
    return { text, tokens: this.#tokenizer.count(text) };
  }
}

const sameTexts = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, index) => text === b[index]);

/** The headings above the first unit that is not one of them. */
export function headingsOf(units: readonly Unit[]): readonly string[] {
  const content = units.find(({ kind }) => kind !== 'heading');
  return (content ?? units.at(-1))?.placed.headings ?? [];
}
