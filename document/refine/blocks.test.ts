import { describe, expect, it } from 'vitest';
import type { Element, ExtractedPage } from '../model/extraction.ts';
import {
  extraction,
  heading,
  line,
  list,
  page,
  paragraph,
  run,
  table,
  unionOf,
} from '../testing/extraction-builder.ts';
import { outlineOf, refined, refinedPages } from '../testing/refined.ts';
import { refineDocument } from './refine-document.ts';

const image = (y: number): Element => ({
  type: 'image',
  page: 1,
  box: [50, y, 250, y + 100],
  image: 'a.png',
});

describe('lists', () => {
  const cases: readonly (readonly [string, readonly (readonly [string, number])[], readonly string[]])[] = [
    [
      'bullets',
      [
        ['• one', 60],
        ['• two', 60],
      ],
      ['list ul', '  list_item [•] one', '  list_item [•] two'],
    ],
    [
      'numbers',
      [
        ['1. one', 60],
        ['2. two', 60],
      ],
      ['list ol', '  list_item [1.] one', '  list_item [2.] two'],
    ],
    [
      'numbers from 3',
      [
        ['3) c', 60],
        ['4) d', 60],
      ],
      ['list ol3', '  list_item [3)] c', '  list_item [4)] d'],
    ],
    [
      'hands',
      [
        ['☞ one', 60],
        ['☞ two', 60],
      ],
      ['list ul', '  list_item [☞] one', '  list_item [☞] two'],
    ],
    [
      'letters',
      [
        ['(a) x', 60],
        ['(b) y', 60],
      ],
      ['list ol', '  list_item [(a)] x', '  list_item [(b)] y'],
    ],
    [
      'Roman numbers',
      [
        ['i. x', 60],
        ['ii. y', 60],
      ],
      ['list ol', '  list_item [i.] x', '  list_item [ii.] y'],
    ],
    [
      'the letter i after h',
      [
        ['h) x', 60],
        ['i) y', 60],
      ],
      ['list ol8', '  list_item [h)] x', '  list_item [i)] y'],
    ],
    [
      'an inner list by indent',
      [
        ['1. a', 60],
        ['• b', 80],
        ['• c', 80],
        ['2. d', 60],
      ],
      [
        'list ol',
        '  list_item [1.] a',
        '    list ul',
        '      list_item [•] b',
        '      list_item [•] c',
        '  list_item [2.] d',
      ],
    ],
    [
      'a new list where counting begins again',
      [
        ['1. a', 60],
        ['1. b', 60],
      ],
      ['list ol', '  list_item [1.] a', 'list ol', '  list_item [1.] b'],
    ],
    [
      'numbers of chapters as text',
      [
        ['3.1 a', 60],
        ['3.2 b', 60],
      ],
      ['list ul', '  list_item 3.1 a', '  list_item 3.2 b'],
    ],
    ['one item without a label as a paragraph', [['just text', 60]], ['paragraph just text']],
  ];
  it.each(cases)('are numbered and nested: %s', (_name, items, expected) => {
    expect(outlineOf(refined([list(items)]))).toEqual(expected);
  });

  it('go on over a page break', () => {
    const pages = refinedPages([
      page(1, [
        list([
          ['1. a', 60],
          ['2. b', 60],
        ]),
      ]),
      page(2, [list([['3. c', 60]], { page: 2 }), paragraph(['End.'], { page: 2, y: 300 })]),
    ]);
    expect(pages.map((blocks) => outlineOf(blocks))).toEqual([
      ['list ol', '  list_item [1.] a', '  list_item [2.] b', '  list_item [3.] c'],
      ['paragraph End.'],
    ]);
  });
});

