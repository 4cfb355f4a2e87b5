import { expect, it } from 'vitest';
import type { Element } from '../model/extraction.ts';
import { heading, line, page, paragraph, run } from '../testing/extraction-builder.ts';
import { takeFurniture } from './furniture.ts';

const body = paragraph(
  Array.from({ length: 40 }, () => 'lorem ipsum dolor sit amet '.repeat(3)),
  { y: 700 },
);

function taken(elements: readonly Element[], rules: readonly [number, number, number, number][] = []) {
  const source = page(1, elements, { rules: rules.map((box) => ({ box })) });
  return takeFurniture(source, 10).elements.flatMap((element) =>
    element.type === 'header' || element.type === 'footer'
      ? element.kids.map((kid) => {
          const texts =
            'lines' in kid ? kid.lines.map(({ runs }) => runs.map(({ text }) => text).join('')) : [];
          return `${element.type}: ${texts.join(' / ')}`;
        })
      : [],
  );
}

const numbered = (number: string, gap: number, look: { size?: number; bold?: true } = {}) => {
  const end = 50 + number.length * (look.size ?? 10) * 0.5;
  return paragraph([
    line(run(`${number} `, 50, 790, look), run('Programs for development', end + gap, 790, look)),
  ]);
};

it.each<[string, Element]>([
  ['far apart', numbered('12', 200)],
  ['in the style of the text', numbered('12', 20)],
  ['that counts the pages', numbered('1', 20, { bold: true })],
])('takes a running title with a number %s', (_name, title) => {
  expect(taken([title, body])).toHaveLength(1);
});

it.each(['447', '- 3 -', 'Page 3 of 10', 'iv', '7-45', '٣٢'])('takes the page number %s', (text) => {
  expect(taken([body, paragraph([text], { x: 290, y: 40 })])).toEqual([`footer: ${text}`]);
  expect(taken([paragraph([text], { x: 500, y: 800 }), body])).toEqual([`header: ${text}`]);
});

it.each([
  'Downloaded from http://example.org/ on July 12',
  '© 2014 Example Corporation. All rights reserved.',
  'www.example.org',
  'Annals of Examples, Vol. 8, 2014',
])('takes the imprint "%s"', (text) => {
  expect(taken([body, paragraph([text], { y: 40 })])).toEqual([`footer: ${text}`]);
});

it.each([
  ['1', '4', 1],
  ['7', '4', 0],
])(
  'takes a running title with page number %s and section number %s if the first is that of the page',
  (number, section, count) => {
    const title = line(run(number, 50, 790), run(section, 400, 790), run('Fields', 420, 790));
    expect(taken([paragraph([title]), body])).toHaveLength(count);
  },
);

it('takes a running title with its number, and what stands outside of it', () => {
  const title = line(run('Advocacy in Action ', 50, 780), run('447', 530, 780));
  const notice = paragraph(['Downloaded from http://example.org/'], { y: 792 });
  expect(taken([notice, paragraph([title]), body])).toEqual([
    'header: Downloaded from http://example.org/',
    'header: Advocacy in Action 447',
  ]);
});

it('takes a running title out of the paragraph below it', () => {
  const title = line(run('400 ', 50, 780), run('BRITISH HUSBANDRY. ', 240, 780), run('[Ch. XIX.', 480, 780));
  const text = paragraph([
    title,
    ...Array.from({ length: 6 }, (_, at) => line(run('text of it', 50, 768 - at * 12))),
  ]);
  const { elements } = takeFurniture(page(1, [text, body]), 10);
  expect(elements.map(({ type }) => type)).toEqual(['header', 'paragraph', 'paragraph']);
  expect(elements[1]).toMatchObject({ lines: { length: 6 } });
});

it('takes small print and rows of a revision and a date at the bottom', () => {
  const row = line(run('Revision: 2.4 ', 50, 60), run('P/N 119-036 ', 250, 60), run('10 June 2019', 480, 60));
  expect(taken([body, paragraph([row])])).toHaveLength(1);
  const small = paragraph(['Registered Office: 23 Main Street'], { y: 40, look: { size: 7 } });
  expect(taken([body, small])).toHaveLength(1);
});

it.each<[string, readonly Element[]]>([
  ['a title', [heading('Lassa Fever in 2014', 1, { y: 800 }), body]],
  ['a first heading', [heading('3. Results', 2, { y: 790, look: { size: 11, bold: true } }), body]],
  ['a heading apart from its number', [numbered('1.2', 24, { size: 12 }), body]],
  ['a bold heading apart from its number', [numbered('2', 20, { bold: true }), body]],
  ['a line of the text', [body, paragraph(['see www.example.org for more.'], { y: 222 })]],
  [
    'a footnote',
    [
      body,
      paragraph(
        [line(run('1', 50, 44, { size: 6 }), run('See http://example.org/', 54, 40, { size: 8 }))],
        {},
      ),
    ],
  ],
  ['a blank to sign', [body, paragraph([line(run('Date: ______ ', 50, 60), run('2 copies', 400, 60))])]],
  ['rows of numbers', [body, paragraph(['1999'], { y: 60 }), paragraph(['2000'], { y: 40 })]],
  ['the only text', [paragraph(['3'], { x: 290, y: 400 })]],
])('leaves %s', (_name, elements) => {
  expect(taken(elements)).toEqual([]);
});

it('leaves names below a line for signatures', () => {
  const row = line(run('Place, 3 May 2019 ', 50, 60), run('A. Person', 400, 60));
  expect(taken([body, paragraph([row])], [[50, 70, 200, 70.5]])).toEqual([]);
  expect(taken([body, paragraph([row])])).toHaveLength(1);
});
