/** Counts texts in the margins of the pages, to tell those that are repeated from the others. */
import type { SurveyedMargin } from '../model/surveyed-pages.ts';

/** Beyond these, further texts are not counted: a few MB. */
const keysMax = 50_000;
/** A text must stand on this many pages at the same place to be a running one. */
const [runningPagesMin, titlePagesShare] = [3, 0.5];

type Count = { pages: number; size: number };

export class MarginCounts {
  readonly #counts = new Map<string, Count>();

  count(key: string, size: number, pages = 1): void {
    const entry = this.#counts.get(key);
    if (entry !== undefined) entry.pages += pages;
    else if (this.#counts.size < keysMax) this.#counts.set(key, { pages, size });
  }

  counts(): readonly SurveyedMargin[] {
    return [...this.#counts].map(([key, { pages, size }]) => [key, pages, size]);
  }

  /** Adds the next pages. */
  merge(margins: readonly SurveyedMargin[]): void {
    for (const [key, pages, size] of margins) this.count(key, size, pages);
  }

  /** Of a document with so many pages. */
  running(documentPages: number, bodySize: number): ReadonlySet<string> {
    const running = new Set<string>();
    for (const [key, { pages, size }] of this.#counts) {
      const isTitle = size > bodySize * 1.2;
      if (pages >= runningPagesMin && (!isTitle || pages >= documentPages * titlePagesShare))
        running.add(key);
    }
    return running;
  }
}
