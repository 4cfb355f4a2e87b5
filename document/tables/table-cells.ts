/** Cells of a table while it is built: places in the grid, and the words of each printed line. */
import type { GridRow, Piece } from './grid-rows.ts';
import type { Word } from './words.ts';

export type TableCell = {
  readonly row: number;
  readonly rowEnd: number;
  readonly column: number;
  readonly columnEnd: number;
  readonly lines: readonly (readonly Word[])[];
  readonly text: string;
  readonly isNumeric: boolean;
  readonly header?: 'row' | 'column';
};

/** Printed rows that make one row of the table. */
export type RowGroup = readonly GridRow[];

export function cellOf(
  pieces: readonly Piece[],
  place: Pick<TableCell, 'row' | 'rowEnd' | 'header'>,
): TableCell {
  return {
    ...place,
    column: Math.min(...pieces.map((piece) => piece.from)),
    columnEnd: Math.max(...pieces.map((piece) => piece.to)),
    lines: pieces.map((piece) => piece.words),
    text: pieces.map((piece) => piece.text).join(' '),
    isNumeric: pieces.length === 1 && pieces[0]?.isNumeric === true,
  };
}

/** Texts of one row that stand below each other are one cell. */
export function cellsOfGroup(group: RowGroup, row: number, isHeader: boolean): readonly TableCell[] {
  const stacks: Piece[][] = [];
  for (const { pieces } of group)
    for (const piece of pieces) {
      const touched = stacks.filter((stack) =>
        stack.some((other) => other.from <= piece.to && piece.from <= other.to),
      );
      const [first, ...others] = touched;
      if (!first) {
        stacks.push([piece]);
        continue;
      }
      for (const other of others) {
        first.push(...other);
        stacks.splice(stacks.indexOf(other), 1);
      }
      first.push(piece);
    }
  return stacks.map((stack) => cellOf(stack, { row, rowEnd: row, ...(isHeader && { header: 'column' }) }));
}
