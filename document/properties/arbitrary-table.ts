/** Tables at random. */
import fc from 'fast-check';
import type { Block, Cell, Row } from '../model/blocks.ts';
import { place } from './arbitrary-text.ts';

type CellDraft = Pick<Cell, 'row_span' | 'column_span' | 'kids' | 'page' | 'box'> & {
  readonly header?: 'row' | 'column';
};

/** Cuts spans to the places that are free, so that the table has one reading. */
function placeCells(drafts: readonly (readonly (CellDraft | undefined)[])[], columns: number): Cell[][] {
  const taken = drafts.map(() => Array<boolean>(columns).fill(false));
  return drafts.map((row, r) => {
    const cells: Cell[] = [];
    for (let c = 0; c < columns; c++) {
      const draft = row[c];
      if (!draft || taken[r]?.[c]) continue;
      let columnSpan = 1;
      while (columnSpan < draft.column_span && taken[r]?.[c + columnSpan] === false) columnSpan++;
      const rowSpan = Math.min(draft.row_span, drafts.length - r);
      for (let y = r; y < r + rowSpan; y++) taken[y]?.fill(true, c, c + columnSpan);
      cells.push({
        ...draft,
        type: 'cell',
        row: r + 1,
        column: c + 1,
        row_span: rowSpan,
        column_span: columnSpan,
      });
    }
    return cells;
  });
}

/** With `wild`, spans collide and leave the table. */
export const tableOf = (kids: fc.Arbitrary<readonly Block[]>, wild: boolean): fc.Arbitrary<Block> => {
  const span = fc.constantFrom(1, 1, 1, 2, 3);
  const header = fc.constantFrom({}, {}, { header: 'row' as const }, { header: 'column' as const });
  const cell = fc
    .record({ at: place, row_span: span, column_span: span, kids, header })
    .map(({ at, header: of, ...rest }): CellDraft => ({ ...at, ...rest, ...of }));
  const row = fc.array(fc.option(cell, { nil: undefined, freq: 6 }), { minLength: 1, maxLength: 3 });
  return fc.tuple(place, fc.array(row, { maxLength: 4 })).map(([at, drafts]) => {
    const columns = Math.max(0, ...drafts.map((cells) => cells.length));
    const wildCells = () =>
      drafts.map((cells, r) =>
        cells.flatMap((draft, c): Cell[] =>
          draft ? [{ ...draft, type: 'cell', row: r + 1, column: c + 1 }] : [],
        ),
      );
    const placed = wild ? wildCells() : placeCells(drafts, columns);
    const rows = placed.map((cells): Row => ({ type: 'row', ...at, kids: cells }));
    return { type: 'table', ...at, rows: rows.length, columns, kids: rows };
  });
};
