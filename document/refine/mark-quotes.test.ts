/** Paragraphs that are indented on both sides. */
import { expect, it } from 'vitest';
import type { Element } from '../model/extraction.ts';
import { heading, list, paragraph } from '../testing/extraction-builder.ts';
import { refined } from '../testing/refined.ts';

/** Lines of words that are as long as they are wanted. */
const lines = (chars: number, count: number, lastChars = chars - 10): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    `Lines${at} of words that go on and on for as long as it takes to fill all of it`
      .slice(0, at === count - 1 ? lastChars : chars)
      .replace(/ $/, 'x'),
  );

const text = (y: number): Element => paragraph([...lines(64, 3), 'and end here.'], { y });
const quote = (y: number, count = 3): Element => paragraph(lines(52, count), { x: 80, y });
const quotesOf = (elements: readonly Element[]): readonly number[] =>
  refined(elements).flatMap((block, at) => (block.type === 'paragraph' && block.quote ? [at] : []));

it('are block quotes between paragraphs of full width', () => {
  expect(quotesOf([text(700), quote(630), text(570)])).toEqual([1]);
});

it('are block quotes if they have quotation marks, also with uneven lines', () => {
  const spoken = (first: string, last: string) =>
    paragraph(
      [`${first}We looked at all of it and found that it is`, ...lines(50, 2), ...lines(47, 1), last],
      {
        x: 80,
        y: 630,
      },
    );
  expect(
    quotesOf([text(700), spoken('“', 'and that was how it had ended for all of us.”'), text(540)]),
  ).toEqual([1]);
  expect(
    quotesOf([text(700), spoken('', 'and that was how it had ended for all of us.'), text(540)]),
  ).toEqual([]);
});

it.each<[string, readonly Element[]]>([
  ['at the end', [text(700), quote(630)]],
  ['below a heading', [heading('Abstract', 2), quote(700), text(630)]],
  ['of one line', [text(700), quote(630, 1), text(600)]],
  ['indented on the left only', [text(700), paragraph(lines(58, 3), { x: 80, y: 630 }), text(570)]],
  ['indented by little', [text(700), paragraph(lines(62, 3), { x: 55, y: 630 }), text(570)]],
  ['next to others of the same indent', [text(700), quote(630), paragraph(lines(40, 3), { x: 80, y: 580 })]],
  [
    'below items of a list',
    [text(700), list([['• one item of a list', 65]], { y: 640 }), quote(620), text(560)],
  ],
  ['of code', [text(700), paragraph(lines(52, 3), { x: 80, y: 630, look: { font: 'Courier' } }), text(570)]],
])('are not block quotes %s', (_, elements) => {
  expect(quotesOf(elements)).toEqual([]);
});
