/** Searches the canonical text of a document, and says where on its pages the hits are. */
import type { Box } from '../model/box.ts';
import { findMatches } from './find-matches.ts';
import { foldAll, foldText } from './fold-text.ts';
import { blockSeparator } from './index-format.ts';
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

type Candidate = {
  readonly score: number;
  /** Where the text of its block begins. */
  readonly blockStart: number;
  /** Which of the matches in its block. */
  readonly index: number;
};

const byRank = (a: Candidate, b: Candidate) =>
  b.score - a.score || a.blockStart - b.blockStart || a.index - b.index;

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

/** Places in the original are computed for what is shown only. */
function hitIn(placed: PlacedBlock, text: string, terms: readonly string[], index: number): SearchHit | null {
  const folded = foldText(text);
  const match = findMatches(folded.text, terms)[index];
  if (!match) return null;
  const { score } = match;
  const start = placed.start + folded.originalAt(match.start);
  const end = placed.start + folded.endAt(match.end);
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

/** Folds a whole frame at once; blocks stay apart, because their separator does not change. */
function collect(candidates: Candidates, start: number, text: string, terms: readonly string[]): void {
  const folded = foldAll(text);
  if (!terms.every((term) => folded.includes(term))) return;
  const originals = text.split(blockSeparator);
  let blockStart = start;
  for (const [number, block] of folded.split(blockSeparator).entries()) {
    for (const [index, { score }] of findMatches(block, terms).entries()) {
      candidates.add({ score, blockStart, index });
    }
    blockStart += (originals[number]?.length ?? 0) + 1;
  }
}

/** `terms` are folded, as `parseQuery` returns them. */
export async function searchReading(
  reading: Reading,
  terms: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SearchResult> {
  if (terms.length === 0) return { items: [], total: 0, kept: 0 };
  const candidates = new Candidates();
  for await (const { start, text } of reading.blockTexts()) collect(candidates, start, text, terms);
  const ranked = candidates.ranked();
  const items: SearchHit[] = [];
  for (const candidate of ranked.slice(offset, offset + limit)) {
    const found = await reading.blockAt(candidate.blockStart);
    const hit = found && hitIn(found.placed, found.text, terms, candidate.index);
    if (hit) items.push(hit);
  }
  return { items, total: candidates.total, kept: ranked.length };
}
