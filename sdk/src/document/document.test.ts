/** The tree functions, on nodes of a small document. */
import { describe, expect, it } from 'vitest';
import { boxToPercent } from './box-to-percent.ts';
import { headings } from './headings.ts';
import { links } from './links.ts';
import type { Block, Cell, Paragraph, ParsedDocument, Table } from './node.ts';
import { nodeAt } from './node-at.ts';
import { nodesOnPage, pageOf, placesOf } from './places-of.ts';
import { rowsOf, tables, toCsv } from './tables.ts';
import { textOf } from './text-of.ts';
import { walk, walkOf } from './walk.ts';

const placed = { page: 2, box: [10, 20, 30, 40] as const };
const leaf = { ...placed, kids: [] as const, spans: [], lines: [] };

function paragraph(content: string): Paragraph {
  return { ...leaf, type: 'paragraph', content };
}

function cell(row: number, column: number, text: string, rowSpan = 1, columnSpan = 1): Cell {
  return {
    ...placed,
    type: 'cell',
    row,
    column,
    rowSpan,
    columnSpan,
    kids: text === '' ? [] : [paragraph(text)],
  };
}

/** A cell with spans is listed once, at its upper left position. */
const table: Table = {
  ...placed,
  type: 'table',
  rows: 3,
  columns: 3,
  kids: [
    { ...placed, type: 'row', kids: [cell(1, 1, 'all', 1, 3)] },
    { ...placed, type: 'row', kids: [cell(2, 1, 'tall', 2, 1), cell(2, 2, 'a, b'), cell(2, 3, '')] },
    { ...placed, type: 'row', kids: [cell(3, 2, 'say "c"'), cell(3, 3, 'd')] },
  ],
};

/** Begins on page 2 and continues on page 3. */
const long: Paragraph = {
  ...leaf,
  type: 'paragraph',
  content: 'See the site for more',
  spans: [{ start: 4, end: 12, bold: true, link: { url: 'https://example.org/' } }],
  lines: [
    { page: 2, box: [10, 20, 30, 40], start: 0, end: 3 },
    { page: 3, box: [10, 80, 30, 90], start: 4, end: 12 },
    { page: 3, box: [5, 70, 20, 80], start: 13, end: 21 },
  ],
};

const root: ParsedDocument = {
  schema: 'octavo-document/1',
  type: 'document',
  fileName: 'a.pdf',
  pageCount: 3,
  pages: [
    { page: 2, width: 100, height: 200, rotation: 0 },
    { page: 3, label: 'iii', width: 200, height: 100, rotation: 90 },
  ],
  outline: [],
  kids: [
    { ...leaf, type: 'heading', level: 1, content: 'Title' },
    {
      ...placed,
      type: 'list',
      ordered: false,
      kids: [{ ...leaf, type: 'list_item', label: '•', content: 'first', kids: [paragraph('inner')] }],
    },
    table,
    {
      ...placed,
      type: 'figure',
      image: 'images/imageFile1.png',
      kids: [{ ...leaf, type: 'caption', content: 'A figure' }],
    },
    { ...placed, type: 'field', kids: [], name: 'city', fieldType: 'text', value: 'Riga', content: 'Riga' },
    long,
  ],
};

describe('walk', () => {
  it('visits every node, each with a unique pointer', () => {
    const visits = [...walk(root)];
    expect(visits.map(({ pointer }) => pointer).slice(0, 7)).toEqual([
      '/kids/0',
      '/kids/1',
      '/kids/1/kids/0',
      '/kids/1/kids/0/kids/0',
      '/kids/2',
      '/kids/2/kids/0',
      '/kids/2/kids/0/kids/0',
    ]);
    expect(visits).toHaveLength(23);
    expect(new Set(visits.map(({ pointer }) => pointer)).size).toBe(visits.length);
    for (const { node, pointer } of visits) expect(nodeAt(root, pointer)).toBe(node);
  });

  it('meets all text', () => {
    const met = [...walk(root)].flatMap(({ node }) => ('content' in node ? [node.content] : []));
    const written: string[] = [];
    JSON.stringify(root, (name, value) => {
      if (name === 'content') written.push(value);
      return value;
    });
    expect(met.sort()).toEqual(written.sort());
  });

  it('walkOf yields only nodes of the given types', () => {
    expect([...walkOf(root, 'field', 'caption')].map(({ node }) => node.content)).toEqual([
      'A figure',
      'Riga',
    ]);
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
        page: 2,
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
    expect(toCsv(table)).toBe(tables(root)[0]?.toCsv());
    for (const found of tables(root))
      expect([toCsv(found), rowsOf(found)]).toEqual([toCsv(found.rows), found.rows]);
    expect(toCsv([['a\nb']])).toBe('"a\nb"\r\n');
  });

  const tableOf = (cells: readonly Cell[], rows = 1, columns = 1): Table => ({
    ...placed,
    type: 'table',
    rows,
    columns,
    kids: [{ ...placed, type: 'row', kids: cells }],
  });
  const sizeOf = (node: Block) => {
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
    expect(rowsOf(tableOf([cell(1, 1, 'x', 1e9, 1e9)], 3, 3))).toHaveLength(3);
  });
});

it('headings have level, text and pointer', () => {
  expect(headings(root)).toMatchObject([{ level: 1, text: 'Title', pointer: '/kids/0', page: 2 }]);
});

describe('textOf', () => {
  it('has one line per block and per table row, with labels of list items and fields', () => {
    expect(textOf(root).split('\n')).toEqual([
      'Title',
      '• first',
      'inner',
      'all',
      'tall\ta, b\t',
      'say "c"\td',
      'A figure',
      'city: Riga',
      'See the site for more',
    ]);
  });

  it('of a checkbox says whether it is ticked; an empty field has no line', () => {
    const field = { ...placed, type: 'field', kids: [], name: 'f1', label: 'Member', content: '' } as const;
    expect(textOf({ ...field, fieldType: 'checkbox', value: true, content: '✓' })).toBe('☑ Member');
    expect(textOf({ ...field, fieldType: 'checkbox', value: false })).toBe('☐ Member');
    expect(textOf({ ...field, fieldType: 'text', value: null })).toBe('');
  });
});

it('boxToPercent measures from the upper left corner', () => {
  expect(boxToPercent([10, 20, 30, 40], { width: 100, height: 200 })).toEqual({
    left: 10,
    top: 80,
    width: 20,
    height: 10,
  });
});

it('links have their words and their target', () => {
  expect(links(root)).toMatchObject([
    { text: 'the site', target: { url: 'https://example.org/' }, pointer: '/kids/5', page: 2 },
  ]);
});

describe('pages', () => {
  it('a node that continues on the next page has a place on both', () => {
    expect(placesOf(long)).toEqual([
      { page: 2, box: [10, 20, 30, 40] },
      { page: 3, box: [5, 70, 30, 90] },
    ]);
    expect(nodesOnPage(root, 3).map(({ pointer }) => pointer)).toEqual(['/kids/5']);
    expect(nodesOnPage(root, 1)).toEqual([]);
  });

  it('a page is found by its number, also when not all were converted', () => {
    expect(pageOf(root, 3)).toMatchObject({ label: 'iii', width: 200 });
    expect(pageOf(root, 1)).toBeUndefined();
  });
});
