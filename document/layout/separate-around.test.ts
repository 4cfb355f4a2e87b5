import { expect, it } from 'vitest';
import type { Element, ExtractedList } from '../model/extraction.ts';
import { line, page, paragraph, run, table, unionOf } from '../testing/extraction-builder.ts';
import { arrangePage } from './arrange-page.ts';

function textOf(element: Element): string {
  if (element.type === 'list') return element.kids.map(({ lines }) => lines[0]?.runs[0]?.text).join(' ');
  return 'lines' in element ? element.lines.map(({ runs }) => runs[0]?.text).join(' ') : element.type;
}
const arranged = (elements: readonly Element[]): readonly string[] =>
  arrangePage(page(1, elements)).elements.map(textOf);

const grid = (y: number): Element =>
  table(
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
    { y },
  );

/** Captions that look like items of a list: the text between the tables is in the first item. */
function captions(): ExtractedList {
  const item = (text: string, y: number, kids: readonly Element[] = []) => {
    const lines = [line(run(text, 60, y))];
    return { type: 'list_item' as const, page: 1, lines, kids, box: unionOf(lines.map(({ box }) => box)) };
  };
  const between = paragraph(['text between'], { y: 600 });
  const kids = [item('Table 1: first', 700, [between]), item('Table 2: second', 560)];
  return { type: 'list', page: 1, kids, box: unionOf(kids.map(({ box }) => box)) };
}

it('puts tables between the items and texts of a list that goes around them', () => {
  expect(arranged([captions(), grid(690), grid(550)])).toEqual([
    'Table 1: first',
    'table',
    'text between',
    'Table 2: second',
    'table',
  ]);
});

it('puts a table between the lines of a text that goes around it', () => {
  const text = paragraph([line(run('above', 50, 700)), line(run('below', 50, 500))]);
  expect(arranged([text, grid(650)])).toEqual(['above', 'table', 'below']);
});

it('keeps text together that flows past a picture', () => {
  const text = paragraph(['one', 'two', 'three', 'four', 'five'].map((word) => word.padEnd(40, ' word')));
  const picture: Element = { type: 'image', page: 1, box: [200, 660, 245, 690] };
  expect(arranged([text, picture])).toHaveLength(2);
});

it('puts what stands above something in front of it', () => {
  const [above, below] = [paragraph(['above'], { y: 700 }), paragraph(['below'], { y: 600 })];
  expect(arranged([below, grid(680), above])).toEqual(['above', 'table', 'below']);
});

it('keeps the order of what stands next to each other', () => {
  const [left, right] = [paragraph(['left'], { y: 600 }), paragraph(['right'], { x: 300, y: 700 })];
  expect(arranged([left, right])).toEqual(['left', 'right']);
});
