/** The json and text outputs of small documents. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../model/blocks.ts';
import type { Document } from '../model/document.ts';
import { defaultWriteOptions, type WriteOptions } from '../model/write-options.ts';
import { at, documentOf, heading, item, list, paragraph, table, textBlock } from './sample-document.ts';
import { writeJson } from './write-json.ts';
import { writeText } from './write-text.ts';

const withOptions = (options: Partial<WriteOptions>) => ({ ...defaultWriteOptions, ...options });
const json = (blocks: readonly Block[], options: Partial<WriteOptions> = {}): Document =>
  JSON.parse([...writeJson(documentOf([blocks]), withOptions(options))].join(''));
const text = (blocks: readonly Block[], options: Partial<WriteOptions> = {}) =>
  [...writeText(documentOf([blocks]), withOptions(options))].join('');

const artifact: Block = { type: 'artifact', ...at, kind: 'header', kids: [paragraph('Running head')] };

describe('json', () => {
  it('is one object with one block a line', () => {
    const chunks = [...writeJson(documentOf([[heading(1, 'A'), paragraph('B')]]), defaultWriteOptions)].join(
      '',
    );
    expect(chunks.split('\n').map((line) => line.slice(0, 17))).toEqual([
      '{"schema":"octavo',
      '{"type":"heading"',
      '{"type":"paragrap',
      ']}',
      '',
    ]);
  });

  it('rounds numbers to hundredths', () => {
    const block = { ...paragraph('x'), box: [1.005, 2.349999, -0.001, 100] as const };
    expect(json([block]).kids[0]?.box).toEqual([1, 2.35, 0, 100]);
  });

  it('has artifacts only when asked for', () => {
    expect(json([artifact]).kids).toEqual([]);
    expect(json([artifact], { includeHeaderFooter: true }).kids).toMatchObject([{ type: 'artifact' }]);
  });

  it('has no links of schemes that are not allowed, and no spans without text', () => {
    const spans = [
      { start: 0, end: 1, link: { url: 'javascript:x' } },
      { start: 3, end: 9, bold: true as const },
    ];
    expect(json([paragraph('abc', spans)]).kids[0]).toMatchObject({ spans: [] });
  });

  it('replaces characters that other formats cannot carry, without moving an offset', () => {
    expect(json([paragraph('a\u0000b\ud800c\u2028d')]).kids[0]).toMatchObject({ content: 'a b\ufffdc d' });
  });

  it('is valid for a document without blocks', () => {
    expect(json([]).kids).toEqual([]);
  });

  it('keeps the text of blocks that nest deeper than printed documents do', () => {
    let block: Block = paragraph('deep');
    for (let depth = 0; depth < 5_000; depth++) block = list([item('', [block])]);
    expect(text([block])).toContain('deep');
  });
});

describe('text', () => {
  it('has a line per text, rows with tabs, and labels of items', () => {
    const blocks = [
      heading(1, 'Title'),
      list([item('first', [list([item('inner', [], '•')])], '1.')], {}),
      table([
        ['a', 'b'],
        ['c d', { kids: [paragraph('e'), paragraph('f')] }],
      ]),
      textBlock('code', 'x\ny'),
      artifact,
    ];
    expect(text(blocks)).toBe('Title\n1. first\n• inner\na\tb\nc d\te f\nx\ny\n');
  });

  it('breaks lines where they are printed if asked for', () => {
    const line = (start: number, end: number) => ({ page: 1, box: at.box, start, end });
    const block = { ...paragraph('one two'), lines: [line(0, 3), line(4, 7)] };
    expect(text([block], { keepLineBreaks: true })).toBe('one\ntwo\n');
  });

  it('has the separator before each page', () => {
    expect(text([paragraph('x')], { textPageSeparator: '[%page-number%]' })).toBe('[1]\nx\n');
  });
});

it('asks for a part only when the one before is written', () => {
  const requested: number[] = [];
  const document = documentOf([[paragraph('a')], [paragraph('b')]]);
  const parts = function* () {
    for (const part of document.parts()) {
      requested.push(part.page);
      yield part;
    }
  };
  const chunks = writeText({ ...document, parts }, defaultWriteOptions);
  expect([chunks.next().value, requested]).toEqual(['a\n', [1]]);
  expect([chunks.next().value, requested]).toEqual(['b\n', [1, 2]]);
});
