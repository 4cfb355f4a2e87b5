/** Moves captions into the figure they stand next to. Captions of tables stay next to their table. */
import type { BlockDraft, FigureDraft, TextDraft } from '../read/draft.ts';
import { unionBox } from '../read/draft.ts';

/** Farther apart than this many points, a caption and an image do not belong together. */
const distanceMax = 60;

function distance(figure: FigureDraft, caption: TextDraft): number {
  if (figure.page !== caption.page) return Number.POSITIVE_INFINITY;
  const overlap = Math.min(figure.box[2], caption.box[2]) - Math.max(figure.box[0], caption.box[0]);
  if (overlap <= 0) return Number.POSITIVE_INFINITY;
  return Math.max(figure.box[1] - caption.box[3], caption.box[1] - figure.box[3], 0);
}

function nearestFigure(blocks: readonly BlockDraft[], caption: TextDraft): FigureDraft | undefined {
  let best: FigureDraft | undefined;
  let bestDistance = distanceMax;
  for (const block of blocks) {
    if (block.type !== 'figure') continue;
    const away = distance(block, caption);
    if (away < bestDistance) [best, bestDistance] = [block, away];
  }
  return best;
}

function isNextToTable(blocks: readonly BlockDraft[], at: number): boolean {
  return [blocks[at - 1], blocks[at + 1]].some((block) => block?.type === 'table');
}

export function attachCaptions(blocks: readonly BlockDraft[]): readonly BlockDraft[] {
  const captionsOf = new Map<BlockDraft, TextDraft[]>();
  const moved = new Set<BlockDraft>();
  blocks.forEach((block, at) => {
    if (block.type !== 'caption' || isNextToTable(blocks, at)) return;
    const figure = nearestFigure(blocks, block);
    if (figure === undefined) return;
    captionsOf.set(figure, [...(captionsOf.get(figure) ?? []), block]);
    moved.add(block);
  });
  if (moved.size === 0) return blocks;
  return blocks.flatMap((block) => {
    if (moved.has(block)) return [];
    const captions = captionsOf.get(block);
    if (captions === undefined || block.type !== 'figure') return [block];
    const box = unionBox([block.box, ...captions.map((caption) => caption.box)]);
    return [{ ...block, box, kids: [...block.kids, ...captions] }];
  });
}
