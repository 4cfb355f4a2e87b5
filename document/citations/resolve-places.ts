/** Leads ranges of the canonical text to pages, boxes, refs and headings. */
import { blockText } from '../model/block-text.ts';
import { type PageBox, rangeBoxes } from '../reading/range-boxes.ts';
import type { PlacedBlock, Reading, ReadingDirectory } from '../reading/reading.ts';
import type { Match, Place, ScoredPlace } from './quote.ts';

/** Characters of the context that is reported before and after a match. */
const contextChars = 32;

/** Index of the last page that begins at or before an offset. */
function pageIndexAt({ pages }: ReadingDirectory, offset: number): number {
  let [low, high] = [0, pages.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

export type Passage = Place & { readonly text: string; readonly blocks: readonly PlacedBlock[] };

/** The text of blocks that follow each other, from the first to the last of them. */
function textOf(blocks: readonly PlacedBlock[]): { readonly start: number; readonly text: string } {
  const start = blocks[0]?.start ?? 0;
  let text = '';
  for (const { block, start: from } of blocks) text = text.padEnd(from - start, '\n') + blockText(block);
  return { start, text };
}

export class PlaceResolver {
  readonly #reading: Reading;
  /** Blocks of the page that was read last: places are resolved in their order, and near ones share a page. */
  #page = 0;
  #blocks: readonly PlacedBlock[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  async #blocksOf(page: number): Promise<readonly PlacedBlock[]> {
    if (page !== this.#page) {
      this.#blocks = await Array.fromAsync(this.#reading.blocks(page, page));
      this.#page = page;
    }
    return this.#blocks;
  }

  /** The blocks with text in a range. */
  async #blocksIn({ start, end }: Place): Promise<readonly PlacedBlock[]> {
    const { pages } = this.#reading.directory;
    const touched: PlacedBlock[] = [];
    for (let index = pageIndexAt(this.#reading.directory, start); index < pages.length; index++) {
      const page = pages[index];
      if (!page || page.start >= end) break;
      for (const block of await this.#blocksOf(page.page)) {
        if (block.start < end && block.end > start) touched.push(block);
      }
    }
    return touched;
  }

  async passage({ start, end }: Place): Promise<Passage> {
    const blocks = await this.#blocksIn({ start, end });
    const { start: origin, text } = textOf(blocks);
    return { start, end, text: text.slice(start - origin, end - origin), blocks };
  }

  async resolve(place: ScoredPlace): Promise<Match> {
    const { directory } = this.#reading;
    const around = { start: Math.max(0, place.start - contextChars), end: place.end + contextChars };
    const all = await this.#blocksIn(around);
    const blocks = all.filter(({ start, end }) => start < place.end && end > place.start);
    const boxes = blocks.flatMap((block) => rangeBoxes(block, place.start, place.end));
    const page = boxes[0]?.page ?? directory.pages[pageIndexAt(directory, place.start)]?.page ?? 1;
    const label = directory.pages.find((known) => known.page === page)?.label;
    const { start: origin, text } = textOf(all);
    return {
      ...place,
      page,
      ...(label !== undefined && { label }),
      boxes: distinct(boxes),
      refs: blocks.map(({ ref }) => ref),
      headings: blocks[0]?.headings ?? [],
      ...contextIn(text, place.start - origin, place.end - origin),
    };
  }
}

/** Words of one cell or field can have the same box. */
function distinct(boxes: readonly PageBox[]): readonly PageBox[] {
  return boxes.filter(
    ({ page, box }, index) =>
      index === 0 || page !== boxes[index - 1]?.page || String(box) !== String(boxes[index - 1]?.box),
  );
}

/** The text at a place, and whole words before and after it. */
function contextIn(text: string, start: number, end: number) {
  const before = text.slice(Math.max(0, start - contextChars), start);
  const after = text.slice(end, end + contextChars);
  return {
    exact: text.slice(start, end).toWellFormed(),
    prefix: (start > contextChars ? before.replace(/^\S*\s/, '') : before).toWellFormed(),
    suffix: (end + contextChars < text.length ? after.replace(/\s\S*$/, '') : after).toWellFormed(),
  };
}
