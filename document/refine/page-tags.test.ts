import { describe, expect, it } from 'vitest';
import type { Element, ExtractedStructure } from '../model/extraction.ts';
import { heading, line, paragraph, run } from '../testing/extraction-builder.ts';
import { outlineOf, refined } from '../testing/refined.ts';

const structure = (rest: Partial<ExtractedStructure>): ExtractedStructure => ({
  coverage: 1,
  headings: [],
  figures: [],
  tables: [],
  ...rest,
});

const body = [
  'The text of the report goes on over several lines',
  'which are all as long as this one is here',
];
const linesOf = (element: Element) => ('lines' in element ? element.lines : []);
/** Boxes of some lines of an element, as the host writes them. */
const boxesOf = (element: Element, from = 0, to = Number.POSITIVE_INFINITY) =>
  linesOf(element)
    .slice(from, to)
    .map(({ box }) => box);

const tagged = (elements: readonly Element[], tags: Partial<ExtractedStructure>) =>
  refined(elements, { structure: structure(tags) });

const shown = (elements: readonly Element[], tags: Partial<ExtractedStructure>) =>
  outlineOf(tagged(elements, tags));

describe('headings of the structure tree', () => {
  const title = paragraph(['Scope'], { y: 740 });
  const text = paragraph(body, { y: 700 });

  it('are headings, although they look like the text', () => {
    expect(shown([title, text], {})[0]).toBe('paragraph Scope');
    const tags = { headings: [{ level: 1, boxes: boxesOf(title) }] };
    expect(shown([title, text], tags)[0]).toBe('heading 1 Scope');
  });

  it('have the levels of their tags', () => {
    const [one, two] = [heading('First', 3, { y: 780 }), heading('Second', 1, { y: 740 })];
    const headings = [
      { level: 1, boxes: boxesOf(one) },
      { level: 2, boxes: boxesOf(two) },
    ];
    expect(shown([one, two, text], { headings }).slice(0, 2)).toEqual([
      'heading 1 First',
      'heading 2 Second',
    ]);
  });

  it('end where their tag ends, within a block', () => {
    const both = paragraph(['A title over', 'two lines', ...body], { y: 740 });
    const headings = [{ level: 1, boxes: boxesOf(both, 0, 2) }];
    expect(shown([both], { headings })).toEqual([
      'heading 1 A title over two lines',
      `paragraph ${body.join(' ')}`,
    ]);
  });

  it.each([
    ['on pages of which much is not tagged', { coverage: 0.7 }],
    ['of more lines than a title has', { headings: [{ level: 1, boxes: Array(5).fill(boxesOf(title)[0]) }] }],
  ])('are not believed %s', (_, tags) => {
    const headings = [{ level: 1, boxes: boxesOf(title) }];
    expect(shown([title, text], { headings, ...tags })[0]).toBe('paragraph Scope');
  });

  it('are not believed on pages where most lines are headings', () => {
    const all = paragraph([...body, ...body, ...body, ...body, ...body], { y: 700 });
    const headings = linesOf(all).map(({ box }) => ({ level: 1, boxes: [box] }));
    expect(tagged([all], { headings }).map(({ type }) => type)).toEqual(['paragraph']);
  });

  it('do not make headings of the lines that a large text of them lies behind', () => {
    const long = paragraph([...body, ...body], { y: 700 });
    const headings = [{ level: 1, boxes: [long.box] }];
    expect(tagged([long], { headings })[0]?.type).toBe('paragraph');
  });

  it('do not make a heading of a line that goes on beside them', () => {
    const runIn = paragraph([line(run('Scope. The text goes on in the same line'))]);
    const headings = [{ level: 1, boxes: [run('Scope.').box] }];
    expect(tagged([runIn, text], { headings })[0]?.type).toBe('paragraph');
  });
});

describe('alternative texts', () => {
  const image: Element = { type: 'image', page: 1, box: [100, 500, 300, 600] };
  const altOf = (alt: string, box = image.box) =>
    tagged([image], { coverage: 0, figures: [{ alt, box }] }).map((block) => 'alt' in block && block.alt);

  it('are those of the figure that the picture belongs to', () => {
    expect(altOf('A map', [90, 480, 310, 610])).toEqual(['A map']);
    expect(altOf('A map', [290, 500, 500, 600])).toEqual([false]);
  });

  it('are those of the picture itself, not of one behind it', () => {
    const figures = [
      { alt: 'A background', box: [0, 0, 600, 800] as const },
      { alt: 'A bicycle', box: image.box },
    ];
    expect(tagged([image], { figures })).toMatchObject([{ alt: 'A bicycle' }]);
  });

  it('are left out if a program wrote them', () => {
    expect(altOf('Figure')).toEqual([false]);
    expect(altOf('image 12')).toEqual([false]);
  });
});
