/** Tables whose cells are filled rectangles. */
import { describe, expect, it } from 'vitest';
import type { Box } from '../model/document.ts';
import type { Element, ExtractedTable, Fill } from '../model/extraction.ts';
import { line, page, paragraph, run } from '../testing/extraction-builder.ts';
import { findTables } from './find-tables.ts';
import { linesIn } from './page-lines.ts';

const fill = (...box: Box): Fill => ({ box });

/** Cells of 100 by 20 points from the left upper corner at 50, 700. */
const cellFill = (row: number, column: number, columns = 1, rows = 1): Fill =>
  fill(50 + column * 100, 700 - (row + rows) * 20, 50 + (column + columns) * 100, 700 - row * 20);

const grid = (rows: number, columns: number): Fill[] =>
  Array.from({ length: rows * columns }, (_, at) => cellFill(Math.floor(at / columns), at % columns));

const text = (row: number, x: number, word: string): Element =>
  paragraph([line(run(word, x, 700 - row * 20 - 14))]);

/** A text in each cell. */
const texts = (rows: readonly (readonly string[])[]): Element[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((word, column) => (word === '' ? [] : [text(row, 56 + column * 100, word)])),
  );

function tableOf(elements: readonly Element[], fills: readonly Fill[]): ExtractedTable | undefined {
  return findTables(page(1, elements, { fills })).elements.find((element) => element.type === 'table');
}

const shown = (table: ExtractedTable | undefined): readonly string[] =>
  (table?.cells ?? []).map(({ row, column, row_span, column_span, kids }) => {
    const words = kids.flatMap((kid) => [...linesIn(kid)].flatMap(({ runs }) => runs.map((one) => one.text)));
    return `${row}:${column} ${words.join('')}${row_span * column_span > 1 ? ` ${row_span}x${column_span}` : ''}`;
  });

const answers = [
  ['• one', '', '• yes'],
  ['• two', '• no', ''],
  ['• three', '', '• yes'],
];

describe('cells with backgrounds', () => {
  it('are a table, also with bullets in them and cells without text', () => {
    expect(shown(tableOf(texts(answers), grid(3, 3)))).toEqual([
      '1:1 • one',
      '1:3 • yes',
      '2:1 • two',
      '2:2 • no',
      '3:1 • three',
      '3:3 • yes',
    ]);
  });

  it('span the columns and rows that their backgrounds cover', () => {
    const fills = [cellFill(0, 0, 1, 2), cellFill(0, 1, 2), ...grid(3, 3).filter((_, at) => at > 3)];
    const cells = texts([
      ['side', 'over two', ''],
      ['', 'a', 'b'],
      ['c', 'd', 'e'],
    ]);
    expect(shown(tableOf(cells, fills)).slice(0, 2)).toEqual(['1:1 side 2x1', '1:2 over two 1x2']);
  });

  it('may lie on a background of the whole table, and be drawn twice', () => {
    const behind = fill(45, 635, 355, 705);
    const table = tableOf(texts(answers), [behind, ...grid(3, 3), ...grid(3, 3)]);
    expect(table).toMatchObject({ rows: 3, columns: 3 });
  });

  it('do not take a text behind them', () => {
    const hidden = text(1, 130, 'behind');
    const full = [0, 1, 2, 3].map((row) => [`a${row}`, `b${row}`, `c${row}`]);
    const table = tableOf([...texts(full), hidden], grid(4, 3));
    expect(shown(table)).toHaveLength(12);
    expect(shown(table).join()).not.toContain('behind');
  });
});

describe('areas that are no cells', () => {
  it.each<[string, Element[], Fill[]]>([
    ['the lines of a listing', texts([['one'], ['two'], ['three']]), grid(6, 1)],
    ['areas that lie over each other', texts(answers), [...grid(3, 3), fill(100, 650, 200, 690)]],
    [
      'bars of a chart with one label each',
      texts([
        ['', '', 'x'],
        ['', 'y', ''],
        ['z', '', ''],
      ]),
      grid(3, 3),
    ],
    ['areas under words that reach over them', [0, 1, 2].map((row) => text(row, 120, 'across')), grid(3, 3)],
    ['areas far from each other', texts(answers), grid(3, 3).filter((_, at) => at % 2 === 0)],
  ])('are not %s', (_name, elements, fills) => {
    expect(tableOf(elements, fills)).toBeUndefined();
  });
});
