/** Chunks cover the document, are bounded, and say where they come from. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Block } from '../model/blocks.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { chunkPropertyFaults } from '../properties/check-chunks.ts';
import { TokenCounter } from '../reading/count-tokens.ts';
import { memoryReading } from '../testing/memory-reading.ts';
import { documentOf, heading, item, list, paragraph, table, textBlock } from '../write/sample-document.ts';
import type { Chunk, ChunkOptions } from './chunk.ts';
import { makeChunks } from './make-chunks.ts';

const usual: ChunkOptions = {
  max_tokens: 512,
  overlap: 0,
  merge: true,
  tables: 'markdown',
  tokenizer: 'characters',
};

async function chunksOf(
  kids: readonly Block[],
  change: Partial<ChunkOptions> = {},
): Promise<readonly Chunk[]> {
  const reading = memoryReading(documentOf([kids]));
  const idOf = (ref: string, start: number, end: number) => `${ref}:${start}-${end}`;
  const made = await Array.fromAsync(makeChunks(reading, { ...usual, ...change }, idOf));
  return made.map(({ chunk }) => chunk);
}

const texts = async (kids: readonly Block[], change: Partial<ChunkOptions> = {}) =>
  (await chunksOf(kids, change)).map(({ text }) => text);

const sentence = (n: number) => `This is sentence number ${n} of the text.`;
const long = (count: number) => Array.from({ length: count }, (_, n) => sentence(n)).join(' ');

const optionsOf: fc.Arbitrary<ChunkOptions> = fc.record({
  max_tokens: fc.constantFrom(64, 200, 1_000),
  overlap: fc.constantFrom(0, 0, 20),
  merge: fc.boolean(),
  tables: fc.constantFrom('markdown' as const, 'csv' as const, 'html' as const),
  tokenizer: fc.constantFrom('characters' as const, 'o200k_base' as const),
});

it.each([false, true])(
  'holds for documents at random (contradicting tables: %s)',
  async (tables) => {
    await fc.assert(
      fc.asyncProperty(arbitraryDocument(tables), optionsOf, async (random, options) => {
        expect(await chunkPropertyFaults(memoryReading(random), options)).toEqual([]);
      }),
      { numRuns: Number(process.env['OCTAVO_PROPERTY_RUNS'] ?? 60), seed: 26 },
    );
  },
  120_000,
);

it.each([
  'ends with a word',
  'ends with a word.',
  'ends with «signs» and a7',
  'ends with a\u00a0word',
  'ends with don’t',
  'ENDS With CamelCase',
  'ends here: Ende',
  'ends with 漢 字',
  '/ends with a/path',
  `ends with ${'long'.repeat(30)}`,
])('counts the tokens of its text exactly: %s', async (end) => {
  const chunks = await chunksOf([heading(1, 'Title'), paragraph(sentence(1)), paragraph(end)], {
    tokenizer: 'o200k_base',
  });
  const counter = new TokenCounter();
  expect(chunks.map(({ num_tokens }) => num_tokens)).toEqual(chunks.map(({ text }) => counter.count(text)));
});

it('begins a chunk with each section, under the path of its headings', async () => {
  const kids = [
    heading(1, '3 Liability'),
    heading(2, '3.2 Indemnity'),
    paragraph('The supplier shall pay.'),
    heading(2, '3.3 Insurance'),
    paragraph('Both parties insure.'),
  ];
  const chunks = await chunksOf(kids);
  expect(chunks.map(({ text }) => text)).toEqual([
    '3 Liability › 3.2 Indemnity\n\nThe supplier shall pay.',
    '3 Liability › 3.3 Insurance\n\nBoth parties insure.',
  ]);
  expect(chunks[0]?.raw_text).toBe('3 Liability\n3.2 Indemnity\nThe supplier shall pay.');
  expect(chunks[1]).toMatchObject({ section: '/kids/3', headings: ['3 Liability', '3.3 Insurance'] });
});

it('keeps blocks apart without merge', async () => {
  const kids = [paragraph('First paragraph.'), paragraph('Second paragraph.')];
  expect(await texts(kids)).toEqual(['First paragraph.\nSecond paragraph.']);
  expect(await texts(kids, { merge: false })).toEqual(['First paragraph.', 'Second paragraph.']);
});

it('cuts a long text between sentences and a long list between items', async () => {
  const pieces = await texts([paragraph(long(6))], { max_tokens: 100 });
  expect(pieces.every((text) => text.endsWith('text.') && text.startsWith('This'))).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  const items = list([item('one thing'), item('another thing'), item('the last thing')]);
  expect(await texts([items], { max_tokens: 26 })).toEqual(['one thing\nanother thing', 'the last thing']);
});

it('repeats the end of a chunk as overlap', async () => {
  const chunks = await chunksOf([paragraph(long(6))], { max_tokens: 120, overlap: 45 });
  for (const [index, chunk] of chunks.entries()) {
    const before = chunks[index - 1];
    if (!before) continue;
    expect(chunk.start).toBeLessThan(before.end);
    expect(before.raw_text.endsWith(chunk.raw_text.slice(0, before.end - chunk.start))).toBe(true);
  }
  expect(chunks.length).toBeGreaterThan(2);
});

const header = (content: string) => ({ header: 'column' as const, kids: [paragraph(content)] });
const prices = table([
  [header('Item'), header('Price')],
  ...Array.from({ length: 6 }, (_, n) => [`item ${n}`, `${n}00 EUR`]),
]);

it('cuts tables between rows and repeats the header', async () => {
  const chunks = await chunksOf([textBlock('caption', 'Table 1'), prices], {
    max_tokens: 100,
    tables: 'csv',
  });
  expect(chunks[0]?.captions).toEqual(['Table 1']);
  expect(chunks.map(({ type }) => new Set([type]).has('table'))).not.toContain(false);
  expect(chunks[1]?.text.split('\n')[0]).toBe('Item,Price');
  expect(chunks[1]?.raw_text.startsWith('item')).toBe(true);
  expect(chunks[1]?.table).toMatchObject({ n: 1, columns: ['Item', 'Price'], header_repeated: true });
  const rows = chunks.map(({ table: part }) => [part?.row_start, part?.row_end]);
  expect(rows[0]?.[0]).toBe(1);
  expect(rows.at(-1)?.[1]).toBe(7);
  for (const [index, [from]] of rows.entries()) {
    if (index > 0) expect(from).toBe((rows[index - 1]?.[1] ?? 0) + 1);
  }
});

it('flags a row that is longer than a chunk', async () => {
  const [first, second] = await chunksOf(
    [
      table([
        ['a', 'b'],
        [long(5), 'c'],
      ]),
    ],
    { max_tokens: 64 },
  );
  expect(first?.oversized).toBe(false);
  expect(second?.oversized).toBe(true);
});

it.each([
  ['markdown', /\| Item\s*\| Price\s*\|/],
  ['csv', /^Item,Price$/m],
  ['html', /<th scope="col">Item<\/th>/],
] as const)('writes tables as %s', async (tables, pattern) => {
  const [chunk] = await chunksOf([prices], { tables });
  expect(chunk?.text).toMatch(pattern);
  expect(chunk?.raw_text.startsWith('Item\tPrice\nitem 0\t000 EUR')).toBe(true);
});

it('numbers figures and names their images', async () => {
  const figure: Block = {
    type: 'figure',
    page: 1,
    box: [72, 500, 200, 600],
    image: 'imageFile1.png',
    kids: [textBlock('caption', 'Figure 1: a tree')],
  };
  const chunks = await chunksOf([paragraph('See below.'), figure]);
  const all = chunks.flatMap(({ figures }) => figures);
  expect(all).toEqual([{ n: 1, image: 'imageFile1.png', page: 1, box: [72, 500, 200, 600] }]);
  expect(chunks.flatMap(({ captions }) => captions)).toEqual(['Figure 1: a tree']);
});

it('keeps a caption that does not fit with its table for the text that follows, before and after a break', async () => {
  const rows = [[long(6), 'x']];
  const kids = [table(rows), textBlock('caption', 'Table 1: sentences'), paragraph('The text goes on.')];
  const texts64 = await texts(kids, { max_tokens: 64, tokenizer: 'o200k_base' });
  expect(texts64.at(-1)).toBe('Table 1: sentences\nThe text goes on.');
});
