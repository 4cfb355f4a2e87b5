/** The measures of OCR on texts whose scores are known. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../fidelity/blocks.ts';
import { readingOrder } from './reading-order.ts';
import { blurred, type Picture, turned, worn } from './scan/picture.ts';
import { edits, scorePage } from './score.ts';

const page = (...texts: readonly string[]): readonly Block[] =>
  texts.map((text) => ({ kind: 'paragraph', text }));

describe('scores', () => {
  it('count single edits', () => {
    expect(edits('kitten', 'sitting')).toBe(3);
    expect(edits('', '文字')).toBe(2);
  });

  it('do not count spaces between Chinese or Japanese characters, but those of Korean', () => {
    expect(scorePage(page('川辺の工房'), page('川辺 の工 房')).cer).toBe(0);
    expect(scorePage(page('강가의 작업실'), page('강 가의 작업실')).cer).toBeCloseTo(1 / 7);
  });

  it('are perfect for the same page, and see what is missing', () => {
    const truth = page('A printer folds a sheet three times.', 'Eight leaves come from one sheet.');
    expect(scorePage(truth, truth)).toMatchObject({ recall: 1, precision: 1, cer: 0, order: 1 });
    expect(scorePage(truth, truth.slice(0, 1)).recall).toBeCloseTo(7 / 13);
  });

  it('see that columns are mixed', () => {
    const [left, right] = [
      'the quick brown fox jumps over a lazy dog',
      'pack my box with five dozen liquor jugs',
    ];
    expect(readingOrder(`${left} ${right}`, `${left} ${right}`)).toBe(1);
    expect(readingOrder(`${left} ${right}`, `${right} ${left}`)).toBeLessThan(0.6);
  });
});

describe('a degraded picture', () => {
  const grey = Uint8Array.from({ length: 400 }, (_, at) => (at % 20 < 10 ? 0 : 255));
  const picture: Picture = { width: 20, height: 20, grey };

  it('is the same each time', () => {
    const once = () => worn(blurred(turned(picture, 2), 0.7), 200).grey;
    expect(once()).toEqual(once());
  });

  it('has soft edges, grey ink and grey paper', () => {
    const { grey: soft } = blurred(picture, 0.7);
    expect(soft[209]).toBeGreaterThan(0);
    expect(soft[205]).toBe(0);
    const { grey: pale } = worn(picture, 1);
    expect(Math.min(...pale.filter((_, at) => grey[at] === 0))).toBeGreaterThan(0);
  });
});