describe('tables', () => {
  it('have a header row if only the first row is bold, and no bold in it', () => {
    const [block] = refined([
      table(
        [
          ['Name', 'Age'],
          ['Ann', '7'],
        ],
        { looks: [{ bold: true }] },
      ),
    ]);
    expect(outlineOf(block?.kids ?? [])).toEqual([
      'row',
      '  cell column',
      '    paragraph Name',
      '  cell column',
      '    paragraph Age',
      'row',
      '  cell',
      '    paragraph Ann',
      '  cell',
      '    paragraph 7',
    ]);
    expect(JSON.stringify(block)).not.toContain('"bold"');
  });

  it('without text are removed, and with one cell are their content', () => {
    expect(
      refined([
        table([
          ['', ''],
          ['', ''],
        ]),
      ]),
    ).toEqual([]);
    expect(outlineOf(refined([table([['framed']])]))).toEqual(['paragraph framed']);
  });

  it('of right-to-left text begin at the right', () => {
    const [block] = refined([
      table([
        ['ריחמ', 'םש'],
        ['הקת', 'יול'],
      ]),
    ]);
    const contents = outlineOf(block?.kids ?? []).filter((text) => text.includes('paragraph'));
    expect(contents).toEqual([
      '    paragraph שם',
      '    paragraph מחיר',
      '    paragraph לוי',
      '    paragraph תקה',
    ]);
  });
});

describe('captions', () => {
  it('go into the figure they stand next to', () => {
    const caption = paragraph(['Figure 1: A cat.'], { y: 480 });
    expect(outlineOf(refined([image(500), caption]))).toEqual(['figure', '  caption Figure 1: A cat.']);
  });

  it('of tables stay next to them', () => {
    const caption = paragraph(['Table 1: Cats.'], { y: 505, type: 'caption' });
    const blocks = outlineOf(
      refined([
        caption,
        table([
          ['a', 'b'],
          ['c', 'd'],
        ]),
      ]),
    );
    expect(blocks.slice(0, 2)).toEqual(['caption Table 1: Cats.', 'table']);
  });

  it('are headings if they are as large as other titles', () => {
    const cats = [paragraph(['All cats', 'of the house'], { y: 680 }), paragraph(['All dogs'], { y: 580 })];
    const titles = [heading('Cats', 1, { y: 720 }), heading('Dogs', 1, { y: 620 })];
    const mice = paragraph(['Mice'], { y: 520, type: 'caption', look: { size: 16 } });
    const found = [titles[0], cats[0], titles[1], cats[1], mice].flatMap((block) => block ?? []);
    expect(outlineOf(refined(found)).at(-1)).toBe('heading 1 Mice');
    const small = paragraph(['Mice'], { y: 520, type: 'caption' });
    expect(outlineOf(refined([...found.slice(0, -1), small])).at(-1)).toBe('caption Mice');
  });
});

describe('headings', () => {
  it('have levels without gaps', () => {
    const blocks = refined([
      heading('Title', 1),
      heading('Part', 3, { y: 700, look: { size: 14 } }),
      heading('Deep', 6, { y: 650, look: { size: 12 } }),
    ]);
    expect(outlineOf(blocks)).toEqual(['heading 1 Title', 'heading 2 Part', 'heading 3 Deep']);
  });

  it('have the levels of the outline, and texts that it names are headings', () => {
    const outline = [
      { title: 'One', level: 1, page: 1 },
      { title: '1.1 Inner', level: 2, page: 1 },
    ];
    const elements = [heading('One', 3), paragraph(['1.1 Inner', 'Text of it.'], { y: 700 })];
    const [part] = [...refineDocument(extraction([page(1, elements)], { outline }), {}).parts()];
    expect(outlineOf(part?.kids ?? [])).toEqual([
      'heading 1 One',
      'heading 2 1.1 Inner',
      'paragraph Text of it.',
    ]);
  });
});

