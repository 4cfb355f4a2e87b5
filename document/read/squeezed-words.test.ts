import { expect, it } from 'vitest';
import type { Run } from '../model/extraction.ts';
import { line, list, page, paragraph, run } from '../testing/extraction-builder.ts';
import { spaceSqueezedWords } from './squeezed-words.ts';

/** Words with a gap of so many parts of the font size between them, and no space. */
function squeezed(words: readonly string[], gap: number, letterGap = 0): Run {
  const [size, left] = [10, 50];
  const ends: number[] = [];
  let end = left;
  for (const [at, word] of words.entries()) {
    if (at > 0) end += gap * size;
    for (const _letter of word) {
      end += (0.5 + letterGap) * size;
      ends.push(end);
    }
  }
  const text = words.join('');
  return { ...run(text, left, 600), ends, box: [left, 598, end, 608] };
}

const words = ['several', 'words', 'of', 'one', 'squeezed', 'line'];
const usual = paragraph(['several words of one squeezed line', 'several words of one squeezed line']);

function textOf(squeezedRun: Run): string {
  const { elements } = spaceSqueezedWords(page(1, [usual, paragraph([line(squeezedRun)])]));
  const [, spaced] = elements;
  return spaced !== undefined && 'lines' in spaced ? (spaced.lines[0]?.runs[0]?.text ?? '') : '';
}

it('puts spaces where letters are wider than elsewhere on the page', () => {
  expect(textOf(squeezed(words, 0.166))).toBe('several words of one squeezed line');
});

const wordsOfForms = [
  '\ufee2\ufee0\ufecb',
  '\ufe8e\ufee0\ufedf',
  '\ufe8e\ufee4\ufee3',
  '\ufeee\ufee8\ufee7',
  '\ufee2\ufee4\ufee7',
];

/** Letters of 5 points with 3 points between words, whose fonts say how wide they are. */
function measured(words: readonly string[]): Run {
  const [starts, ends]: [number[], number[]] = [[], []];
  let left = 50;
  for (const word of words) {
    for (const _letter of word) {
      starts.push(left);
      ends.push(left + 5);
      left += 5;
    }
    left += 3;
  }
  return { ...run(words.join(''), 50, 600), starts, ends, box: [50, 598, left, 608] };
}

it('puts spaces where room is left between Arabic letters whose widths are known', () => {
  expect(textOf(measured(wordsOfForms))).toBe(wordsOfForms.join(' '));
});

it('puts no space at the left of an Arabic letter that joins the next one', () => {
  const [initial, ...others] = ['\ufecb\ufe8e', ...wordsOfForms];
  const spaced = textOf(measured([...others, initial ?? '', ...others]));
  expect(spaced).toBe(`${others.join(' ')}${initial} ${others.join(' ')}`);
});

it('places the spaces in the gaps', () => {
  const { elements } = spaceSqueezedWords(page(1, [usual, paragraph([line(squeezed(words, 0.2))])]));
  const [, spaced] = elements;
  const found = spaced !== undefined && 'lines' in spaced ? spaced.lines[0]?.runs[0] : undefined;
  expect(found?.ends?.length).toBe(found?.text.length);
  expect(found?.ends?.slice(6, 9)).toEqual([85, 87, 92].map((end) => expect.closeTo(end)));
});

it('puts spaces into short words of a line with more than one gap, in all of its runs', () => {
  const runs = [
    squeezed(['if', 'the'], 0.2),
    squeezed(['explicitly', 'with'], 0.2),
    squeezed(['by', 'it'], 0.2),
  ];
  const { elements } = spaceSqueezedWords(
    page(1, [usual, paragraph(['explicitly if by it']), paragraph([line(...runs)])]),
  );
  const last = elements.at(-1);
  const texts = last !== undefined && 'lines' in last ? last.lines[0]?.runs.map(({ text }) => text) : [];
  expect(texts).toEqual(['if the', 'explicitly with', 'by it']);
});

it.each([
  ['a line with one gap', squeezed(['explicitly', 'with'], 0.2)],
  ['a wide f, which may be a ligature', squeezed(['explicitlyso', 'fthe', 'f'], 0.2)],
  ['addresses', squeezed(['https://example.org/a/path/that/is/long'], 0)],
  ['letters that are spaced out', squeezed(words, 0.2, 0.2)],
  ['a replaced address that is stretched', squeezed([...'https://example.com'], 0.2)],
  ['kerned letters', squeezed(words, 0.05)],
  ['words of scripts without spaces', squeezed(['汉字'.repeat(20), '汉字'], 0.2)],
])('leaves %s', (_name, unchanged) => {
  expect(textOf(unchanged)).toBe(unchanged.text);
});

it('finds lines of lists, and leaves pages without such lines as they are', () => {
  const item = list([['x', 60]]);
  if (item.type !== 'list') throw new Error('not a list');
  const [first] = item.kids;
  const kids = first ? [{ ...first, lines: [line(squeezed(words, 0.166))] }] : [];
  const { elements } = spaceSqueezedWords(page(1, [usual, { ...item, kids }]));
  expect(JSON.stringify(elements)).toContain('"several words of one squeezed line","box":[50,598');
  const plain = page(1, [usual]);
  expect(spaceSqueezedWords(plain)).toBe(plain);
});

it.each([
  // Printed from left to right; the last letter of each word is at its left.
  ['are forms', ['ﺖﺳا', 'هﺪﻣآ', 'ﺮﯾز', 'لﺎﺜﻣ'], 'ﺖﺳا هﺪﻣآ ﺮﯾز لﺎﺜﻣ'],
  ['are not forms, so that their widths differ', ['تسا', 'هدمآ', 'ریز', 'لاثم'], 'تساهدمآریزلاثم'],
])('puts spaces between Arabic words only if their letters %s', (_name, arabic, expected) => {
  const spaced = paragraph([arabic.join(' ')]);
  const { elements } = spaceSqueezedWords(page(1, [spaced, paragraph([line(squeezed(arabic, 0.2))])]));
  const last = elements.at(-1);
  expect(last !== undefined && 'lines' in last ? last.lines[0]?.runs[0]?.text : undefined).toBe(expected);
});
