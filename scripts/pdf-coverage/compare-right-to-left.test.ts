import { describe, expect, it } from 'vitest';
import { compareRightToLeft } from './compare-right-to-left.ts';

const compare = (line: string, output: string) => {
  const { words, found, pairs, inOrder } = compareRightToLeft([line], output);
  return { words, found, pairs, inOrder };
};

describe('right-to-left words of a PDF', () => {
  it('are found with other marks, stretched letters and directional controls', () => {
    expect(compare('\u202bحَبيبي مكتوب\u202c', 'حبيبي مكتــوب')).toEqual({
      words: 2,
      found: 2,
      pairs: 1,
      inOrder: 1,
    });
  });

  it('are found where poppler turns the letters of a ligature around', () => {
    expect(compare('اإلنتاجية', 'الإنتاجية')).toMatchObject({ words: 1, found: 1 });
  });

  it('are missing if their letters are reversed', () => {
    expect(compare('تحسين', 'نيسحت')).toMatchObject({ words: 1, found: 0 });
  });

  it('are found as often as they are in the output', () => {
    expect(compare('שלום שלום', 'שלום')).toMatchObject({ words: 2, found: 1 });
  });

  it('are out of order if the words of a line are reversed', () => {
    expect(compare('שלום עולם', 'עולם שלום')).toMatchObject({ found: 2, pairs: 1, inOrder: 0 });
  });

  it('are not words of other scripts', () => {
    expect(compare('one שלום two', 'שלום')).toEqual({ words: 1, found: 1, pairs: 0, inOrder: 0 });
  });
});
