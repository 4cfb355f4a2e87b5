/** A DoclingDocument: lists whose items refer to each other, places on pages, and all text of the document. */
import { describe, expect, it } from 'vitest';
import type { Block, Field } from '../model/blocks.ts';
import { memoryReading } from '../testing/memory-reading.ts';
import {
  at,
  documentOf,
  figure,
  heading,
  item,
  list,
  paragraph,
  table,
  textBlock,
} from '../write/sample-document.ts';
import { writeDocling } from './write-docling.ts';

type Reference = { readonly $ref: string };
type Item = {
  readonly self_ref: string;
  readonly parent: Reference;
  readonly children: readonly Reference[];
  readonly label: string;
  readonly text?: string;
} & Record<string, unknown>;
type Docling = Record<'texts' | 'tables' | 'pictures' | 'groups', Item[]> & {
  readonly body: Item;
  readonly pages: Record<string, unknown>;
} & Record<string, unknown>;

const source = { fileName: 'Annual "report".pdf', sha256: `${'ab'.repeat(24)}ffffffffffffffff` };

async function docling(
  ...pages: readonly (readonly Block[])[]
): Promise<{ document: Docling; text: string }> {
  const sizes = pages.map((_, index) => ({ page: index + 1, width: 612, height: 792, rotation: 0 as const }));
  const stream = documentOf(
    pages.map((kids, index) => kids.map((kid) => ({ ...kid, page: index + 1 }))),
    { pages: sizes },
  );
  const text = (await Array.fromAsync(writeDocling(memoryReading(stream, true), source))).join('');
  return { document: JSON.parse(text) as Docling, text };
}

function resolve(document: Docling, { $ref }: Reference): Item {
  const [, name = '', index] = $ref.split('/');
  if (name === 'body') return document.body;
  const found = document[name as 'texts'][Number(index)];
  if (!found) throw new Error(`${$ref} leads nowhere`);
  return found;
}

/** Every item is a child of its parent, once, and is named by its place. */
function expectTree(document: Docling): void {
  const visited: string[] = [];
  const visit = (parent: Item) => {
    for (const reference of parent.children) {
      const child = resolve(document, reference);
      expect(child.self_ref).toBe(reference.$ref);
      expect(child.parent.$ref).toBe(parent.self_ref);
      visited.push(reference.$ref);
      visit(child);
    }
  };
  visit(document.body);
  const all = (['texts', 'tables', 'pictures', 'groups'] as const).flatMap((name) =>
    document[name].map(({ self_ref }, index) => {
      expect(self_ref).toBe(`#/${name}/${index}`);
      return self_ref;
    }),
  );
  expect(visited.toSorted()).toEqual(all.toSorted());
}

