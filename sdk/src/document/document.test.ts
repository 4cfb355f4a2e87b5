/** The tree functions, on nodes shaped like engine output. */
import { describe, expect, it } from 'vitest';
import { boxToPercent } from './box-to-percent.ts';
import { toCsv } from './csv.ts';
import { headings } from './headings.ts';
import type { DocumentNode, ParsedDocument, TableCell } from './node.ts';
import { nodeAt } from './node-at.ts';
import { tables } from './tables.ts';
import { textOf } from './text-of.ts';
import { walk } from './walk.ts';

const placed = { id: 1, 'page number': 2, 'bounding box': [10, 20, 30, 40] as const };
const worded = { ...placed, font: 'Helvetica', 'font size': 11, 'text color': '[0.0]' };

function paragraph(content: string): DocumentNode {
  return { ...worded, type: 'paragraph', content };
}

function cell(row: number, column: number, text: string, rowSpan = 1, columnSpan = 1): TableCell {
  return {
    ...placed,
    type: 'table cell',
    'row number': row,
    'column number': column,
    'row span': rowSpan,
    'column span': columnSpan,
    kids: text === '' ? [] : [paragraph(text)],
  };
}

/** As the engine writes it: a cell with spans is listed once, at its upper left position. */
const table: DocumentNode = {
  ...placed,
  type: 'table',
  'number of rows': 3,
  'number of columns': 3,
  rows: [
    { type: 'table row', 'row number': 1, cells: [cell(1, 1, 'all', 1, 3)] },
    {
      type: 'table row',
      'row number': 2,
      cells: [cell(2, 1, 'tall', 2, 1), cell(2, 2, 'a, b'), cell(2, 3, '')],
    },
    { type: 'table row', 'row number': 3, cells: [cell(3, 2, 'say "c"'), cell(3, 3, 'd')] },
  ],
};

const root: ParsedDocument = {
  'file name': 'a.pdf',
  'number of pages': 2,
  author: null,
  title: null,
  'creation date': null,
  'modification date': null,
  kids: [
    { ...worded, type: 'heading', 'heading level': 1, content: 'Title' },
    {
      ...placed,
      type: 'list',
      'numbering style': 'unordered',
      'number of list items': 1,
      'list items': [{ ...worded, type: 'list item', content: 'first', kids: [paragraph('inner')] }],
    },
    table,
    { ...placed, type: 'text block', kids: [paragraph('in a block')] },
  ],
};

describe('walk', () => {
  it('visits every node, each with a unique pointer', () => {
    const visits = [...walk(root)];
    expect(visits.map(({ pointer }) => pointer).slice(0, 7)).toEqual([
      '/kids/0',
      '/kids/1',
      '/kids/1/list items/0',
      '/kids/1/list items/0/kids/0',
      '/kids/2',
      '/kids/2/rows/0',
      '/kids/2/rows/0/cells/0',
    ]);
    expect(visits).toHaveLength(21);
    expect(new Set(visits.map(({ pointer }) => pointer)).size).toBe(visits.length);
    for (const { node, pointer } of visits) expect(nodeAt(root, pointer)).toBe(node);
  });

  it('gives a row the page of its table', () => {
    expect([...walk(root)].find(({ node }) => node.type === 'table row')?.pageNumber).toBe(2);
  });
});

it.each(['', 'kids/0', '/kids', '/kids/9', '/kids/0/content', '/__proto__', '/kids/0/constructor'])(
  'nodeAt finds nothing at %j',
  (pointer) => expect(nodeAt(root, pointer)).toBeUndefined(),
);

describe('tables', () => {
  it('keeps columns aligned next to spanning cells', () => {
    expect(tables(root)).toMatchObject([
      {
        pointer: '/kids/2',
        pageNumber: 2,
        rows: [
          ['all', '', ''],
          ['tall', 'a, b', ''],
          ['', 'say "c"', 'd'],
        ],
      },
    ]);
  });

  it('repeats the text of spanning cells with spans: repeat', () => {
    expect(tables(root, { spans: 'repeat' })[0]?.rows).toEqual([
      ['all', 'all', 'all'],
      ['tall', 'a, b', ''],
      ['tall', 'say "c"', 'd'],
    ]);
  });

  it('writes CSV that a parser reads back', () => {
    expect(tables(root)[0]?.toCsv()).toBe('all,,\r\ntall,"a, b",\r\n,"say ""c""",d\r\n');
    expect(toCsv([['a\nb']])).toBe('"a\nb"\r\n');
  });

  const tableOf = (cells: readonly TableCell[], rows = 1, columns = 1): DocumentNode => ({
    ...placed,
    type: 'table',
    'number of rows': rows,
    'number of columns': columns,
    rows: [{ type: 'table row', 'row number': 1, cells }],
  });
  const sizeOf = (node: DocumentNode) => {
    const rows = tables({ ...root, kids: [node] })[0]?.rows ?? [];
    return { rows: rows.length, places: rows.length * (rows[0]?.length ?? 0) };
  };

  it('reads a table of 200,000 cells', () => {
    const cells = Array.from({ length: 200_000 }, (_, at) =>
      cell(Math.floor(at / 10) + 1, (at % 10) + 1, ''),
    );
    expect(sizeOf(tableOf(cells, 20_000, 10))).toEqual({ rows: 20_000, places: 200_000 });
  });

  it.each([
    ['declares a size it does not have', tableOf([cell(1, 1, 'x')], 1e9, 1e9)],
    ['has one cell far away', tableOf([cell(10_000, 10_000, 'x')])],
    ['has a cell at no place', tableOf([cell(-1e12, -1e12, 'x', 1e9, 1e9), cell(Number.NaN, 0.5, 'y')])],
  ])('bounds the size of the grid if a table %s', (_, node) => {
    expect(sizeOf(node).places).toBeLessThanOrEqual(1_128);
  });

  it('is not slowed down by cells that all cover the whole table', () => {
    const cells = Array.from({ length: 20_000 }, () => cell(1, 1, 'x', 1e9, 1e9));
    const beganAt = performance.now();
    sizeOf(tableOf(cells, 1_000, 1_000));
    expect(performance.now() - beganAt).toBeLessThan(5_000);
  });

  it('ignores spans beyond the table', () => {
    const wild = {
      ...table,
      rows: [{ type: 'table row', 'row number': 1, cells: [cell(1, 1, 'x', 1e9, 1e9)] }],
    };
    expect(tables({ ...root, kids: [wild as DocumentNode] })[0]?.rows).toHaveLength(3);
  });
});

it('headings have level, text and pointer', () => {
  expect(headings(root)).toMatchObject([{ level: 1, text: 'Title', pointer: '/kids/0', pageNumber: 2 }]);
});

it('textOf has one line per block and per table row', () => {
  expect(textOf(root)).toBe('Title\nfirst\ninner\nall\t\t\ntall\ta, b\t\n\tsay "c"\td\nin a block');
});

it('boxToPercent measures from the upper left corner', () => {
  expect(boxToPercent([10, 20, 30, 40], { width: 100, height: 200 })).toEqual({
    left: 10,
    top: 80,
    width: 20,
    height: 10,
  });
});
