/** A reading index holds exactly the document, and walking it by cursor reads all of it within the budget. */
import { describe, expect, it } from 'vitest';
import { blockText, canonicalText } from '../model/block-text.ts';
import type { Block } from '../model/blocks.ts';
import type { DocumentStream } from '../model/document.ts';
import { defaultWriteOptions } from '../model/write-options.ts';
import { documentOf, heading, item, list, paragraph, table } from '../write/sample-document.ts';
import { writeJson } from '../write/write-json.ts';
import { TokenCounter } from './count-tokens.ts';
import { blockSeparator, decodeFooter, decodeLayout, footerBytes } from './index-format.ts';
import { openIndex } from './open-index.ts';
import { type ReadRequest, readRange } from './read-range.ts';
import type { PlacedBlock, Reading } from './reading.ts';
import { writeIndex } from './write-index.ts';

const asIs = (raw: Uint8Array) => raw;
const options = { includeHeaderFooter: false };

function readingOf(document: DocumentStream): Reading {
  const file = Buffer.concat([...writeIndex(document, options, asIs)]);
  const frame = decodeFooter(file.subarray(-footerBytes), file.length);
  const text = (offset: number, bytes: number) => file.subarray(offset, offset + bytes).toString();
  return openIndex(decodeLayout(text(frame.offset, frame.bytes)), async ({ offset, bytes }) =>
    text(offset, bytes),
  );
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of items) found.push(one);
  return found;
}

async function walk(reading: Reading, format: ReadRequest['format'], maxTokens: number) {
  const results = [];
  let from: ReadRequest['from'] | null = { kid: 0, unit: 0, offset: 0 };
  while (from) {
    const result = await readRange(reading, { from, toKid: reading.directory.kids, format, maxTokens });
    results.push(result);
    from = result.next;
    if (results.length > 10_000) throw new Error('reading does not end');
  }
  return results;
}

const sentence = 'The supplier shall indemnify the customer against all claims of third parties. ';
const rows = Array.from({ length: 60 }, (_, n) => [`row ${n}`, `${n * 3}`, `value of the row ${n}`]);
const pages: Block[][] = [
  [heading(1, 'One'), paragraph(sentence.repeat(8)), heading(2, 'Inner'), paragraph('élan 漢字 😀 text')],
  [],
  [list([item('first'), item('second'), item(sentence)], {}), list([item('a'), item('b')])],
  [heading(2, 'Table'), table([['Name', 'Number', 'Value'], ...rows]), heading(1, 'End'), paragraph('x')],
];
const onPages = pages.map((kids, index): Block[] =>
  JSON.parse(JSON.stringify(kids).replaceAll('"page":1', `"page":${index + 1}`)),
);
const document = documentOf(onPages);
const text = canonicalText(document.parts());
const json = JSON.parse([...writeJson(document, defaultWriteOptions)].join('')) as { kids: Block[] };

describe('the index', () => {
  it('has the blocks of the json output, at their places in the canonical text', async () => {
    const reading = readingOf(document);
    const placed = await all(reading.kids(0, reading.directory.kids));
    expect(placed.map(({ block }) => block)).toEqual(json.kids);
    expect(placed.map(({ ref }) => ref)).toEqual(json.kids.map((_, n) => `/kids/${n}`));
    const bytes = Buffer.from(text);
    const texts = placed.map((one) => text.slice(one.start, one.end));
    expect(texts.join('\n')).toBe(text);
    expect(placed.map((one) => bytes.subarray(one.byte_start, one.byte_end).toString())).toEqual(texts);
    expect(reading.directory).toMatchObject({
      kids: json.kids.length,
      length: text.length,
      bytes: bytes.length,
    });
  });

  it('has the headings above each block', async () => {
    const reading = readingOf(document);
    const above = (await all(reading.kids(0, 99))).map(({ headings, section }) => [
      headings.join('/'),
      section,
    ]);
    expect(above).toEqual([
      ['', undefined],
      ['One', '/kids/0'],
      ['One', '/kids/0'],
      ['One/Inner', '/kids/2'],
      ['One/Inner', '/kids/2'],
      ['One/Inner', '/kids/2'],
      ['One', '/kids/0'],
      ['One/Table', '/kids/6'],
      ['', undefined],
      ['End', '/kids/8'],
    ]);
  });

  it('has pages and sections with the tokens of their markdown', () => {
    const { directory } = readingOf(document);
    expect(directory.pages.map(({ page, first_kid, tables }) => [page, first_kid, tables])).toEqual([
      [1, 0, 0],
      [2, 4, 0],
      [3, 4, 0],
      [4, 6, 1],
    ]);
    const sum = (list: readonly { tokens: number }[]) =>
      list.reduce((total, { tokens }) => total + tokens, 0);
    expect(sum(directory.pages)).toBe(directory.tokens);
    expect(sum(directory.sections)).toBe(directory.tokens);
    expect(directory.sections.map(({ title, level }) => `${level} ${title}`)).toEqual([
      '1 One',
      '2 Inner',
      '2 Table',
      '1 End',
    ]);
    const [one, inner, tables, end] = directory.sections;
    expect(one?.tokens_with_children).toBe(sum([one, inner, tables].flatMap((part) => part ?? [])));
    expect(end?.tokens_with_children).toBe(end?.tokens);
  });

  it('gives the same blocks for pages as for all of them, from any frame', async () => {
    const long = Array.from({ length: 40 }, (_, n) =>
      [heading(((n % 3) + 1) as 1, `H${n}`), paragraph(sentence.repeat(200))].map((kid) => ({
        ...kid,
        page: n + 1,
      })),
    );
    const reading = readingOf(documentOf(long));
    const whole = await all(reading.kids(0, reading.directory.kids));
    const ofPages: PlacedBlock[] = [];
    for (let page = 1; page <= 40; page++) ofPages.push(...(await all(reading.blocks(page, page))));
    expect(ofPages).toEqual(whole);
    const pieces = await all(reading.text());
    expect(pieces.length).toBeGreaterThan(1);
    const texts = await all(reading.blockTexts());
    const perBlock = texts.flatMap((frame) => frame.text.split(blockSeparator));
    expect(perBlock).toEqual(whole.map(({ block }) => blockText(block)));
    for (const { start } of texts.slice(0, 5))
      expect((await reading.blockAt(start))?.placed.start).toBe(start);
    expect(pieces.map((piece) => piece.text).join('\n')).toBe(canonicalText(documentOf(long).parts()));
  });

  it('leaves out embedded images', async () => {
    const image = `data:image/png;base64,${'A'.repeat(100)}`;
    const figure: Block = { type: 'figure', page: 1, box: [0, 0, 1, 1], image, kids: [] };
    const inside = table([[{ kids: [figure] }]]);
    const reading = readingOf(documentOf([[figure, inside]]));
    expect(JSON.stringify(await all(reading.kids(0, 2)))).not.toContain('data:');
  });
});

