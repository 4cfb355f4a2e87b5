/** Quotes are judged by what the document says, never more generously. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Paragraph } from '../model/blocks.ts';
import { wholeText } from '../properties/check-chunks.ts';
import { memoryReading } from '../testing/memory-reading.ts';
import { documentOf, heading, item, list, paragraph, table } from '../write/sample-document.ts';
import { formatAnchor, parseAnchor } from './anchor.ts';
import { locate } from './locate.ts';
import { normalize, normalizeQuote } from './normalize.ts';
import type { LocateOptions, Quote } from './quote.ts';

const usual: LocateOptions = { minScore: 0.8, limit: 5, ignoreCase: false };

const liability =
  'The aggregate liability of the supplier shall not exceed EUR 500,000 in any contract year, unless the parties agree otherwise in writing.';
const pages: readonly (readonly Block[])[] = [
  [
    heading(1, 'Master Services Agreement'),
    paragraph('This agreement is made between Acme Holdings Limited and Mr. Jonathan Barnes of Springfield.'),
    heading(2, 'Liability'),
    paragraph(liability),
    paragraph('Payment is due within thirty days of the date of each invoice.'),
  ],
  [
    { ...paragraph('Each invoice shall be paid in the currency that is stated on its first page.'), page: 2 },
    {
      ...list([item('a bicycle with two wheels', [], '•'), item('a tricycle with three wheels', [], '•')]),
      page: 2,
    },
    {
      ...table([
        ['Region', 'Revenue'],
        ['North America', '12,400'],
      ]),
      page: 2,
    },
    { ...paragraph('Payment is due within thirty days of the date of each invoice.'), page: 2 },
  ],
];

async function verdictOf(quote: Quote | string, change: Partial<LocateOptions> = {}, isComplete = true) {
  const asked = typeof quote === 'string' ? { exact: quote } : quote;
  const [found] = await locate(
    memoryReading(documentOf(pages)),
    [asked],
    { ...usual, ...change },
    isComplete,
  );
  if (!found) throw new Error('no answer');
  return found;
}

describe('verbatim', () => {
  it.each([
    ['as it is', 'shall not exceed EUR 500,000 in any contract year'],
    ['other white space', 'shall  not\nexceed EUR 500,000\tin any contract year'],
    ['a hyphen at a line end', 'shall not exceed EUR 500,000 in any con-\ntract year'],
    ['soft hyphens and zero-width spaces', 'shall not ex\u00adceed EUR 500,000 in\u200b any contract year'],
    ['over two blocks', 'agree otherwise in writing. Payment is due within'],
    ['over two pages', 'date of each invoice. Each invoice shall be paid in the currency'],
    ['over items of a list', 'a bicycle with two wheels a tricycle with three wheels'],
    ['over cells of a table', 'North America 12,400'],
    ['full-width letters', 'ｓhall not exceed EUR 500,000'],
  ])('%s', async (_, quote) => {
    expect(await verdictOf(quote)).toMatchObject({ verdict: 'verbatim', score: 1, total: 1 });
  });

  it('says where: page, refs, headings, offsets and context', async () => {
    const { matches } = await verdictOf('shall not exceed EUR 500,000');
    expect(matches[0]).toMatchObject({
      page: 1,
      refs: ['/kids/3'],
      headings: ['Master Services Agreement', 'Liability'],
      exact: 'shall not exceed EUR 500,000',
      prefix: 'liability of the supplier ',
      suffix: ' in any contract year, unless',
    });
    const text = await wholeText(memoryReading(documentOf(pages)));
    expect(text.slice(matches[0]?.start, matches[0]?.end)).toBe('shall not exceed EUR 500,000');
  });

  it('ignores case only if asked to', async () => {
    const quote = 'SHALL NOT EXCEED eur 500,000';
    expect((await verdictOf(quote)).verdict).toBe('near');
    expect((await verdictOf(quote, { ignoreCase: true })).verdict).toBe('verbatim');
  });
});

describe('near', () => {
  it.each([
    [
      'another digit',
      'shall not exceed EUR 600,000 in any contract year',
      { op: 'replace', quote: '600,000', document: '500,000' },
    ],
    [
      'a part of a number',
      'of the supplier shall not exceed EUR 500',
      { op: 'replace', quote: '500', document: '500,000' },
    ],
    [
      'another separator',
      'shall not exceed EUR 500.000 in any contract year',
      { op: 'replace', quote: '500.000', document: '500,000' },
    ],
    [
      'a negation left out',
      'liability of the supplier shall exceed EUR 500,000',
      { op: 'insert', quote: '', document: 'not' },
    ],
    [
      'a negation added',
      'unless the parties do not agree otherwise in writing',
      { op: 'delete', quote: 'do not', document: '' },
    ],
    [
      'another name',
      'Acme Holdings Limited and Mr. Jonathan Burnes of Springfield',
      { op: 'replace', quote: 'Burnes', document: 'Barnes' },
    ],
    [
      'a part of a word',
      'in any contract year, unless the part',
      { op: 'replace', quote: 'part', document: 'parties' },
    ],
    [
      'a letter in another case',
      'the aggregate liability of the supplier',
      { op: 'replace', quote: 'the', document: 'The' },
    ],
  ])('%s', async (_, quote, difference) => {
    const found = await verdictOf(quote);
    expect(found).toMatchObject({ verdict: 'near', matches: [{ differences: [difference] }] });
    expect(found.score).toBeLessThan(1);
    expect(found.score).toBeGreaterThan(0.8);
  });
});

describe('ambiguous', () => {
  const twice = 'Payment is due within thirty days';

  it('is what is there twice', async () => {
    expect(await verdictOf(twice)).toMatchObject({ verdict: 'ambiguous', score: 1, total: 2 });
  });

  it.each<[string, Partial<Quote>]>([
    ['the page', { page: 2 }],
    ['the text before it', { prefix: 'North America 12,400 ' }],
    ['the text after it', { suffix: ' of the date of each invoice. Each invoice shall' }],
  ])('is resolved by %s', async (_, more) => {
    expect(await verdictOf({ exact: twice, ...more })).toMatchObject({ verdict: 'verbatim' });
  });
});

it('says whether the page is right', async () => {
  const exact = 'shall not exceed EUR 500,000';
  expect(await verdictOf({ exact, page: 1 })).toMatchObject({ page_claimed: 1, page_right: true });
  expect(await verdictOf({ exact, page: 2 })).toMatchObject({
    page_claimed: 2,
    page_right: false,
    verdict: 'verbatim',
  });
});

it('calls a quote scattered that was put together from pieces', async () => {
  const quote =
    'The aggregate liability of the supplier Payment is due within thirty days in any contract year';
  const { verdict, matches } = await verdictOf(quote);
  expect(verdict).toBe('scattered');
  expect(matches.map(({ exact }) => exact)).toEqual([
    'The aggregate liability of the supplier',
    'Payment is due within thirty days',
    'in any contract year',
  ]);
});

it('does not search for what is everywhere', async () => {
  expect(await verdictOf('the supplier')).toMatchObject({ verdict: expect.not.stringMatching('too_short') });
  expect(await verdictOf('the Tenant')).toMatchObject({ verdict: 'too_short', matches: [] });
});

it('calls a quote absent only if all pages could be searched', async () => {
  const quote = 'Completely unrelated words about zebras and quantum pineapples';
  expect(await verdictOf(quote)).toMatchObject({ verdict: 'absent', matches: [] });
  expect(await verdictOf(quote, {}, false)).toMatchObject({ verdict: 'undetermined' });
});

describe('raised digits', () => {
  const raised = (content: string, from: number): Paragraph => ({
    ...paragraph(content, [{ start: from, end: from + 1, sup: true }]),
  });
  const found = async (block: Block, quote: string) => {
    const [answer] = await locate(memoryReading(documentOf([[block]])), [{ exact: quote }], usual, true);
    return answer?.verdict;
  };

  it('are not digits on the line', async () => {
    const power = raised('There are about 102 bacteria in each sample.', 18);
    expect(await found(power, 'about 10² bacteria in each sample')).toBe('verbatim');
    expect(await found(power, 'about 102 bacteria in each sample')).toBe('near');
    expect(await found(power, 'about 10 bacteria in each sample')).toBe('near');
    const plain = paragraph('There are about 102 bacteria in each sample.');
    expect(await found(plain, 'about 10² bacteria in each sample')).toBe('near');
  });

  it('that refer to a note may be left out', async () => {
    const note = raised('The samples were frozen3 before they were sent.', 23);
    expect(await found(note, 'The samples were frozen before they were sent')).toBe('verbatim');
    expect(await found(note, 'The samples were frozen')).toBe('verbatim');
  });
});

it('finds a quote wherever a long text is cut into pieces', async () => {
  const words = Array.from({ length: 60_000 }, (_, n) => `w${n}`);
  const blocks = Array.from({ length: 300 }, (_, n) =>
    paragraph(words.slice(n * 200, n * 200 + 200).join(' ')),
  );
  const reading = memoryReading(documentOf([blocks]));
  const quotes = Array.from({ length: 50 }, (_, n) => ({
    exact: words.slice(n * 1_190, n * 1_190 + 15).join(' '),
  }));
  const found = await locate(reading, quotes, usual, true);
  expect(new Set(found.map(({ verdict }) => verdict))).toEqual(new Set(['verbatim']));
});

it('maps normalized text to where it comes from', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
      const text = `${before} needle-in-it ${after}`.normalize('NFC');
      const { text: normalized, starts, ends } = normalize(text, { ignoreCase: false });
      const at = normalized.indexOf('needle-in-it');
      const found = text.slice(starts[at], ends[at + 'needle-in-it'.length - 1]);
      expect(normalizeQuote(found, { ignoreCase: false })).toBe('needle-in-it');
    }),
    { seed: 27 },
  );
});

describe('anchors', () => {
  const anchor = {
    job: '019a7f6e-0000-7000-8000-000000000000',
    parse: 'a1b2c3d4e5f6',
    ref: '/kids/42',
    start: 18_301,
    end: 18_330,
  };

  it('are read as they are written', () => {
    const text = formatAnchor({ ...anchor, parse: `${anchor.parse}0123456789` });
    expect(text).toBe('octavo:019a7f6e-0000-7000-8000-000000000000@a1b2c3d4e5f6#/kids/42:18301-18330');
    expect(parseAnchor(text)).toEqual(anchor);
  });

  it.each([
    '',
    'octavo:',
    'octavo:x@a1b2c3d4e5f6#/kids/1:1-2',
    `${formatAnchor(anchor)}0x`,
    formatAnchor({ ...anchor, end: 5 }),
  ])('are refused if malformed: %s', (text) => {
    expect(parseAnchor(text)).toBeNull();
  });
});
