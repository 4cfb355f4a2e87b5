import { expect, it } from 'vitest';
import type { Element } from '../model/extraction.ts';
import { line, page, paragraph, run, table } from '../testing/extraction-builder.ts';
import { arrangePage } from './arrange-page.ts';

const lines = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at} `.padEnd(46, 'lorem ipsum '));
const small = { size: 7 };

/** With a raised mark. */
const note = (mark: string, text: string, x: number, y: number): Element =>
  paragraph([line(run(mark, x, y + 3, { size: 5 }), run(text, x + 4, y, small))]);

const typesOf = (elements: readonly Element[]): readonly string[] =>
  elements.map((element) => {
    const text = 'lines' in element ? (element.lines[0]?.runs.map((part) => part.text).join('') ?? '') : '';
    return `${element.type} ${text.slice(0, 2)}`.trim();
  });

it('puts the footnotes of all columns at the end of the text, before the page number', () => {
  const elements = [
    paragraph(lines('a', 40), { x: 50, y: 740 }),
    note('1', 'A note of the first column', 50, 150),
    paragraph(lines('b', 45), { x: 310, y: 740 }),
    paragraph(['3'], { x: 295, y: 40 }),
  ];
  expect(typesOf(arrangePage(page(3, elements)).elements)).toEqual([
    'paragraph a0',
    'paragraph b0',
    'footnote 1A',
    'footer',
  ]);
});

it('makes one footnote of each mark', () => {
  const [one, other] = [note('1', 'First', 50, 100), note('2', 'Second', 50, 90)];
  const both = [one, other].flatMap((element) => ('lines' in element ? element.lines : []));
  const { elements } = arrangePage(page(1, [paragraph(lines('a', 40), { y: 740 }), paragraph(both)]));
  expect(typesOf(elements)).toEqual(['paragraph a0', 'footnote 1F', 'footnote 2S']);
});

it('takes numbers on the line for marks under a rule only', () => {
  const elements = [
    paragraph(lines('a', 40), { y: 740 }),
    paragraph(['1) See the first chapter', 'and the second'], { y: 100, look: small }),
  ];
  const rules = [{ box: [50, 110, 120, 110.5] as const }];
  expect(typesOf(arrangePage(page(1, elements, { rules })).elements)).toEqual([
    'paragraph a0',
    'footnote 1)',
  ]);
  const source = page(1, elements);
  expect(arrangePage(source)).toBe(source);
});

it.each<[string, readonly Element[]]>([
  ['text of the usual size', [paragraph(lines('a', 40), { y: 740 }), paragraph(['* not small'], { y: 100 })]],
  [
    'notes of a table',
    [
      paragraph(lines('a', 30), { y: 740 }),
      table(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        { y: 160 },
      ),
      paragraph(['* Not available'], { y: 110, look: small }),
    ],
  ],
  [
    'small print without a mark',
    [paragraph(lines('a', 40), { y: 740 }), paragraph(['Small'], { y: 150, look: small })],
  ],
])('leaves %s', (_name, elements) => {
  const source = page(1, elements);
  expect(arrangePage(source)).toBe(source);
});
