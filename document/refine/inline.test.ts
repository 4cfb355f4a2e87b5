import { describe, expect, it } from 'vitest';
import type { Block, Span } from '../model/blocks.ts';
import type { ExtractedField } from '../model/extraction.ts';
import { extraction, heading, line, page, paragraph, run } from '../testing/extraction-builder.ts';
import { outlineOf, refined } from '../testing/refined.ts';
import { refineDocument } from './refine-document.ts';
import { safeUrl } from './safe-url.ts';

function spansOf(block: Block | undefined): readonly (Omit<Span, 'start' | 'end'> & { text: string })[] {
  if (block === undefined || !('spans' in block)) return [];
  return block.spans.map(({ start, end, ...rest }) => ({ text: block.content.slice(start, end), ...rest }));
}

/** So much plain text that the styles under test are not those of the body. */
const body = paragraph(['Plain body text that is longer than all the rest of this page taken together.'], {
  y: 300,
});

describe('emphasis', () => {
  it('covers neighbouring words with the space between them, not the words around', () => {
    const text = line(run('a ', 50), run('big red ', 60, 700, { bold: true }), run('dog', 100));
    expect(spansOf(refined([paragraph([text]), body])[0])).toEqual([{ text: 'big red', bold: true }]);
  });

  it('nests: bold within italic', () => {
    const text = line(
      run('all ', 50, 700, { italic: true }),
      run('very ', 70, 700, { italic: true, bold: true }),
      run('slanted', 95, 700, { italic: true }),
    );
    expect(spansOf(refined([paragraph([text]), body])[0])).toEqual([
      { text: 'all very slanted', italic: true },
      { text: 'very', bold: true },
    ]);
  });

  it('tells superscripts and subscripts from the baseline', () => {
    const text = line(
      run('x', 50),
      run('2', 55, 704, { size: 6 }),
      run('y', 58),
      run('i', 63, 698, { size: 6 }),
    );
    expect(spansOf(refined([paragraph([text]), body])[0])).toEqual([
      { text: '2', sup: true },
      { text: 'i', sub: true },
    ]);
  });

  it('is not what a whole heading or the whole body looks like', () => {
    expect(spansOf(refined([heading('Bold', 1, { look: { bold: true } }), body])[0])).toEqual([]);
    expect(spansOf(refined([paragraph(['All of it is bold.'], { look: { bold: true } })])[0])).toEqual([]);
  });
});

describe('links', () => {
  it.each([
    ['upwards', 307, [300, 166, 310, 200]],
    ['downwards', 303, [300, 100, 310, 134]],
  ] as const)('are at the whole words of text that is read %s', (_way, baseline, box) => {
    const upright = { text: 'Photo by example.org', font: 'Times', size: 8, baseline };
    const turned = {
      box: [300, 100, 310, 200] as const,
      runs: [{ ...upright, box: [300, 100, 310, 200] as const }],
    };
    const links = [{ boxes: [box], url: 'https://example.org' }];
    const [block] = refined([{ type: 'paragraph', page: 1, box: turned.box, lines: [turned] }], { links });
    expect(spansOf(block)).toEqual([{ text: 'example.org', link: { url: 'https://example.org' } }]);
  });

  const linked = (url: string) => ({ links: [{ boxes: [[69, 695, 91, 710] as const], url }] });

  it('are on the words under their rectangle', () => {
    const blocks = refined([paragraph(['see here now'])], linked('https://example.com/a b'));
    expect(spansOf(blocks[0])).toEqual([{ text: 'here', link: { url: 'https://example.com/a%20b' } }]);
  });

  it('lead to pages of the document', () => {
    const links = [{ boxes: [[69, 695, 91, 710] as const], page: 1 }];
    expect(spansOf(refined([paragraph(['see here now'])], { links })[0])).toEqual([
      { text: 'here', link: { page: 1 } },
    ]);
  });

  it('of other schemes stay text, and without words are reported', () => {
    expect(spansOf(refined([paragraph(['see here now'])], linked('javascript:alert(1)'))[0])).toEqual([]);
    const links = [{ boxes: [[300, 100, 400, 120] as const], url: 'https://example.com' }];
    const document = refineDocument(extraction([page(1, [body], { links })]), {});
    expect(document.warnings()).toMatchObject([{ code: 'link_without_text', pages: [1], count: 1 }]);
  });

  it.each([
    ['https://example.com/x?y=1#z', 'https://example.com/x?y=1#z'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['www.example.com', 'http://www.example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+49301234', 'tel:+49301234'],
    ['java\u0000script:alert(1)', undefined],
    ['\u0001javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['file:///etc/passwd', undefined],
    ['https://', undefined],
    ['https://example.com/"><b>', 'https://example.com/%22%3E%3Cb%3E'],
  ])('have safe URLs: %j', (raw, url) => {
    expect(safeUrl(raw)).toBe(url);
  });
});

describe('form fields', () => {
  const field = (rest: Partial<ExtractedField>): ExtractedField => ({
    box: [120, 695, 220, 710],
    name: 'name',
    field_type: 'text',
    value: 'Alice',
    ...rest,
  });

  it('stand after the label on their row', () => {
    const elements = [paragraph(['Name:']), paragraph(['City:'], { y: 650 })];
    expect(outlineOf(refined(elements, { fields: [field({})] }))).toEqual([
      'paragraph Name:',
      'field Alice',
      'paragraph City:',
    ]);
  });

  it('are not repeated where their value is also drawn as text', () => {
    const elements = [paragraph(['Name:']), paragraph(['Alice'], { x: 130 })];
    expect(outlineOf(refined(elements, { fields: [field({})] }))).toEqual(['paragraph Name:', 'field Alice']);
  });

  it('are placed on pages without any text, with values of every kind', () => {
    const values = ['x', ['a', 'b'], true, false, null] as const;
    const fields = values.map((value, at) => field({ value, box: [50, 600 - at * 20, 100, 610 - at * 20] }));
    expect(outlineOf(refined([], { fields }))).toEqual([
      'field x',
      'field a, b',
      'field ✓',
      'field',
      'field',
    ]);
  });
});

describe('warnings', () => {
  it('count what is not carried over, with its pages', () => {
    const source = extraction([
      page(1, [body], { not_carried: { attachments: 2 } }),
      page(2, [], { not_carried: { annotations: 1 } }),
      page(3, [], { not_carried: { annotations: 3 } }),
    ]);
    expect(refineDocument(source, {}).warnings()).toMatchObject([
      { code: 'attachments_not_carried', pages: [1], count: 2 },
      { code: 'annotations_not_carried', pages: [2, 3], count: 4 },
    ]);
  });

  it('name formulas, known by their fonts', () => {
    const formula = paragraph(['a+b=c'], { look: { font: 'CMMI10' } });
    expect(refineDocument(extraction([page(1, [formula, body])]), {}).warnings()).toMatchObject([
      { code: 'math_as_text', pages: [1], count: 1 },
    ]);
  });
});
