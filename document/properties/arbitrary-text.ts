/** Texts at random, with marks, links and lines. */
import fc from 'fast-check';
import type { Line, Span, Text } from '../model/blocks.ts';
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

export const text: fc.Arbitrary<Text> = nastyText.chain((content) =>
  fc
    .record({
      spans: spansOf(content.length),
      direction: fc.option(fc.constant('rtl' as const), { nil: undefined }),
    })
    .map(({ spans, direction }) => ({
      content,
      spans,
      lines: linesOf(content),
      ...(direction && { direction }),
    })),
);
