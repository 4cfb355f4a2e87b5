/** Recognized words (OCR) keep their confidence at their place in the text. */
import { describe, expect, it } from 'vitest';
import type { Text, Word } from '../model/blocks.ts';
import type { RecognizedWord } from '../model/extraction.ts';
import { walk } from '../model/walk.ts';
import { ExtractionError } from '../read/extraction-error.ts';
import { extraction, line, page, paragraph, run } from '../testing/extraction-builder.ts';
import { refineDocument } from './refine-document.ts';

const wordsFile = (...records: readonly object[]) => ({
  lines: () =>
    [
      ...records.map((record) => ({ record: 'page', confidence: 80, ...record })),
      { record: 'end', pages: records.length },
    ].map((record) => JSON.stringify(record)),
});

/** A word of the layout of `run`: glyphs of 5 points from `x`. */
const word = (text: string, x: number, y: number, confidence: number): RecognizedWord => [
  ...([x, y, x + text.length * 5, 10] as const),
  confidence,
];

function texts(document: ReturnType<typeof refineDocument>): readonly Text[] {
  return [...document.parts()]
    .flatMap(({ kids }) => [...walk(kids)])
    .filter((node) => 'content' in node) as Text[];
}

const spelled = ({ content, words = [] }: Text) =>
  words.map(({ start, end, confidence }: Word) => [content.slice(start, end), confidence]);

describe('recognized words', () => {
  it('have their confidence, also where a line break is resolved', () => {
    const source = extraction([page(1, [paragraph(['The tozn gate liga-', 'ture ends.'])])]);
    const first = [
      word('The', 50, 700, 96),
      word('tozn', 70, 700, 41),
      word('gate', 95, 700, 90),
      word('liga-', 120, 700, 88),
    ];
    const second = [word('ture', 50, 688, 77), word('ends.', 75, 688, 93)];
    const words = wordsFile({ page: 1, words: [...first, ...second] });
    const document = refineDocument(source, { words });
    const [text] = texts(document);
    expect(text?.content).toBe('The tozn gate ligature ends.');
    expect(text && spelled(text)).toEqual([
      ['The', 0.96],
      ['tozn', 0.41],
      ['gate', 0.9],
      ['liga', 0.88],
      ['ture', 0.77],
      ['ends.', 0.93],
    ]);
    expect(document.head.pages[0]?.ocr).toEqual({ words: 6, confidence: 0.8 });
  });

  it('are told apart on lines that are close', () => {
    const lines = [line(run('one', 50, 700)), line(run('two', 50, 694))];
    const words = wordsFile({ page: 1, words: [word('one', 50, 700, 10), word('two', 50, 694, 20)] });
    const [text] = texts(refineDocument(extraction([page(1, [paragraph(lines)])]), { words }));
    expect(text && spelled(text)).toEqual([
      ['one', 0.1],
      ['two', 0.2],
    ]);
  });

  it('belong to their page alone: text of other pages has none', () => {
    const pages = [1, 2, 3].map((number) => page(number, [paragraph([`Page ${number}.`], { page: number })]));
    const words = wordsFile({ page: 2, words: [word('Page', 50, 700, 60), word('2.', 75, 700, 70)] });
    const document = refineDocument(extraction(pages), { words });
    expect(texts(document).map((text) => text.words?.length)).toEqual([undefined, 2, undefined]);
    expect(document.head.pages.map(({ ocr }) => ocr?.words)).toEqual([undefined, 2, undefined]);
  });
});

describe('a file of words', () => {
  const source = extraction([page(1, [paragraph(['One.'])])]);
  const refine = (lines: readonly string[]) => () =>
    refineDocument(source, { words: { lines: () => lines } });

  it.each([
    ['that is cut', ['{"record":"page","page":1,"confidence":90,"words":[]}']],
    ['with a missing page', ['{"record":"end","pages":1}']],
    ['with a wrong record', ['{"record":"page","page":1,"confidence":900,"words":[]}']],
    ['that is not JSON', ['nothing']],
    [
      'whose pages do not ascend',
      [
        '{"record":"page","page":1,"confidence":1,"words":[]}',
        '{"record":"page","page":1,"confidence":1,"words":[]}',
        '{"record":"end","pages":2}',
      ],
    ],
  ])('%s is refused', (_name, lines) => {
    expect(refine(lines)).toThrow(ExtractionError);
  });
});
