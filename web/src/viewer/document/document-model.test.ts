/** The viewer's model: which nodes have a box, what forms a block, which element is next. */
import { describe, expect, it } from 'vitest';
import { excerptOf, readDocument } from './document-model.ts';
import { elementKinds, kindOf } from './element-kind.ts';
import { nextElement } from './next-element.ts';

const on = (page: number) => ({ page, box: [10, 20, 30, 40] });
const words = (page: number, content: string) => ({ ...on(page), content, spans: [], lines: [], kids: [] });
const paragraph = (page: number, content: string) => ({
  ...words(page, content),
  type: 'paragraph' as const,
});

const cell = (row: number, column: number, text: string) => ({
  ...on(1),
  type: 'cell',
  row,
  column,
  row_span: 1,
  column_span: 1,
  kids: [paragraph(1, text)],
});

/** Begins on page 2 and continues on page 3. */
const long = {
  ...paragraph(2, 'inner words'),
  lines: [
    { page: 2, box: [10, 20, 30, 40], start: 0, end: 5 },
    { page: 3, box: [10, 90, 30, 95], start: 6, end: 11 },
  ],
};

const root = {
  schema: 'octavo-document/1',
  type: 'document',
  page_count: 3,
  pages: [1, 2, 3].map((page) => ({ page, width: 595, height: 842, rotation: 0 })),
  outline: [],
  kids: [
    { ...words(1, 'Title'), type: 'heading', level: 1 },
    {
      ...on(1),
      type: 'table',
      rows: 1,
      columns: 2,
      kids: [{ ...on(1), type: 'row', kids: [cell(1, 1, 'a'), cell(1, 2, 'b')] }],
    },
    long,
    { ...on(2), type: 'artifact', kind: 'footer', kids: [paragraph(2, 'page 2')] },
  ],
};
const model = readDocument(root);
const none = { hidden: new Set<never>(), page: 1 } as const;

describe('the model of a document', () => {
  it('has an element for every node with a box of its own, each with its pointer', () => {
    expect(model.elements.map(({ pointer }) => pointer)).toEqual([
      '/kids/0',
      '/kids/1',
      '/kids/1/kids/0/kids/0',
      '/kids/1/kids/0/kids/0/kids/0',
      '/kids/1/kids/0/kids/1',
      '/kids/1/kids/0/kids/1/kids/0',
      '/kids/2',
      '/kids/3',
      '/kids/3/kids/0',
    ]);
    expect(model.byPointer.size).toBe(model.elements.length);
  });

  it('treats a table and a footer as one block each', () => {
    expect(model.blocks.map(({ pointer }) => pointer)).toEqual(['/kids/0', '/kids/1', '/kids/2', '/kids/3']);
    expect(model.byPointer.get('/kids/1/kids/0/kids/1')?.block).toBe('/kids/1');
  });

  it('counts blocks by kind; content of a table counts as table', () => {
    const present = Object.entries(model.counts).filter(([, count]) => count > 0);
    expect(Object.fromEntries(present)).toEqual({ heading: 1, paragraph: 1, table: 1, artifact: 1 });
    expect(model.byPointer.get('/kids/1/kids/0/kids/0/kids/0')?.kind).toBe('table');
  });

  it('lists the elements of a page, also those that began on an earlier one', () => {
    expect(model.byPage.get(2)?.map(({ element }) => element.kind)).toEqual([
      'paragraph',
      'artifact',
      'artifact',
    ]);
    expect(model.byPage.get(3)).toMatchObject([
      { element: { pointer: '/kids/2', page: 2 }, box: [10, 90, 30, 95], isContinued: true },
    ]);
    expect(model.byPage.get(4)).toBeUndefined();
  });

  it('cuts boxes at the edges of the page', () => {
    const wide = { ...on(1), type: 'figure', box: [-5, 800, 700, 900], kids: [] };
    const { byPage } = readDocument({ ...root, kids: [wide] });
    expect(byPage.get(1)?.[0]?.box).toEqual([0, 800, 595, 842]);
  });

  it('has the page sizes of the document, which its boxes refer to', () => {
    expect(model.pageSizes.get(2)).toEqual({ width: 595, height: 842 });
  });

  it('leaves out nodes without a valid box', () => {
    const odd = { ...paragraph(1, 'x'), box: [1, 2, null, 4] };
    expect(readDocument({ ...root, kids: [odd] }).elements).toEqual([]);
  });

  it('treats unknown types as paragraphs', () => {
    expect(kindOf('sidenote')).toBe('paragraph');
    expect(kindOf('constructor')).toBe('paragraph');
  });

  it('refuses the JSON of an older server', () => {
    expect(() => readDocument({ 'number of pages': 1, kids: [] })).toThrow(/older version/);
  });
});

describe('the next element', () => {
  it('is the next block, or with `isFine` the next part', () => {
    const next = (pointer: string | undefined, isFine: boolean, direction: 1 | -1 = 1) =>
      nextElement(model, pointer, { ...none, direction, isFine })?.pointer;
    expect(next('/kids/1', false)).toBe('/kids/2');
    expect(next('/kids/1', true)).toBe('/kids/1/kids/0/kids/0');
    expect(next('/kids/2', false, -1)).toBe('/kids/1');
    expect(next('/kids/1/kids/0/kids/1', false)).toBe('/kids/2');
    expect(next('/kids/3', false)).toBeUndefined();
    expect(next('/kids/0', false, -1)).toBeUndefined();
  });

  it('without a selection is the first on the current page', () => {
    expect(nextElement(model, undefined, { ...none, page: 2, direction: 1, isFine: false })?.pointer).toBe(
      '/kids/2',
    );
  });

  it('is never a hidden one', () => {
    const step = { direction: 1, isFine: false, page: 1 } as const;
    expect(nextElement(model, '/kids/0', { ...step, hidden: new Set(['table'] as const) })?.pointer).toBe(
      '/kids/2',
    );
    expect(nextElement(model, '/kids/0', { ...step, hidden: new Set(elementKinds) })).toBeUndefined();
  });
});

describe('an excerpt', () => {
  const excerpt = (kid: object) => {
    const [block] = readDocument({ ...root, kids: [kid] }).blocks;
    return block && excerptOf(block.node);
  };

  it('is one short line', () => {
    expect(excerpt(paragraph(1, `a\n b ${'x'.repeat(200)}`))).toMatch(/^a b x{76}…$/);
  });

  it('of a field has its label, and of a figure its alternative text', () => {
    const field = {
      ...words(1, 'Riga'),
      type: 'field',
      name: 'f1',
      label: 'City',
      field_type: 'text',
      value: 'Riga',
    };
    expect(excerpt(field)).toBe('City: Riga');
    expect(excerpt({ ...on(1), type: 'figure', alt: 'A map', kids: [] })).toBe('A map');
  });
});
