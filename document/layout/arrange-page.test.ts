import { expect, it } from 'vitest';
import type { Element } from '../model/extraction.ts';
import { heading, line, page, paragraph, run, table } from '../testing/extraction-builder.ts';
import { arrangePage } from './arrange-page.ts';

const [leftX, rightX] = [50, 310];
/** 46 letters are 230 points wide. */
const sentence = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at} `.padEnd(46, 'lorem ipsum '));

function textsOf(elements: readonly Element[]): readonly string[] {
  return elements.map((element) =>
    'lines' in element
      ? element.lines.map(({ runs }) => (runs[0]?.text ?? '').split(' ')[0]).join(' ')
      : element.type,
  );
}

it('reads columns one after the other, between what stands above and below them', () => {
  const title = heading('A title over the whole width of both columns here', 1, { x: 60, y: 780 });
  const elements = [
    title,
    paragraph(sentence('a', 4), { x: leftX, y: 740 }),
    paragraph(sentence('c', 4), { x: rightX, y: 740 }),
    paragraph(sentence('b', 4), { x: leftX, y: 680 }),
    paragraph(sentence('d', 4), { x: rightX, y: 680 }),
    paragraph(['Below '.padEnd(98, 'lorem ipsum ')], { y: 500 }),
  ];
  expect(textsOf(arrangePage(page(1, elements)).elements)).toEqual([
    'A',
    'a0 a1 a2 a3',
    'b0 b1 b2 b3',
    'c0 c1 c2 c3',
    'd0 d1 d2 d3',
    'Below',
  ]);
});

it('reads three columns whose lines are on the same rows', () => {
  const narrow = (name: string) => sentence(name, 4).map((text) => text.slice(0, 30));
  const elements = [740, 680].flatMap((y, half) =>
    [40, 220, 400].map((x, column) => paragraph(narrow('abcdef'[column * 2 + half] ?? ''), { x, y })),
  );
  const texts = textsOf(arrangePage(page(1, elements)).elements);
  expect(texts.map((text) => text[0])).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('does not take the picture of a scanned page for a figure over both columns', () => {
  const scan: Element = { type: 'image', page: 1, box: [0, 0, 595, 842] };
  const elements = [
    scan,
    paragraph(sentence('a', 4), { x: leftX, y: 740 }),
    paragraph(sentence('c', 4), { x: rightX, y: 740 }),
    paragraph(sentence('b', 4), { x: leftX, y: 680 }),
    paragraph(sentence('d', 4), { x: rightX, y: 680 }),
  ];
  const texts = textsOf(arrangePage(page(1, elements)).elements).filter((text) => text !== 'image');
  expect(texts.map((text) => text[0])).toEqual(['a', 'b', 'c', 'd']);
});

it('reads columns of right-to-left text from the right', () => {
  const word = (name: string) => Array.from({ length: 4 }, () => name.repeat(20));
  const elements = [
    paragraph(word('אב'), { x: leftX, y: 740 }),
    paragraph(word('גד'), { x: rightX, y: 740 }),
  ];
  expect(textsOf(arrangePage(page(1, elements)).elements)[0]).toContain('גד');
});

it('separates lines that the engine joined over the gutter', () => {
  const [before, after] = [sentence('a', 5), sentence('b', 5)];
  const lines = before.map((text, at) =>
    line(run(`${text} `, leftX, 700 - at * 12), run(after[at] ?? '', rightX, 700 - at * 12)),
  );
  const elements = arrangePage(page(1, [paragraph(lines)])).elements;
  expect(textsOf(elements)).toEqual(['a0 a1 a2 a3 a4', 'b0 b1 b2 b3 b4']);
});

it('separates a paragraph whose lines alternate between columns', () => {
  const lines = sentence('a', 5).flatMap((text, at) => [
    line(run(text, leftX, 700 - at * 12)),
    line(run(sentence('b', 5)[at] ?? '', rightX, 694 - at * 12)),
  ]);
  const elements = arrangePage(page(1, [paragraph(lines)])).elements;
  expect(textsOf(elements)).toEqual(['a0 a1 a2 a3 a4', 'b0 b1 b2 b3 b4']);
});

it.each([
  ['one column', [paragraph(sentence('a', 30)), paragraph(sentence('b', 5), { y: 300 })]],
  ['a table', [table(Array.from({ length: 8 }, () => ['some words here', 'other words', 'third']))]],
  [
    'rows of names and values',
    [
      paragraph(
        Array.from({ length: 8 }, (_, at) =>
          line(run('A name ', 50, 700 - at * 12), run('value of it', 200, 700 - at * 12)),
        ),
      ),
    ],
  ],
])('leaves %s as it is', (_name, elements) => {
  const source = page(1, elements);
  expect(arrangePage(source)).toBe(source);
});

it('leaves pages with too many pieces as they are', () => {
  const source = page(1, [
    paragraph(Array.from({ length: 3_001 }, (_, at) => line(run('x', (at % 50) * 10, 800 - at / 5)))),
  ]);
  expect(arrangePage(source)).toBe(source);
});
