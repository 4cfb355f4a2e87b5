/** The comparison notices a link that is missing, or at other words. */
import { expect, it } from 'vitest';
import { compareLinks } from './compare-links.ts';
import type { OutputFacts, PlacedText } from './output-facts.ts';
import type { Word } from './pdf-facts.ts';

const url = 'https://example.org/';
const words: readonly Word[] = ['see', 'the', 'report.'].map((text, at) => ({
  page: 1,
  box: [50 * at, 100, 50 * at + 40, 110],
  text,
}));
const link = { page: 1, url, rectangles: [[49, 99, 141, 111]] } as const;

function output(json: readonly PlacedText[], written: string | null): OutputFacts {
  const links = written === null ? [] : [{ target: url, words: written }];
  return {
    links: json,
    fields: [],
    pageTexts: new Map([[1, 'see the report.']]),
    linksOf: { markdown: links, html: links },
    textOf: { json: '', markdown: '', html: '', text: '' },
  };
}

const placed = (text: string) => ({ page: 1, url, words: text });

it.each([
  ['carried', [placed('the report.')], 'the report.'],
  ['carried', [placed('the'), placed('report')], 'the report'],
  ['missing in json', [], null],
  ['other words in json', [placed('see the report.')], 'see the report.'],
  ['other words in json', [placed('the')], 'the'],
  ['missing in markdown', [placed('the report.')], null],
])('is %s if json has %j and markdown %j', (verdict, json, written) => {
  expect(compareLinks([link], words, output(json, written))).toMatchObject([{ page: 1, url, verdict }]);
});

it('has nothing to say about places without words, and about other schemes', () => {
  const elsewhere = { ...link, rectangles: [[300, 300, 400, 320]] } as const;
  expect(compareLinks([elsewhere], words, output([], null))).toMatchObject([
    { verdict: 'no words under it' },
  ]);
  expect(compareLinks([{ ...link, url: 'javascript:alert(1)' }], words, output([], null))).toEqual([]);
  expect(compareLinks([{ ...link, url: null }], words, output([], null))).toEqual([]);
});

it('tells words that are not in the output from links that are lost', () => {
  const without = { ...output([], null), pageTexts: new Map([[1, 'see']]) };
  expect(compareLinks([link], words, without)).toMatchObject([{ verdict: 'words not in the output' }]);
});

it('tells words that are hidden from words that are lost', () => {
  const without = { ...output([], null), pageTexts: new Map([[1, 'see']]) };
  const verdictWith = (box: Word['box'], page = 1) =>
    compareLinks([link], words, without, [{ page, box }])[0]?.verdict;
  expect(verdictWith([45, 98, 150, 112])).toBe('hidden words');
  expect(verdictWith([45, 198, 150, 212])).toBe('words not in the output');
  expect(verdictWith([45, 98, 150, 112], 2)).toBe('words not in the output');
});
