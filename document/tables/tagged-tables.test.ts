import { describe, expect, it } from 'vitest';
import type { Element, ExtractedPage, StructureCell } from '../model/extraction.ts';
import { line, page, paragraph, run, unionOf } from '../testing/extraction-builder.ts';
import { findTables } from './find-tables.ts';

type Text = readonly [text: string, x: number, y: number];
type CellTag = Partial<StructureCell> & { readonly at: readonly [row: number, column: number] };

const lineOf = ([text, x, y]: Text) => line(run(text, x, y));

/** One paragraph with all texts, and a cell around each. */
function tagged(texts: readonly Text[], tags: readonly CellTag[]): ExtractedPage {
  const cells = tags.map(({ at: [row, column], ...rest }, index): StructureCell => {
    const [text, x, y] = texts[index] ?? ['', 0, 0];
    return { row, column, row_span: 1, column_span: 1, box: run(text, x, y).box, ...rest };
  });
  const structure = { coverage: 1, headings: [], figures: [], tables: [{ cells }] };
  return page(1, [paragraph(texts.map(lineOf))], { structure });
}

const textOf = (elements: readonly Element[]): string =>
  elements
    .flatMap((element) => ('lines' in element ? element.lines : []))
    .flatMap(({ runs }) => runs.map(({ text }) => text))
    .join(' ');

function rowsOf(found: ExtractedPage): readonly (readonly string[])[] | undefined {
  const table = found.elements.find((element) => element.type === 'table');
  if (table?.type !== 'table') return undefined;
  const rows = Array.from({ length: table.rows }, () => Array<string>(table.columns).fill(''));
  for (const cell of table.cells) {
    const mark = cell.header === undefined ? '' : cell.header === 'row' ? '>' : '^';
    const spans = cell.row_span + cell.column_span > 2 ? ` ${cell.row_span}x${cell.column_span}` : '';
    (rows[cell.row - 1] ?? [])[cell.column - 1] = `${mark}${textOf(cell.kids)}${spans}`;
  }
  return rows;
}

/** Words so close that their places show no columns. */
const close: readonly Text[] = [
  ['1', 50, 700],
  ['Kite', 58, 700],
  ['2', 50, 688],
  ['Flyer', 58, 688],
];
const places: readonly CellTag[] = [{ at: [1, 1] }, { at: [1, 2] }, { at: [2, 1] }, { at: [2, 2] }];

describe('tables of the structure tree', () => {
  it('have the cells of the tree', () => {
    expect(rowsOf(findTables(page(1, [paragraph(close.map(lineOf))])))).toBeUndefined();
    expect(rowsOf(findTables(tagged(close, places)))).toEqual([
      ['1', 'Kite'],
      ['2', 'Flyer'],
    ]);
  });

  it('have its header cells and spans', () => {
    const texts: readonly Text[] = [['Goods', 50, 712], ...close];
    const tags: readonly CellTag[] = [
      { at: [1, 1], column_span: 2, header: 'column' },
      { at: [2, 1], header: 'row' },
      { at: [2, 2] },
      { at: [3, 1], header: 'row' },
      { at: [3, 2] },
    ];
    expect(rowsOf(findTables(tagged(texts, tags)))).toEqual([
      ['^Goods 1x2', ''],
      ['>1', 'Kite'],
      ['>2', 'Flyer'],
    ]);
  });

  it('are turned to the places of the page if the first column is on the right', () => {
    const tags = places.map(({ at: [row, column] }): CellTag => ({ at: [row, 3 - column] }));
    expect(rowsOf(findTables(tagged(close, tags)))).toEqual([
      ['1', 'Kite'],
      ['2', 'Flyer'],
    ]);
  });

  it.each([
    [
      'whose rows do not go down the page',
      places.map(({ at: [row, column] }): CellTag => ({ at: [3 - row, column] })),
    ],
    ['of one column', places.map((_, at): CellTag => ({ at: [at + 1, 1] }))],
    ['with few cells', places.slice(0, 3)],
  ])('are not believed %s', (_, tags) => {
    expect(rowsOf(findTables(tagged(close, tags)))).toBeUndefined();
  });

  it('are not believed with many words between the cells', () => {
    const apart = close.map(([text, x, y]): Text => [text, x, y === 700 ? y : y - 40]);
    expect(rowsOf(findTables(tagged(apart, places)))).toHaveLength(2);
    const between: readonly Text[] = [...apart, ['or a', 50, 674]];
    expect(rowsOf(findTables(tagged(between, places)))).toBeUndefined();
  });

  it('are not believed without a header if they are the layout of a page', () => {
    const prose = Array.from({ length: 40 }, () => 'a').join(' ');
    const texts: readonly Text[] = [
      [prose, 50, 700],
      [prose, 500, 700],
      [prose, 50, 688],
      [prose, 500, 688],
    ];
    expect(rowsOf(findTables(tagged(texts, places)))).toBeUndefined();
    const titled = places.map((tag, at): CellTag => (at < 2 ? { ...tag, header: 'column' } : tag));
    expect(rowsOf(findTables(tagged(texts, titled)))).toHaveLength(2);
  });

  it('have their words once if one is in a cell of another', () => {
    const { structure } = tagged(close, places);
    const inner = structure?.tables[0]?.cells ?? [];
    const around: readonly Text[] = [
      ['Part', 20, 724],
      ['Bolt', 20, 676],
      ['Details', 50, 724],
      ['plain', 50, 676],
    ];
    const [part, bolt, details, plain] = around.map(([text, x, y]) => run(text, x, y).box);
    const outer = [
      { at: [1, 1], box: part, header: 'column' },
      { at: [2, 1], box: bolt },
      { at: [1, 2], box: details, header: 'column' },
      {
        at: [2, 2],
        box: unionOf([plain, ...inner.map(({ box }) => box)].filter((box) => box !== undefined)),
      },
    ] as const;
    const all = tagged([...around, ...close], []);
    const cells = outer.map(({ at: [row, column], ...rest }) => ({
      row,
      column,
      row_span: 1,
      column_span: 1,
      ...rest,
    }));
    const found = findTables({
      ...all,
      structure: {
        coverage: 1,
        headings: [],
        figures: [],
        tables: [{ cells: cells as StructureCell[] }, { cells: inner }],
      },
    });
    expect(rowsOf(found)).toEqual([
      ['1', 'Kite'],
      ['2', 'Flyer'],
    ]);
    expect(found.elements.filter(({ type }) => type === 'table')).toHaveLength(1);
  });

  it('are left to the layout if a page has more of them than can be compared', () => {
    const { structure, ...rest } = tagged(close, places);
    const tables = Array.from({ length: 65 }, () => structure?.tables[0] ?? { cells: [] });
    expect(
      rowsOf(findTables({ ...rest, structure: { coverage: 1, headings: [], figures: [], tables } })),
    ).toBeUndefined();
  });

  it('take their words out of the text around them', () => {
    const [above, below]: [Text, Text] = [
      ['A sentence above', 50, 724],
      ['A sentence below', 50, 664],
    ];
    const { structure } = tagged(close, places);
    const all = page(1, [paragraph([above, ...close, below].map(lineOf))], structure ? { structure } : {});
    expect(findTables(all).elements.map((element) => [element.type, textOf([element])])).toEqual([
      ['paragraph', 'A sentence above'],
      ['table', ''],
      ['paragraph', 'A sentence below'],
    ]);
  });
});
