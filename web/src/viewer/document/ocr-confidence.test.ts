/** The confidence of an element is that of its words, long ones counting more. */
import { parseDocument } from '@octavo/sdk';
import { expect, it } from 'vitest';
import { confidenceOf } from './ocr-confidence.ts';

const at = { page: 1, box: [0, 0, 1, 1] };
const leaf = { ...at, spans: [], lines: [], kids: [] };
const text = (content: string, words?: object[]) => ({ ...leaf, type: 'paragraph', content, words });

function nodeOf(kid: object) {
  const { kids } = parseDocument({ schema: 'octavo-document/1', type: 'document', pages: [], kids: [kid] });
  if (kids[0] === undefined) throw new Error('no node');
  return kids[0];
}

it('is the mean of the words, weighted by their lengths', () => {
  const words = [
    { start: 0, end: 1, confidence: 0.4 },
    { start: 2, end: 5, confidence: 0.8 },
  ];
  expect(confidenceOf(nodeOf(text('a bcd', words)))).toBeCloseTo(0.7);
});

it('covers the parts of an element', () => {
  const cell = (confidence: number) => ({
    ...at,
    type: 'cell',
    ...{ row: 1, column: 1, row_span: 1, column_span: 1 },
    kids: [text('ab', [{ start: 0, end: 2, confidence }])],
  });
  const row = { ...at, type: 'row', kids: [cell(0.5), cell(0.9)] };
  const table = { ...at, type: 'table', rows: 1, columns: 2, kids: [row] };
  expect(confidenceOf(nodeOf(table))).toBeCloseTo(0.7);
});

it('is not known for text that was not recognized', () => {
  expect(confidenceOf(nodeOf(text('a bcd')))).toBeUndefined();
});
