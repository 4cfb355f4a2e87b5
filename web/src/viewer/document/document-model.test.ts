/** The viewer's model: which nodes have a box, what forms a block, which element is next. */
import type { DocumentNode, ParsedDocument, TableCell } from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { excerptOf, readDocument } from './document-model.ts';
import { elementKinds, kindOf } from './element-kind.ts';
import { nextElement } from './next-element.ts';

const on = (page: number) => ({ id: 1, 'page number': page, 'bounding box': [10, 20, 30, 40] as const });
const words = (page: number) => ({ ...on(page), font: null, 'font size': 11 });
const paragraph = (page: number, content: string): DocumentNode => ({
  ...words(page),
  type: 'paragraph',
  content,
});

const cell = (row: number, column: number, text: string): TableCell => ({
  ...on(1),
  type: 'table cell',
  'row number': row,
  'column number': column,
  'row span': 1,
  'column span': 1,
  kids: [paragraph(1, text)],
});

const root: ParsedDocument = {
  'file name': 'a.pdf',
  'number of pages': 2,
  author: null,
  title: null,
  'creation date': null,
  'modification date': null,
  kids: [
    { ...words(1), type: 'heading', 'heading level': 1, content: 'Title' },
    {
      ...on(1),
      type: 'table',
      'number of rows': 1,
      'number of columns': 2,
      rows: [{ type: 'table row', 'row number': 1, cells: [cell(1, 1, 'a'), cell(1, 2, 'b')] }],
    },
    { ...on(2), type: 'text block', kids: [paragraph(2, 'inner')] },
    { ...on(2), type: 'footer', kids: [paragraph(2, 'page 2')] },
  ],
};
const model = readDocument(root);
const none = { hidden: new Set<never>(), page: 1 } as const;

describe('the model of a document', () => {
  it('has an element for every node with a box, each with its own pointer', () => {
    expect(model.elements.map(({ pointer }) => pointer)).toEqual([
      '/kids/0',
      '/kids/1',
      '/kids/1/rows/0/cells/0',
      '/kids/1/rows/0/cells/0/kids/0',
      '/kids/1/rows/0/cells/1',
      '/kids/1/rows/0/cells/1/kids/0',
      '/kids/2/kids/0',
      '/kids/3',
      '/kids/3/kids/0',
    ]);
    expect(model.byPointer.size).toBe(model.elements.length);
  });

  it('treats a table and a footer as one block each, and descends into groups', () => {
    expect(model.blocks.map(({ pointer }) => pointer)).toEqual([
      '/kids/0',
      '/kids/1',
      '/kids/2/kids/0',
      '/kids/3',
    ]);
    expect(model.byPointer.get('/kids/1/rows/0/cells/1')?.block).toBe('/kids/1');
  });

  it('counts blocks by kind; content of a table counts as table', () => {
    expect(model.counts).toEqual({
      heading: 1,
      paragraph: 1,
      list: 0,
      table: 1,
      image: 0,
      caption: 0,
      formula: 0,
      margin: 1,
    });
    expect(model.byPointer.get('/kids/1/rows/0/cells/0/kids/0')?.kind).toBe('table');
  });

  it('lists the elements of a page', () => {
    expect(model.byPage.get(2)?.map(({ kind }) => kind)).toEqual(['paragraph', 'margin', 'margin']);
    expect(model.byPage.get(3)).toBeUndefined();
  });

  it('leaves out nodes without a valid box', () => {
    const odd = { ...paragraph(1, 'x'), 'bounding box': [1, 2, Number.NaN, 4] } as DocumentNode;
    expect(readDocument({ ...root, kids: [odd] }).elements).toEqual([]);
  });

  it('treats unknown types as paragraphs', () => {
    expect(kindOf('sidenote')).toBe('paragraph');
    expect(kindOf('constructor')).toBe('paragraph');
  });
});

describe('the next element', () => {
  it('is the next block, or with `isFine` the next part', () => {
    const next = (pointer: string | undefined, isFine: boolean, direction: 1 | -1 = 1) =>
      nextElement(model, pointer, { ...none, direction, isFine })?.pointer;
    expect(next('/kids/1', false)).toBe('/kids/2/kids/0');
    expect(next('/kids/1', true)).toBe('/kids/1/rows/0/cells/0');
    expect(next('/kids/2/kids/0', false, -1)).toBe('/kids/1');
    expect(next('/kids/1/rows/0/cells/1', false)).toBe('/kids/2/kids/0');
    expect(next('/kids/3', false)).toBeUndefined();
    expect(next('/kids/0', false, -1)).toBeUndefined();
  });

  it('without a selection is the first on the current page', () => {
    expect(nextElement(model, undefined, { ...none, page: 2, direction: 1, isFine: false })?.pointer).toBe(
      '/kids/2/kids/0',
    );
  });

  it('is never a hidden one', () => {
    const step = { direction: 1, isFine: false, page: 1 } as const;
    expect(nextElement(model, '/kids/0', { ...step, hidden: new Set(['table'] as const) })?.pointer).toBe(
      '/kids/2/kids/0',
    );
    expect(nextElement(model, '/kids/0', { ...step, hidden: new Set(elementKinds) })).toBeUndefined();
  });
});

it('an excerpt is one short line', () => {
  expect(excerptOf(paragraph(1, `a\n b ${'x'.repeat(200)}`))).toMatch(/^a b x{76}…$/);
});
