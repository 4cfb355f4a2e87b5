import { describe, expect, it } from 'vitest';
import { withDefaults } from '../domain/options.ts';
import type { DocumentFindings } from '../ports/engine.ts';
import { type Inspected, recommendOptions } from './recommend-options.ts';

const nothing: DocumentFindings = {
  pagesInspected: 20,
  scannedPages: [],
  textLayerPages: [],
  pagesWithoutText: [],
  garbledPages: [],
  unmappedFonts: 0,
  unmappedLetters: 0,
};

const plain: Inspected = {
  options: withDefaults({}),
  encrypted: false,
  tagged: false,
  range: [{ from: 1, to: 20 }],
  pages: 20,
  pagesRemaining: 1_000,
  findings: nothing,
};

const advise = (change: Partial<Inspected>, findings: Partial<DocumentFindings> = {}) =>
  recommendOptions({ ...plain, ...change, findings: { ...nothing, ...findings } });

describe('what is recommended', () => {
  it('nothing, where nothing is wrong', () => {
    expect(advise({})).toEqual({ options: {}, reasons: [] });
  });

  it('the structure tree of a tagged document is named with its cost and never set automatically, unless it was requested', () => {
    const { options, reasons } = advise({ tagged: true });
    expect(options).toEqual({});
    expect(reasons).toEqual([
      { option: 'useStructTree', value: null, why: expect.stringMatching(/hidden.* not looked for/) },
    ]);
    expect(advise({ tagged: true, options: withDefaults({ useStructTree: true }) }).reasons).toEqual([]);
  });

  it('images of scanned pages, unless requested; either way that no text will come', () => {
    const scannedPages = [1, 2, 3, 7];
    const first = advise({}, { scannedPages });
    expect(first.options).toEqual({ format: ['markdown', 'json', 'images'] });
    expect(first.reasons[0]?.why).toMatch(/^Pages 1-3, 7 are scans without text\. .*OCR/);
    const second = advise({ options: withDefaults({ format: ['images'] }) }, { scannedPages });
    expect(second.options).toEqual({});
    expect(second.reasons[0]?.why).toContain('OCR');
  });

  it('marks for unreadable characters', () => {
    const { options, reasons } = advise({}, { garbledPages: [4], unmappedFonts: 2 });
    expect(options).toEqual({ replaceInvalidChars: '\u{FFFD}' });
    expect(reasons[0]?.why).toMatch(/^Page 4 .* 2 fonts that do not say .* Check these pages/);
  });

  it('the pages that still fit, counted over gaps', () => {
    const range = [
      { from: 2, to: 4 },
      { from: 9, to: 25 },
    ];
    expect(advise({ range, pages: 20, pagesRemaining: 5 }).options).toEqual({ pages: '2-4,9-10' });
    expect(advise({ range, pages: 20, pagesRemaining: 2 }).options).toEqual({ pages: '2-3' });
  });

  it('no pages where none remain', () => {
    const { options, reasons } = advise({ pagesRemaining: 0 });
    expect(options).toEqual({});
    expect(reasons[0]?.why).toContain('0 remain');
  });

  it('names few pages in words, however many there are', () => {
    const scannedPages = Array.from({ length: 500 }, (_, index) => index * 2 + 1);
    expect(advise({}, { scannedPages }).reasons[0]?.why).toMatch(
      /^Pages 1, 3, 5, 7, 9, 11, 13, 15 and more are/,
    );
  });

  it('says what is only to be known: encryption, a text layer, an inspection that ran out of time', () => {
    const { options, reasons } = advise({ encrypted: true }, { textLayerPages: [2], pagesInspected: 12 });
    expect(options).toEqual({});
    expect(reasons.map(({ why }) => why)).toEqual([
      expect.stringContaining('invisible layer'),
      expect.stringContaining('tagged-pdf cannot be produced'),
      expect.stringContaining('12 of 20 pages'),
    ]);
  });
});