describe('artifacts', () => {
  const pageOf = (number: number): ExtractedPage =>
    page(number, [
      paragraph(['The Running Title'], { page: number, y: 810 }),
      heading(`Step ${number}`, 1, { page: number, y: 700 }),
      paragraph([`Text ${'x'.repeat(number)} of this page.`], { page: number, y: 500 }),
      paragraph([`Page ${number} of 4`], { page: number, y: 30 }),
    ]);

  it('are texts repeated in the margin and page numbers, not headings that count', () => {
    const pages = refinedPages([1, 2, 3, 4].map(pageOf));
    expect(outlineOf(pages[1] ?? [])).toEqual([
      'artifact header',
      '  paragraph The Running Title',
      'heading 1 Step 2',
      'paragraph Text xx of this page.',
      'artifact footer',
      '  paragraph Page 2 of 4',
    ]);
  });

  /** Printed upwards: no ends of glyphs are known, only the box. */
  const upwards = (text: string, x: number): Element => {
    const { ends: _ends, ...angled } = run(text, x, 300);
    return paragraph([line({ ...angled, box: [x, 300, x + 12, 300 + text.length * 6] })]);
  };

  it('are texts printed upwards beside the text', () => {
    const stamp = upwards('arXiv:2501.00001v1 [cs.DB]', 20);
    expect(outlineOf(refined([paragraph(['Some words of', 'the text.']), stamp]))).toEqual([
      'paragraph Some words of the text.',
      'artifact header',
      '  paragraph arXiv:2501.00001v1 [cs.DB]',
    ]);
  });

  it('are not the text of a page that is printed sideways, next to an upright running title', () => {
    const rows = [20, 40, 560].map((x) => upwards(`A row of a table at ${x}`, x));
    const title = paragraph(['Annual report'], { y: 810 });
    const outline = outlineOf(refined([title, ...rows]));
    for (const x of [20, 40, 560]) expect(outline).toContain(`paragraph A row of a table at ${x}`);
  });

  it('are not the whole text of pages that are copies of each other', () => {
    const text = 'A sentence at the top of a page that has no other text and is printed several times';
    const copy = (number: number): ExtractedPage =>
      page(number, [
        paragraph([text], { page: number, y: 810 }),
        paragraph(['Draft'], { page: number, y: 30 }),
      ]);
    const [first] = refinedPages([1, 2, 3, 4].map(copy));
    expect(outlineOf(first ?? [])).toEqual([`paragraph ${text}`, 'artifact footer', '  paragraph Draft']);
  });

  it('are not sentences that are repeated below a title that is not', () => {
    const clause = 'This clause is the same on every page, and it is a whole sentence of the text.';
    const pages = refinedPages(
      ['Terms', 'Payment', 'Liability', 'Notices'].map((title, at) =>
        page(at + 1, [
          paragraph(['The Running Title'], { page: at + 1, y: 820 }),
          heading(title, 1, { page: at + 1, y: 790 }),
          paragraph([clause], { page: at + 1, y: 770 }),
          paragraph([`Text ${'x'.repeat(at)} of this page.`], { page: at + 1, y: 500 }),
        ]),
      ),
    );
    for (const blocks of pages) {
      expect(outlineOf(blocks)).toContain(`paragraph ${clause}`);
      expect(outlineOf(blocks)).toContain('artifact header');
    }
  });

  it('are texts repeated beside everything else, unless other text begins as far left', () => {
    const slide = (number: number, x: number): ExtractedPage =>
      page(number, [
        paragraph(['The Author', 'of it'], { page: number, x: 10, y: 400, look: { size: 6 } }),
        heading(`Slide ${'x'.repeat(number)}`, 1, { page: number, x: 120, y: 600 }),
        paragraph([`Text ${'x'.repeat(number)} of this slide.`], { page: number, x, y: 500 }),
      ]);
    const authors = (x: number) =>
      refinedPages([1, 2, 3, 4].map((number) => slide(number, x))).map(
        (blocks) => outlineOf(blocks).filter((one) => one === 'artifact header').length,
      );
    expect(authors(120)).toEqual([1, 1, 1, 1]);
    expect(authors(12)).toEqual([0, 0, 0, 0]);
  });

  it('are not texts that stand on one page only', () => {
    expect(outlineOf(refined([paragraph(['A title at the top'], { y: 810 })]))).toEqual([
      'paragraph A title at the top',
    ]);
  });
});

describe('listings', () => {
  it('keep their lines and indents', () => {
    const look = { font: 'Courier' };
    const lines = [
      line(run('if (a) {', 50, 400, look)),
      line(run('return;', 60, 388, look)),
      line(run('}', 50, 376, look)),
    ];
    const text = paragraph(['Body text that is longer than the listing is.']);
    const code: Element = { type: 'paragraph', page: 1, box: unionOf(lines.map((part) => part.box)), lines };
    expect(outlineOf(refined([text, code]))[1]).toBe('code if (a) {\n  return;\n}');
  });
});
