/** Pages and boxes of units. */
import type { Block, ListItem, Row } from '../model/blocks.ts';
import type { Box } from '../model/box.ts';
import { boxesByPage, rangeBoxes } from '../reading/range-boxes.ts';
import type { ReadingPage } from '../reading/reading.ts';
import type { ChunkSpan } from './chunk.ts';
import type { Unit } from './units.ts';

export type PageOf = (page: number) => ReadingPage | undefined;

/** The block with only the rows or items of the unit: others cost no time. */
function partOf({ placed, kids }: Unit): Block {
  const { block } = placed;
  if (!kids) return block;
  if (block.type === 'list') return { ...block, kids: block.kids.slice(kids.from, kids.to) as ListItem[] };
  return block.type === 'table' ? { ...block, kids: block.kids.slice(kids.from, kids.to) as Row[] } : block;
}

/** A box can reach over the edge of its page; what is outside is not displayed. */
function inside([left, bottom, right, top]: Box, { width, height }: ReadingPage): Box {
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return [clamp(left, width), clamp(bottom, height), clamp(right, width), clamp(top, height)];
}

/** A piece of a list item or text is at its own place in the block; rows and items begin at that of the unit. */
function boxesOf(unit: Unit) {
  const { placed, kids, start, end } = unit;
  const block = partOf(unit);
  if (start === end) return [{ page: block.page, box: block.box }];
  const firstStart = kids ? unit.partStart : placed.start;
  const boxes = rangeBoxes({ ...placed, block, start: firstStart }, start, end);
  return boxes.length > 0 ? boxesByPage(boxes) : [{ page: block.page, box: block.box }];
}

export function spansOf(units: readonly Unit[], pageOf: PageOf): readonly ChunkSpan[] {
  return joinedByBlock(units).flatMap((unit) =>
    boxesOf(unit).flatMap(({ page, box }): ChunkSpan[] => {
      const known = pageOf(page);
      if (!known) return [];
      const place = { ref: unit.placed.ref, start: unit.start, end: unit.end };
      return [{ page, box: inside(box, known), page_size: [known.width, known.height], ...place }];
    }),
  );
}

/** Units of the same block that follow each other are one span on each page. */
function joinedByBlock(units: readonly Unit[]): readonly Unit[] {
  const joined: Unit[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    if (last?.placed.ref !== unit.placed.ref) joined.push(unit);
    else {
      const kids = last.kids && unit.kids && { from: last.kids.from, to: unit.kids.to };
      joined[joined.length - 1] = { ...last, end: unit.end, kids };
    }
  }
  return joined;
}
