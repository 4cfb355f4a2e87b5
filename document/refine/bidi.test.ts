import { describe, expect, it } from 'vitest';
import { line, paragraph, run } from '../testing/extraction-builder.ts';
import { refined } from '../testing/refined.ts';

function read(visual: string | readonly string[]): { content: string; direction?: string } {
  const [block] = refined([paragraph([line(run(visual))])]);
  return block !== undefined && 'lines' in block ? block : { content: '' };
}

/** What is printed from left to right, and what it says. */
const cases: readonly (readonly [name: string, visual: string | readonly string[], logical: string])[] = [
  ['Hebrew words', 'םלוע םולש', 'שלום עולם'],
  ['Arabic words', 'ملاعلا ابحرم', 'مرحبا العالم'],
  ['a Latin word inside', 'םלוע PDF םולש', 'שלום PDF עולם'],
  ['several Latin words inside', 'םלוע Portable Document םולש', 'שלום Portable Document עולם'],
  ['a number inside', 'םלוע 123 םולש', 'שלום 123 עולם'],
  ['numbers of a range, printed from the right', '2026 - 2024 םולש', 'שלום 2024 - 2026'],
  ['a decimal number and a percent sign', 'םלוע 12.5% םולש', 'שלום 12.5% עולם'],
  ['a date', '19/09/1403 םולש', 'שלום 19/09/1403'],
  ['a full stop at the left end', '.םולש', 'שלום.'],
  ['brackets as they are seen', '(םלוע) םולש', 'שלום (עולם)'],
  ['brackets that the producer turned already', ')םלוע( םולש', 'שלום (עולם)'],
  ['brackets within a Latin run', 'PDF (ISO 32000) םלוע םולש', 'שלום עולם PDF (ISO 32000)'],
  ['a Hebrew word in a Latin sentence', 'The word םולש means peace', 'The word שלום means peace'],
  ['Hebrew words in a Latin sentence', 'They say םלוע םולש to you all', 'They say שלום עולם to you all'],
  ['presentation forms', 'ﻢﻟﺎﻋ', 'عالم'],
  ['a ligature of two letters as one glyph', ['ب', 'لا', 'ط'], 'طلاب'],
  ['digits of Arabic', '٢٠٢٤ ماع', 'عام ٢٠٢٤'],
];

describe('right-to-left text', () => {
  it.each(cases)('is read in logical order: %s', (_name, visual, logical) => {
    expect(read(visual).content).toBe(logical);
  });

  it('has its direction from most of its letters', () => {
    expect(read('םלוע PDF םולש').direction).toBe('rtl');
    expect(read('The word םולש means peace')).not.toHaveProperty('direction');
  });

  it('puts vowel signs on the letter they are printed on', () => {
    expect(read(['ة', 'د', 'ّ', 'ي', 'س', 'ل', 'ا']).content.normalize('NFD')).toBe('السيّدة'.normalize('NFD'));
  });

  /** Letters at every 5 points from the left; the right edge of each space is given. */
  const placed = (text: string, spaces: readonly number[]) => {
    const left = [...spaces];
    let x = 50;
    const ends = Array.from(text, (letter) => {
      if (letter === ' ') return left.shift() ?? x;
      x += 5;
      return x;
    });
    const [block] = refined([paragraph([line({ ...run(text), ends, box: [50, 698, x, 708] })])]);
    return block !== undefined && 'content' in block ? block.content : '';
  };

  it('has a space where it is placed, also if it is printed after the letters at its right', () => {
    expect(placed('םלועם ולש', [70])).toBe('שלום עולם');
    expect(placed('םלועםו לש', [70])).toBe('שלום עולם');
    expect(placed('םלועם  ולש', [70, 76])).toBe('שלו םעולם');
    expect(placed('abcd ef', [65])).toBe('abcd ef');
  });

  it('has no space where a producer placed a very narrow one to separate the forms of two letters', () => {
    expect(placed('ם לוע', [55.05])).toBe('עולם');
    expect(placed('ם לוע', [57])).toBe('עול ם');
    expect(placed('m low', [55.05])).toBe('m low');
  });

  /** Letters at these places; a space has the right edge of a letter of no width. */
  const measured = (letters: readonly (readonly [letter: string, left: number, right: number])[]) => {
    const text = letters.map(([letter]) => letter).join('');
    const [starts, ends] = [letters.map(([, left]) => left), letters.map(([, , right]) => right)];
    const box = [Math.min(...starts), 698, Math.max(...ends), 708] as const;
    const [block] = refined([paragraph([line({ ...run(text), starts, ends, box })])]);
    return block !== undefined && 'content' in block ? block.content : '';
  };

  it('has the spaces that are seen, also if those of the PDF have no width', () => {
    // Between the second and the third letter there is room, between the fourth and the fifth there is none.
    expect(
      measured([
        ['ם', 50, 55],
        ['ל', 55, 60],
        [' ', 60, 60.05],
        ['ו', 63, 68],
        ['ע', 68, 73],
        [' ', 73, 73.05],
        ['ש', 73.1, 78],
      ]),
    ).toBe('שעו לם');
  });

  it('has a space at the left of a narrow letter that is printed before it', () => {
    expect(
      measured([
        ['ד', 50, 55],
        ['ש', 55, 60],
        ['ו', 60, 61.7],
        ['ס', 63.5, 70],
        [' ', 61.5, 61.5],
        ['ל', 70, 75],
      ]),
    ).toBe('לס ושד');
  });

  it('has no letters that only stretch a word, but those at its end', () => {
    expect(read('ةدافتــسا').content).toBe('استفادة');
    expect(read('ـه 1400').content).toBe('1400 هـ');
  });

  it('takes time in proportion to the length of the line', () => {
    expect(read('1 א '.repeat(20_000)).content.length).toBeGreaterThan(70_000);
  });
});
