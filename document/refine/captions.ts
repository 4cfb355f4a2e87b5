/** Finds captions, and moves those of figures into their figure. Captions of tables stay next to their table. */
import { unionBox } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import { isLabelledCaption, isNumberedCaption } from '../read/caption-start.ts';
import type { BlockDraft, FigureDraft, LineDraft, TextDraft } from '../read/draft.ts';
import { plainLine } from './text-builder.ts';

/** Farther apart than this many points, a caption and what it describes do not belong together. */
const distanceMax = 40;
function distance(one: Box, other: Box): number {
  const overlap = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  if (overlap <= 0) return Number.POSITIVE_INFINITY;
  return Math.max(one[1] - other[3], other[1] - one[3], 0);
}

function isPicture(block: BlockDraft): block is FigureDraft {
  return block.type === 'figure';
}

function nearest<T extends BlockDraft>(
  blocks: readonly BlockDraft[],
  caption: TextDraft,
  is: (block: BlockDraft) => block is T,
) {
  let [best, bestDistance]: [T | undefined, number] = [undefined, distanceMax];
  for (const block of blocks) {
    if (!is(block) || block.page !== caption.page) continue;
    const away = distance(block.box, caption.box);
    if (away < bestDistance) [best, bestDistance] = [block, away];
  }
  return { block: best, distance: bestDistance };
}

/** `Figure 3: …`, or `Figure 3 …` in a short text that is printed in italics or bold as a whole. */
function beginsCaption(block: TextDraft, first: LineDraft): boolean {
  const text = plainLine(first);
  if (isLabelledCaption(text)) return true;
  if (block.lines.length > 3 || !isNumberedCaption(text)) return false;
  return block.lines.every((line) => line.glyphs.every(({ style }) => style.bold || style.italic));
}

/** A paragraph that begins like a caption and stands next to a figure or table is one. */
function findCaption(block: BlockDraft, blocks: readonly BlockDraft[]): BlockDraft {
  const first = block.type === 'paragraph' ? block.lines[0] : undefined;
  if (block.type !== 'paragraph' || first === undefined || !beginsCaption(block, first)) return block;
  const described = (other: BlockDraft): other is BlockDraft =>
    other.type === 'figure' || other.type === 'table';
  return nearest(blocks, block, described).block === undefined ? block : { ...block, type: 'caption' };
}

function isOfTable(caption: TextDraft, figureDistance: number, blocks: readonly BlockDraft[]): boolean {
  const isTable = (block: BlockDraft): block is Extract<BlockDraft, { type: 'table' }> =>
    block.type === 'table';
  return nearest(blocks, caption, isTable).distance <= figureDistance;
}

/** Pages with more pictures or tables than this are drawings in pieces. */
const describedMax = 1_000;

export function attachCaptions(source: readonly BlockDraft[]): readonly BlockDraft[] {
  const targets = source.filter((block) => block.type === 'figure' || block.type === 'table');
  if (targets.length === 0 || targets.length > describedMax) return source;
  const blocks = source.map((block) => findCaption(block, targets));
  const captionsOf = new Map<BlockDraft, TextDraft[]>();
  const moved = new Set<BlockDraft>();
  for (const block of blocks) {
    if (block.type !== 'caption') continue;
    const { block: figure, distance: away } = nearest(targets, block, isPicture);
    if (figure === undefined || isOfTable(block, away, targets)) continue;
    captionsOf.set(figure, [...(captionsOf.get(figure) ?? []), block]);
    moved.add(block);
  }
  if (moved.size === 0) return blocks;
  return blocks.flatMap((block) => {
    if (moved.has(block)) return [];
    const captions = captionsOf.get(block);
    if (captions === undefined || block.type !== 'figure') return [block];
    const box = unionBox([block.box, ...captions.map((caption) => caption.box)]);
    return [{ ...block, box, kids: [...block.kids, ...captions] }];
  });
}