describe('walking by cursor', () => {
  const count = (value: unknown) =>
    new TokenCounter().count(typeof value === 'string' ? value : JSON.stringify(value));

  it.each([100, 150, 400, 20_000])('reads exactly the text with %i tokens each', async (maxTokens) => {
    const results = await walk(readingOf(document), 'text', maxTokens);
    expect(results.map(({ content }) => content).join('')).toBe(text);
    for (const { content, tokens } of results) {
      expect(tokens).toBe(count(content));
      expect(tokens).toBeLessThanOrEqual(maxTokens);
    }
  });

  it.each([100, 150, 400])('keeps markdown and blocks within %i tokens', async (maxTokens) => {
    for (const format of ['markdown', 'blocks'] as const) {
      for (const { content, tokens } of await walk(readingOf(document), format, maxTokens)) {
        expect(tokens).toBe(count(content));
        expect(tokens).toBeLessThanOrEqual(maxTokens);
      }
    }
  });

  it('repeats the head of a table, and has each row once', async () => {
    const results = await walk(readingOf(document), 'markdown', 200);
    const lines = results.flatMap(({ content }) => String(content).split('\n'));
    expect(lines.filter((line) => line.startsWith('| Name')).length).toBeGreaterThan(1);
    const numbers = lines.flatMap((line) => /^\| row (\d+)/.exec(line)?.[1] ?? []);
    expect(numbers).toEqual(rows.map((_, n) => String(n)));
    expect(results.every(({ cut }) => !cut)).toBe(true);
  });

  it('has every block once', async () => {
    const results = await walk(readingOf(document), 'blocks', 400);
    const refs = results.flatMap(({ content }) =>
      (content as readonly { ref: string }[]).map(({ ref }) => ref),
    );
    expect([...new Set(refs)]).toEqual(json.kids.map((_, n) => `/kids/${n}`));
  });

  it('cuts a block that is longer than the budget, and says so', async () => {
    const long = documentOf([
      [paragraph(sentence.repeat(60)), paragraph('漢'.repeat(900)), paragraph('end')],
    ]);
    const results = await walk(readingOf(long), 'text', 100);
    expect(results.map(({ content }) => content).join('')).toBe(canonicalText(long.parts()));
    expect(results.some(({ cut }) => cut)).toBe(true);
  });

  it('marks pages, with their labels', async () => {
    const [only] = await walk(readingOf(document), 'markdown', 20_000);
    expect(only?.content).toMatch(/^<!-- page 1 -->\n\n# One\n\n/);
    expect(String(only?.content).match(/<!-- page \d+ -->/g)).toHaveLength(3);
    expect(only).toMatchObject({
      next: null,
      from: { page: 1, ref: '/kids/0' },
      to: { page: 4, ref: '/kids/9' },
    });
  });

  it('ends at once for a document without text', async () => {
    expect(await walk(readingOf(documentOf([[]])), 'markdown', 100)).toEqual([
      { content: '', tokens: 0, unitTokens: 0, from: null, to: null, cut: false, next: null },
    ]);
  });
});

describe('counting tokens', () => {
  const counter = new TokenCounter();

  it('takes control tokens as text', () => {
    expect(counter.count('<|endoftext|>')).toBeGreaterThan(1);
    expect(counter.count('hello world')).toBe(2);
  });

  it('is bounded for text without words', () => {
    const started = performance.now();
    for (const one of ['a', '漢', '!', ' ', 'aB1'])
      expect(counter.count(one.repeat(400_000))).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
