/** Mirrors a page: passes that measure from the left edge read right-to-left pages from the right edge. */
import type { Box } from '../model/document.ts';
import type { BlockDraft, CellDraft, LineDraft, ListItemDraft } from '../read/draft.ts';

function mirrorBox([left, bottom, right, top]: Box, width: number): Box {
  return [width - right, bottom, width - left, top];
}

function mirrorLine(line: LineDraft, width: number): LineDraft {
  const glyphs = line.glyphs.map((glyph) => ({
    ...glyph,
    left: width - glyph.right,
    right: width - glyph.left,
  }));
  return { ...line, box: mirrorBox(line.box, width), glyphs };
}

type Mirrored = BlockDraft | ListItemDraft | CellDraft;

/** Twice gives the same again. */
function mirror<T extends Mirrored>(block: T, width: number): T {
  return {
    ...block,
    box: mirrorBox(block.box, width),
    ...('lines' in block && { lines: block.lines.map((line) => mirrorLine(line, width)) }),
    ...('kids' in block && { kids: block.kids.map((kid) => mirror(kid, width)) }),
    ...('cells' in block && { cells: block.cells.map((cell) => mirror(cell, width)) }),
  };
}

export function mirrorBlocks<T extends BlockDraft>(blocks: readonly T[], width: number): readonly T[] {
  return blocks.map((block) => mirror(block, width));
}
