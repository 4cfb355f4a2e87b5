/** The units that a reader gets whole: blocks, rows of tables, items of lists; for text, lines. */

import { blockText } from '../model/block-text.ts';
import type { DocumentNode } from '../model/blocks.ts';
import { markdownPieces } from './block-markdown.ts';
import type { PlacedBlock } from './reading.ts';

export type ReadFormat = 'markdown' | 'text' | 'blocks';

/** Where reading continues: a block, a unit in it, and for a unit that was cut, a place in its text. */
export type ReadPosition = { readonly kid: number; readonly unit: number; readonly offset: number };

export type ReadUnit = {
  readonly placed: PlacedBlock;
  /** Index in its block. */
  readonly unit: number;
  readonly page: number;
  /** Repeated if reading begins here. */
  readonly head: string;
  /** With the line breaks that follow it. */
  readonly text: string;
};

/** Rows and items of a block that goes over several pages have pages of their own. */
function pageOfUnit({ block }: PlacedBlock, unit: number): number {
  const kid = (block.type === 'table' || block.type === 'list' ? block.kids[unit] : undefined) as
    | DocumentNode
    | undefined;
  return kid?.page ?? block.page;
}

export type UnitSource = {
  units(placed: PlacedBlock): readonly ReadUnit[];
};

function markdownUnits(): UnitSource {
  let marker: string | undefined;
  return {
    units: (placed) => {
      const { head, pieces, marker: last } = markdownPieces(placed.block, marker);
      marker = last;
      return pieces.map((piece, unit) => ({
        placed,
        unit,
        page: pageOfUnit(placed, unit),
        head: unit > 0 && head !== '' ? `${head}\n` : '',
        text: `${piece}${unit + 1 < pieces.length ? '\n' : '\n\n'}`,
      }));
    },
  };
}

/** Lines of the canonical text, each with the line break that follows it there. */
function textUnits(length: number): UnitSource {
  return {
    units: (placed) => {
      const text = blockText(placed.block);
      if (text === '') return [];
      const lines = text.split('\n');
      return lines.map((line, unit) => {
        const isLast = unit + 1 === lines.length && placed.end === length;
        return { placed, unit, page: placed.block.page, head: '', text: isLast ? line : `${line}\n` };
      });
    },
  };
}

/** `length` is that of the canonical text. */
export const unitSource = (format: ReadFormat, length: number): UnitSource =>
  format === 'text' ? textUnits(length) : markdownUnits();
