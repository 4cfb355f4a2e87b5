/** Drafts: blocks whose text still has its glyphs and their places, so that passes can judge by geometry. */
import type { ArtifactKind, Field, Link } from '../model/blocks.ts';
import type { Box } from '../model/document.ts';

/** What the glyphs of one run share. */
export type RunStyle = {
  readonly font: string;
  readonly size: number;
  readonly baseline: number;
  readonly bottom: number;
  readonly top: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly mono: boolean;
  /** Left edges of glyphs are known, so that gaps between glyphs are those that are seen. */
  readonly hasStarts: boolean;
};

/** A recognized word; its glyphs share it. */
export type WordMark = { readonly confidence: number };

/** One glyph; its text may have several letters, in logical order. A space between words is a glyph of its own. */
export type Glyph = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly style: RunStyle;
  readonly link?: Link;
  readonly word?: WordMark;
};

/** A heading of the structure tree; its lines share it. */
export type TitleMark = { readonly level: number };

/** Glyphs are in logical order once the line has been read. `angled` text has no places of its own. */
export type LineDraft = {
  readonly page: number;
  readonly box: Box;
  readonly glyphs: readonly Glyph[];
  readonly angled: boolean;
  readonly title?: TitleMark;
};

type Place = { readonly page: number; readonly box: Box };

export type TextKind = 'paragraph' | 'heading' | 'caption' | 'formula' | 'footnote' | 'code';
export type TextDraft = Place & {
  readonly type: TextKind;
  readonly lines: readonly LineDraft[];
  /** Of headings. */
  readonly level?: number;
  /** Of paragraphs that are block quotes. */
  readonly quote?: true;
};
export type ListItemDraft = Place & {
  readonly type: 'list_item';
  readonly label?: string;
  readonly lines: readonly LineDraft[];
  readonly kids: readonly BlockDraft[];
};
export type ListDraft = Place & {
  readonly type: 'list';
  readonly ordered: boolean;
  readonly start?: number;
  /** Terms with their descriptions, or entries of contents: they have no labels, and their nesting is known. */
  readonly settled?: true;
  readonly kids: readonly ListItemDraft[];
};
export type CellDraft = Place & {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly header?: 'row' | 'column';
  readonly kids: readonly BlockDraft[];
};
export type TableDraft = Place & {
  readonly type: 'table';
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly CellDraft[];
};
export type FigureDraft = Place & {
  readonly type: 'figure';
  readonly image?: string;
  readonly alt?: string;
  readonly kids: readonly BlockDraft[];
};
export type ArtifactDraft = Place & {
  readonly type: 'artifact';
  readonly kind: ArtifactKind;
  readonly kids: readonly BlockDraft[];
};
/** Fields have no glyphs: they are final when they are placed. */
export type FieldDraft = Place & { readonly type: 'field'; readonly field: Field };

export type BlockDraft = TextDraft | ListDraft | TableDraft | FigureDraft | ArtifactDraft | FieldDraft;

export type PageDraft = {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly BlockDraft[];
};

export function isText(block: BlockDraft): block is TextDraft {
  return 'lines' in block;
}

/** Rebuilds a tree of blocks: `change` gets each block after its kids were rebuilt, and answers what replaces it. */
export function mapBlocks(
  blocks: readonly BlockDraft[],
  change: (block: BlockDraft) => readonly BlockDraft[],
): readonly BlockDraft[] {
  return mapKids(blocks, (kids) => kids.flatMap(change));
}

/** Rebuilds every sequence of blocks of a tree, the inner ones first. */
export function mapKids(
  blocks: readonly BlockDraft[],
  change: (kids: readonly BlockDraft[]) => readonly BlockDraft[],
): readonly BlockDraft[] {
  const inner = blocks.map((block): BlockDraft => {
    switch (block.type) {
      case 'list':
        return { ...block, kids: block.kids.map((item) => ({ ...item, kids: mapKids(item.kids, change) })) };
      case 'table':
        return {
          ...block,
          cells: block.cells.map((cell) => ({ ...cell, kids: mapKids(cell.kids, change) })),
        };
      case 'figure':
      case 'artifact':
        return { ...block, kids: mapKids(block.kids, change) };
      default:
        return block;
    }
  });
  return change(inner);
}

/** All lines of a block and what is inside it, in reading order. */
export function linesOf(block: BlockDraft | ListItemDraft): readonly LineDraft[] {
  const lines: LineDraft[] = [];
  collectLines(block, lines);
  return lines;
}

function collectLines(block: BlockDraft | ListItemDraft, into: LineDraft[]): void {
  if ('lines' in block) for (const line of block.lines) into.push(line);
  if ('kids' in block) for (const kid of block.kids) collectLines(kid, into);
  if ('cells' in block) for (const cell of block.cells) for (const kid of cell.kids) collectLines(kid, into);
}
