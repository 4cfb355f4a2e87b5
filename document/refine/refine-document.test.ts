import { describe, expect, it } from 'vitest';
import type { ExtractedPage } from '../model/extraction.ts';
import { readExtraction } from '../read/read-extraction.ts';
import {
  extraction,
  heading,
  line,
  list,
  page,
  paragraph,
  run,
  table,
} from '../testing/extraction-builder.ts';
import { addDocument, addExtracted, differenceOf } from '../testing/letters-of.ts';
import { refineDocument } from './refine-document.ts';

const sample = (): ExtractedPage[] => [
  page(1, [
    heading('Chapter One', 1),
    list([
      ['1. one', 60],
      ['a) inner', 80],
      ['2. two', 60],
    ]),
    paragraph(['A line with a ﬁne liga-', 'ture and an end'], { y: 500 }),
  ]),
  page(2, [
    paragraph(['of the sentence.'], { page: 2, y: 780 }),
    table(
      [
        ['Name', 'Value'],
        ['a', '1'],
      ],
      { page: 2, looks: [{ bold: true }] },
    ),
    paragraph([line(run('bold', 50, 300, { bold: true }), run('plain', 75, 300))], { page: 2 }),
  ]),
];

describe('refineDocument', () => {
  it('gives the head of the document', () => {
    const { head } = refineDocument(extraction(sample(), { title: 'T\u0000itle' }), {
      fileName: 'a.pdf',
      language: 'de',
    });
    expect(head).toMatchObject({ file_name: 'a.pdf', title: 'Title', language: 'de', page_count: 2 });
    expect(head.pages).toHaveLength(2);
  });

  it('joins a paragraph over the page break, with lines on both pages', () => {
    const [first, second] = [...refineDocument(extraction(sample()), {}).parts()];
    const text = first?.kids.find((block) => block.type === 'paragraph');
    expect(text?.content).toBe('A line with a fine ligature and an end of the sentence.');
    expect(text?.lines.map(({ page: number }) => number)).toEqual([1, 1, 2]);
    expect(text?.lines.map(({ start, end }) => text.content.slice(start, end))).toEqual([
      'A line with a fine liga',
      'ture and an end',
      'of the sentence.',
    ]);
    expect(second?.kids.map((block) => block.type)).toEqual(['table', 'paragraph']);
  });

  it('can be iterated twice with the same result', () => {
    const document = refineDocument(extraction(sample()), {});
    expect([...document.parts()]).toEqual([...document.parts()]);
  });

  it('neither loses nor repeats a letter', () => {
    const source = extraction(sample());
    const [before, after] = [new Map<string, number>(), new Map<string, number>()];
    for (const record of readExtraction(source)) if (record.record === 'page') addExtracted(before, record);
    for (const part of refineDocument(source, {}).parts()) addDocument(after, part.kids);
    expect(differenceOf(before, after)).toBe('');
  });
});
