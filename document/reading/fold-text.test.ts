/** Folding a whole text gives what folding its characters gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAll, foldText } from './fold-text.ts';

const characters = fc.constantFrom(
  ...'abcXYZ  .,-0',
  ...'üÄéßЖд“”’–—…ﬁﬀ①Ⅻ㎏',
  '\u00ad',
  '\u200b',
  '\u00a0',
  '\n',
  '\u001e',
  '中文',
  '한국',
  '😀',
);

describe('folding', () => {
  it('is the same at once and character by character', () => {
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(foldAll(text)).toBe(foldText(text).text);
      }),
      { numRuns: 2_000, seed: 25 },
    );
  });

  it('composes accents with the letter before them', () => {
    expect(foldAll('Mu\u0308ller, Cafe\u0301 and Zu\u0308rich')).toBe('müller, café and zürich');
  });

  it('finds words whatever their signs are', () => {
    expect(foldAll('“Don’t” — the ﬁrst co\u00adoperation')).toBe('"don\'t" - the first cooperation');
  });
});