describe('writeDocling', () => {
  it('names the document, its source and its pages', async () => {
    const { document, text } = await docling([paragraph('x')], [paragraph('y')]);
    expect(document).toMatchObject({
      schema_name: 'DoclingDocument',
      version: '1.3.0',
      name: 'Annual "report"',
      origin: { mimetype: 'application/pdf', filename: 'Annual "report".pdf' },
      pages: { 1: { page_no: 1, size: { width: 612, height: 792 } }, 2: { page_no: 2 } },
    });
    expect(text).toContain('"binary_hash":18446744073709551615,');
  });

  it('writes headings, paragraphs, code, formulas, notes and captions as texts in reading order', async () => {
    const kinds = ['code', 'formula', 'footnote', 'caption'] as const;
    const blocks = kinds.map((kind) => textBlock(kind, `a ${kind}`));
    const { document } = await docling([heading(2, 'Title'), paragraph('Words.'), ...blocks]);
    expectTree(document);
    expect(document.texts.map(({ label, text }) => [label, text])).toEqual([
      ['section_header', 'Title'],
      ['text', 'Words.'],
      ...kinds.map((kind) => [kind, `a ${kind}`]),
    ]);
    expect(document.texts[0]).toMatchObject({
      level: 2,
      orig: 'Title',
      prov: [
        { page_no: 1, charspan: [0, 5], bbox: { l: 72, b: 700, r: 540, t: 712, coord_origin: 'BOTTOMLEFT' } },
      ],
    });
    expect(document.body.children.map(({ $ref }) => $ref)).toEqual(
      document.texts.map(({ self_ref }) => self_ref),
    );
  });

  it('gives a text that goes on over a page a place on each', async () => {
    const lines = [
      { page: 1, box: [72, 80, 300, 90] as const, start: 0, end: 10 },
      { page: 1, box: [72, 70, 320, 80] as const, start: 11, end: 20 },
      { page: 2, box: [72, 700, 200, 710] as const, start: 21, end: 30 },
    ];
    const { document } = await docling([{ ...paragraph('0123456789 123456789 123456789'), lines }], []);
    expect(document.texts[0]?.['prov']).toMatchObject([
      { page_no: 1, charspan: [0, 20], bbox: { l: 72, b: 70, r: 320, t: 90 } },
      { page_no: 2, charspan: [21, 30], bbox: { l: 72, b: 700, r: 200, t: 710 } },
    ]);
  });

  it('nests lists in the items that they belong to', async () => {
    const inner = list([item('inner', [], '(a)')]);
    const outer = list([item('one', [paragraph('more'), inner], '1.'), item('two')], {});
    const { document } = await docling([outer, paragraph('after')]);
    expectTree(document);
    expect(document.groups.map(({ label, parent }) => [label, parent.$ref])).toEqual([
      ['list', '#/body'],
      ['list', '#/texts/0'],
    ]);
    expect(
      document.texts.map(({ text, parent, enumerated, marker }) => [text, parent.$ref, enumerated, marker]),
    ).toEqual([
      ['one', '#/groups/0', true, '1.'],
      ['more', '#/texts/0', undefined, undefined],
      ['inner', '#/groups/1', false, '(a)'],
      ['two', '#/groups/0', true, '-'],
      ['after', '#/body', undefined, undefined],
    ]);
  });

  it('writes cells of tables with their spans and headers', async () => {
    const wide = { kids: [paragraph('Both')], column_span: 2, header: 'column' as const };
    const { document } = await docling([table([[wide], ['a', 'b']])]);
    expectTree(document);
    expect(document.tables[0]?.['data']).toMatchObject({
      num_rows: 2,
      table_cells: [
        {
          ...{ text: 'Both', col_span: 2, column_header: true, row_header: false },
          ...{
            start_row_offset_idx: 0,
            end_row_offset_idx: 1,
            start_col_offset_idx: 0,
            end_col_offset_idx: 2,
          },
        },
        { text: 'a', start_row_offset_idx: 1, start_col_offset_idx: 0, end_col_offset_idx: 1 },
        { text: 'b', start_row_offset_idx: 1, start_col_offset_idx: 1 },
      ],
    });
  });

  it('writes figures with captions, form fields, and headers of pages outside of the body', async () => {
    const field: Field = {
      ...{ type: 'field', ...at, name: 'f', label: 'I agree', field_type: 'checkbox' },
      ...{ value: true, content: 'on', kids: [] },
    };
    const header: Block = { type: 'artifact', kind: 'header', ...at, kids: [paragraph('Page 1')] };
    const picture = figure([textBlock('caption', 'A turbine'), paragraph('in the picture')]);
    const { document } = await docling([header, picture, field]);
    expectTree(document);
    expect(document.pictures).toMatchObject([
      { captions: [{ $ref: '#/texts/1' }], children: [{ $ref: '#/texts/1' }, { $ref: '#/texts/2' }] },
    ]);
    expect(document.texts.map(({ label, text, content_layer }) => [label, text, content_layer])).toEqual([
      ['page_header', 'Page 1', 'furniture'],
      ['caption', 'A turbine', 'body'],
      ['text', 'in the picture', 'body'],
      ['checkbox_selected', '☑ I agree', 'body'],
    ]);
  });

  it('is valid JSON without any blocks', async () => {
    const { document } = await docling([]);
    expectTree(document);
    expect(document.body.children).toEqual([]);
  });
});
