/** The words of a document. The parts of a word that is cut by the end of a line are no words. */
import type { SurveyedWords } from '../model/surveyed-pages.ts';

/** Beyond these, further words are not counted: a few MB. */
const [wordsMax, wordCharsMax] = [100_000, 60];
const word = /[\p{L}\p{M}]+(?:[-‐'’][\p{L}\p{M}]+)*/gu;

const isCutLine = (text: string): boolean => /[-‐\u00ad]$/u.test(text.slice(-1));

export class SurveyWords {
  readonly #words = new Set<string>();
  readonly #isPart: boolean;
  #first: string | undefined;
  #isCut = false;

  /** `isPart`: of a document whose earlier pages are not known, so a word may end on the first line. */
  constructor(isPart: boolean) {
    this.#isPart = isPart;
  }

  addLine(line: string): void {
    const text = line.trim();
    const isCut = isCutLine(text);
    const wasCut = this.#isCut;
    this.#isCut = isCut;
    if (this.#isPart && this.#first === undefined) {
      this.#first = text;
      return;
    }
    const start = wasCut ? Math.max(0, text.indexOf(' ')) : 0;
    const end = isCut ? text.lastIndexOf(' ') : text.length;
    for (const [found] of text.slice(start, Math.max(start, end)).matchAll(word))
      if (found.length <= wordCharsMax) this.#add(found.toLowerCase().replaceAll('‐', '-'));
  }

  #add(found: string): void {
    if (this.#words.size < wordsMax) this.#words.add(found);
  }

  counts(): SurveyedWords {
    const first = this.#first;
    return { ...(first !== undefined && { first }), words: [...this.#words], is_cut: this.#isCut };
  }

  /** Adds the next pages. */
  merge({ first, words, is_cut }: SurveyedWords): void {
    if (first === undefined) return;
    this.addLine(first);
    for (const found of words) this.#add(found);
    this.#isCut = is_cut;
  }

  has(text: string): boolean {
    return this.#words.has(text);
  }
}
