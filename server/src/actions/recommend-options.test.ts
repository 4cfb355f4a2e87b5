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
  repaired: false,
  range: [{ from: 1, to: 20 }],
  pages: 20,
  pagesRemaining: 1_000,
  ocrPagesMax: 1_000,
  findings: nothing,
};

const recommendFor = (change: Partial<Inspected>, findings: Partial<DocumentFindings> = {}) =>
  recommendOptions({ ...plain, ...change, findings: { ...nothing, ...findings } });

describe('recommended options', () => {
  it('are empty for a document without findings', () => {
    expect(recommendFor({})).toEqual({ options: {}, reasons: [] });
  });

  it('name the limit of recognized pages if more have no usable text, each counted once', () => {
    const findings = { scannedPages: [1, 2], garbledPages: [2, 3] };
    const why = expect.stringMatching(/^The text of 3 pages .* at most 2 pages/);
    expect(recommendFor({ ocrPagesMax: 2 }, findings).reasons).toContainEqual({
      option: null,
      value: null,
      why,
    });
    for (const change of [{ ocrPagesMax: 3 }, { ocrPagesMax: 2, options: withDefaults({ ocr: 'off' }) }]) {
      const whys = recommendFor(change, findings).reasons.map((reason) => reason.why);
      expect(whys.filter((text) => text.includes('at most'))).toEqual([]);
    }
    const forced = { ocrPagesMax: 19, options: withDefaults({ ocr: 'force' }) };
    expect(recommendFor(forced).reasons).toMatchObject([
      { why: expect.stringMatching(/^The text of 20 pages .* at most 19 pages/) },
    ]);
  });

  it('mention the structure tree of a tagged document with its cost but do not set it, unless it was requested', () => {
    const { options, reasons } = recommendFor({ tagged: true });
    expect(options).toEqual({});
    expect(reasons).toEqual([
      { option: 'useStructTree', value: null, why: expect.stringMatching(/hidden.* not looked for/) },
    ]);
    expect(recommendFor({ tagged: true, options: withDefaults({ useStructTree: true }) }).reasons).toEqual(
      [],
    );
  });

  it('say that scanned pages are recognized, or recommend it where it is off', () => {
    const scannedPages = [1, 2, 3, 7];
    const first = recommendFor({}, { scannedPages });
    expect(first.options).toEqual({});
    expect(first.reasons[0]?.why).toMatch(/^Pages 1-3, 7 are scans without text\. .*OCR.* eng/);
    const second = recommendFor({ options: withDefaults({ ocr: 'off' }) }, { scannedPages });
    expect(second.options).toEqual({ ocr: 'auto' });
  });

  it('say that a damaged file is repaired', () => {
    const { options, reasons } = recommendFor({ repaired: true });
    expect(options).toEqual({});
    expect(reasons).toEqual([{ option: null, value: null, why: expect.stringContaining('is repaired') }]);
  });

  it('replace unreadable characters where they are not recognized', () => {
    const found = { garbledPages: [4], unmappedFonts: 2 };
    expect(recommendFor({}, found)).toMatchObject({ options: {}, reasons: [{ option: null }] });
    const { options, reasons } = recommendFor({ options: withDefaults({ ocr: 'off' }) }, found);
    expect(options).toEqual({ replaceInvalidChars: '\u{FFFD}' });
    expect(reasons[0]?.why).toMatch(/^Page 4 .* 2 fonts that do not say .* Check these pages/);
  });

  it('select the pages that fit the remaining quota, across gaps in the range', () => {
    const range = [
      { from: 2, to: 4 },
      { from: 9, to: 25 },
    ];
    expect(recommendFor({ range, pages: 20, pagesRemaining: 5 }).options).toEqual({ pages: '2-4,9-10' });
    expect(recommendFor({ range, pages: 20, pagesRemaining: 2 }).options).toEqual({ pages: '2-3' });
  });

  it('select no pages when the quota is used up', () => {
    const { options, reasons } = recommendFor({ pagesRemaining: 0 });
    expect(options).toEqual({});
    expect(reasons[0]?.why).toContain('0 remain');
  });

  it('list only a few page numbers in a reason, however many there are', () => {
    const scannedPages = Array.from({ length: 500 }, (_, index) => index * 2 + 1);
    expect(recommendFor({}, { scannedPages }).reasons[0]?.why).toMatch(
      /^Pages 1, 3, 5, 7, 9, 11, 13, 15 and more are/,
    );
  });

  it('give reasons without options for encryption, a text layer and an inspection that timed out', () => {
    const { options, reasons } = recommendFor(
      { encrypted: true },
      { textLayerPages: [2], pagesInspected: 12 },
    );
    expect(options).toEqual({});
    expect(reasons.map(({ why }) => why)).toEqual([
      expect.stringContaining('invisible layer'),
      expect.stringContaining('tagged-pdf cannot be produced'),
      expect.stringContaining('12 of 20 pages'),
    ]);
  });
});
