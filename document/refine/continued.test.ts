import { describe, expect, it } from 'vitest';
import { page, paragraph } from '../testing/extraction-builder.ts';
import { outlineOf, refined, refinedPages } from '../testing/refined.ts';

const wide = ['These lines are as wide as the text of', 'the page, and the last one goes on with'];
const usual = paragraph(
  ['Other lines of the page are as wide too', 'so that it has a size of its own here.'],
  { y: 400 },
);

const outline = (first: readonly string[], second: readonly string[], y: number, x = 50) =>
  outlineOf(refined([paragraph(first, { y: 700 }), paragraph(second, { y, x }), usual])).slice(0, -1);

describe('paragraphs that the engine cut', () => {
  it.each([
    ['a name', 'Ghostscript and some more words of it.'],
    ['a quote', '“tangle” and some more words of it.'],
    ['a number', '2 years of waiting for some more of it.'],
    ['a path', '/usr/share and some more words of it.'],
  ])('go on with %s', (_name, next) => {
    expect(outline(wide, [next], 676)).toEqual([`paragraph ${wide.join(' ')} ${next}`]);
  });

  it.each([
    ['after more room than between lines', wide, ['Ghostscript is a program.'], 668, 50],
    ['with an indent', wide, ['Ghostscript is a program.'], 676, 60],
    ['after a short last line', [...wide, 'a short line'], ['Ghostscript is a program.'], 664, 50],
    [
      'after lines of different widths',
      ['MGR is one of them', ...wide.slice(1)],
      ['Ghostscript is it.'],
      676,
      50,
    ],
    ['with a caption', wide, ['Figure 8: what it shows.'], 676, 50],
    ['with a row of dashes', wide, ['———— west'], 676, 50],
    ['after narrow lines', ['Months when', 'half of the'], ['Years when'], 676, 50],
  ])('do not go on %s', (_name, first, second, y, x) => {
    expect(outline(first, second, y, x)).toHaveLength(2);
  });

  it('go on after an address that is cut at a sign', () => {
    const first = [...wide, 'see https://example.org/'];
    expect(outline(first, ['a/path/of/it and so on.'], 664)).toHaveLength(1);
    expect(outline(first, ['Another text begins.'], 664)).toHaveLength(2);
  });
});

it('joins lines over a page break, also if the next page has another margin', () => {
  const more = ['Ghostscript and a few more words, so', 'that the margin of the page is visible.'];
  const blocksOf = (texts: readonly string[]) => {
    const next = paragraph(texts, { page: 2, x: 80, y: 700 });
    return refinedPages([page(1, [paragraph(wide)]), page(2, [next])]).flat();
  };
  expect(blocksOf(more)).toHaveLength(1);
  expect(blocksOf(more.slice(0, 1))).toHaveLength(2);
});
