/** Searches the canonical text of a document, and says where on its pages the hits are. */
import type { Box } from '../model/box.ts';
import { findMatches } from './find-matches.ts';
import { type PageBox, rangeBoxes } from './range-boxes.ts';
import type { PlacedBlock, Reading } from './reading.ts';

export type SearchHit = {
  readonly ref: string;
  readonly page: number;
  /** Of the block. */
  readonly box: Box;
  /** Of the lines of the match. */
  readonly boxes: readonly PageBox[];
  readonly headings: readonly string[];
  readonly before: string;
  readonly match: string;
  readonly after: string;
  readonly score: number;
  /** In the canonical text. */
  readonly start: number;
  readonly end: number;
};

export type SearchResult = {
  readonly items: readonly SearchHit[];
  /** All hits, also those that are not kept. */
  readonly total: number;
  /** Hits that can be read with an offset. */
  readonly kept: number;
};

/** The best are kept; nobody reads more. */
export const hitsMax = 1_000;
const contextChars = 80;

type Candidate = { readonly start: number; readonly end: number; readonly score: number };

const byRank = (a: Candidate, b: Candidate) => b.score - a.score || a.start - b.start;

class Candidates {
  #best: Candidate[] = [];
  total = 0;

  add(candidate: Candidate): void {
    this.total++;
    this.#best.push(candidate);
    if (this.#best.length >= 4 * hitsMax) this.#best = this.ranked();
  }

  ranked(): Candidate[] {
    return this.#best.toSorted(byRank).slice(0, hitsMax);
  }
}

/** At most `contextChars` on one line, from a word on. */
function contextBefore(text: string): string {
  const near = text.slice(-contextChars).toWellFormed().replace(/\s+/g, ' ');
  return text.length > contextChars ? near.replace(/^\S* /, '…') : near;
}

function contextAfter(text: string): string {
  const near = text.slice(0, contextChars).toWellFormed().replace(/\s+/g, ' ');
  return text.length > contextChars ? near.replace(/ \S*$/, '…') : near;
}

function hitIn(placed: PlacedBlock, text: string, { start, end, score }: Candidate): SearchHit {
  const { ref, block, headings } = placed;
  const boxes = rangeBoxes(placed, start, end);
  const [from, to] = [start - placed.start, end - placed.start];
  return {
    ref,
    page: boxes[0]?.page ?? block.page,
    box: block.box,
    boxes,
    headings,
    before: contextBefore(text.slice(0, from)),
    match: text.slice(from, to),
    after: contextAfter(text.slice(to)),
    ...{ score, start, end },
  };
}

/** `terms` are folded, as `parseQuery` returns them. */
export async function searchReading(
  reading: Reading,
  terms: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SearchResult> {
  if (terms.length === 0) return { items: [], total: 0, kept: 0 };
  const candidates = new Candidates();
  for await (const { start: blockStart, text } of reading.blockTexts()) {
    for (const { start, end, score } of findMatches(text, terms)) {
      candidates.add({ start: blockStart + start, end: blockStart + end, score });
    }
  }
  const ranked = candidates.ranked();
  const items: SearchHit[] = [];
  for (const candidate of ranked.slice(offset, offset + limit)) {
    const found = await reading.blockAt(candidate.start);
    if (found) items.push(hitIn(found.placed, found.text, candidate));
  }
  return { items, total: candidates.total, kept: ranked.length };
}
