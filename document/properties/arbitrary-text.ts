/** Texts at random, with marks, links, lines and recognized words. */
import fc from 'fast-check';
import type { Line, Span, Text, Word } from '../model/blocks.ts';
import { nastyText } from './nasty-text.ts';

const box = fc.constant([1.005, 2, 3.456, 4] as const);
export const place = fc.record({ page: fc.constant(1), box });
const mark = fc.constantFrom('bold', 'italic', 'strike', 'code', 'sup', 'sub');

const link = fc.oneof(
  fc
    .constantFrom(
      'https://a.example/x(y)_z',
      'http://b.example',
      'mailto:a@b.example',
      'javascript:alert(1)',
      'tel:+1',
    )
    .map((url) => ({ url })),
  fc.integer({ min: 1, max: 3 }).map((page) => ({ page })),
);

/** Sorted, as the model demands, but free to cross, to be empty, and to reach beyond the text. */
const spansOf = (length: number): fc.Arbitrary<readonly Span[]> =>
  fc
    .array(
      fc.record({
        start: fc.integer({ min: 0, max: length }),
        size: fc.integer({ min: 0, max: 12 }),
        marks: fc.uniqueArray(mark, { maxLength: 2 }),
        link: fc.option(link, { nil: undefined, freq: 2 }),
      }),
      { maxLength: 4 },
    )
    .map((spans) =>
      spans
        .map(({ start, size, marks, link: to }) => ({
          start,
          end: start + size,
          ...Object.fromEntries(marks.map((name) => [name, true])),
          ...(to && { link: to }),
        }))
        .sort((a, b) => a.start - b.start),
    );

const linesOf = (content: string): readonly Line[] => {
  const starts = [
    0,
    ...[...content.matchAll(/ /g)].map(({ index }) => index + 1).filter((at) => at % 3 === 0),
  ];
  return starts.map((start, index) => ({
    page: 1,
    box: [0, 0, 1, 1] as const,
    start,
    end: starts[index + 1] ?? content.length,
  }));
};

/** Confidences may be anything: a reader of json gets them from 0 to 1. */
const wordsOf = (content: string, confidence: number): readonly Word[] =>
  [...content.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    confidence,
  }));

export const text: fc.Arbitrary<Text> = nastyText.chain((content) =>
  fc
    .record({
      spans: spansOf(content.length),
      direction: fc.option(fc.constant('rtl' as const), { nil: undefined }),
      confidence: fc.option(fc.double({ min: -1, max: 2, noNaN: true }), { nil: undefined }),
    })
    .map(({ spans, direction, confidence }) => ({
      content,
      spans,
      lines: linesOf(content),
      ...(direction && { direction }),
      ...(confidence !== undefined && { words: wordsOf(content, confidence) }),
    })),
);
