/** Places of cells in tables, also in tables that contradict themselves. */
import { describe, expect, it } from 'vitest';
import { type CellLike, paragraph, table } from '../write/sample-document.ts';
import { cellText } from './block-text.ts';
import { type Grid, tableGrid } from './table-grid.ts';

const show = (grid: Grid) =>
  grid.map((row) => row.map((slot) => (slot === null ? '' : slot === 'covered' ? '·' : cellText(slot.cell))));

const cell = (content: string, place: Partial<CellLike> = {}): CellLike => ({
  kids: [paragraph(content)],
  ...place,
});

describe('tableGrid', () => {
  it('covers the places of spans', () => {
    const rows = [
      [cell('a', { row_span: 2 }), cell('b', { column: 2, column_span: 2 })],
      [cell('c', { column: 3 })],
    ];
    expect(show(tableGrid({ ...table(rows), columns: 3 }))).toEqual([
      ['a', 'b', '·'],
      ['·', '', 'c'],
    ]);
  });

  it('moves a cell to the right if its place is taken', () => {
    const rows = [[cell('a'), cell('b', { column: 1 })]];
    expect(show(tableGrid(table(rows)))).toEqual([['a', 'b']]);
  });

  it('cuts spans at the edges of the table and at other cells', () => {
    const rows = [[cell('a', { column_span: 9, row_span: 9 })], ['b', 'c']];
    expect(show(tableGrid(table(rows)))).toEqual([
      ['a', '·', '', ''],
      ['·', '·', 'b', 'c'],
    ]);
  });

  it('ignores positions that are not positive', () => {
    const rows = [[cell('a', { column: -5, row_span: 0, column_span: Number.NaN })]];
    expect(show(tableGrid(table(rows)))).toEqual([['a']]);
  });

  it('stays small for a table that claims to be huge', () => {
    const rows = Array.from({ length: 2_000 }, () => [
      cell('a', { column: 1_000_000, column_span: 1_000_000 }),
    ]);
    const grid = tableGrid({ ...table(rows), columns: 1_000_000_000 });
    expect(grid.flat()).toHaveLength(2_000);
  });
});
