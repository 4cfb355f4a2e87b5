import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Text } from '../model/blocks.ts';
import { line, paragraph, run } from '../testing/extraction-builder.ts';
import { refined } from '../testing/refined.ts';
import { cleanLetters } from './letters.ts';
import { lineJoint } from './line-joints.ts';

function textOf(block: Block | undefined): Text {
  if (block === undefined || !('lines' in block)) throw new Error('no text');
  return block;
}

describe('letters', () => {
  it.each([
    ['ligatures', 'ﬁnd eﬃcient ﬂow', 'find efficient flow'],
    ['Arabic presentation forms', 'ﻻ', 'لا'],
    ['control characters and NUL', 'a\u0000b\u0007c', 'abc'],
    ['kinds of spaces', 'a\u00a0b\u2003c\td', 'a b c d'],
    ['zero-width spaces and bidi controls', 'a\u200bb\u202ec\ufeff', 'abc'],
    ['decomposed letters', 'e\u0301', 'é'],
    ['lone surrogates', 'a\ud800', 'a\ufffd'],
    ['bullets of symbol fonts', '\uf0b7', '•'],
    ['joiners of Persian and emoji stay', 'می\u200cخواهم', 'می\u200cخواهم'],
  ])('are cleaned: %s', (_name, raw, clean) => {
    expect(cleanLetters(raw)).toBe(clean);
  });
});

describe('accents', () => {
  it('that are printed over the next letter are put on it', () => {
    const text = { ...run('M¨undler'), ends: [55, 59, 60, 65, 70, 75, 80, 85] };
    expect(textOf(refined([paragraph([line(text)])])[0]).content).toBe('Mündler');
  });

  it('that are printed over the letter before are put on it', () => {
    const text = { ...run('re´sume'), ends: [55, 60, 60.5, 65, 70, 75, 80] };
    expect(textOf(refined([paragraph([line(text)])])[0]).content).toBe('résume');
  });

  it.each([
    ['after their word', [run('fur', 50), run('¨ ', 55.2), run('alle', 75)]],
    ['before their word', [run('¨', 55.2), run('fur', 50), run(' alle', 65)]],
  ])('that come %s are put on the letter below them', (_name, runs) => {
    expect(textOf(refined([paragraph([line(...runs)])])[0]).content).toBe('für alle');
  });

  it('stay signs where they stand beside letters', () => {
    expect(textOf(refined([paragraph(['a ~ b and x^y'])])[0]).content).toBe('a ~ b and x^y');
  });
});

it.each([
  ['the text of a note apart from its mark', '1', 6, 4, '1 The note'],
  ['a number that is not raised with its unit', '1', 10, 0, '1The note'],
])('keeps %s', (_name, mark, size, raised, content) => {
  const runs = [run(mark, 50, 700 + raised, { size }), run('The note', 50 + size / 2, 700)];
  expect(textOf(refined([paragraph([line(...runs)])])[0]).content).toBe(content);
});

describe('line ends', () => {
  const words = new Set(['well-known', 'attention', 'based', 'the', 'and', 'information']);
  const hasWord = (word: string): boolean => words.has(word);
  it.each([
    ['words are joined by a space', 'one', 'two', 'space'],
    ['a hyphenated word loses its hyphen', 'infor-', 'mation', 'drop_hyphen'],
    ['an unknown hyphenated word loses its hyphen', 'vec-', 'tors of', 'drop_hyphen'],
    ['a compound that occurs elsewhere keeps it', 'a well-', 'known fact', 'keep_hyphen'],
    ['a compound of two known words keeps it', 'attention-', 'based', 'keep_hyphen'],
    ['a longer compound keeps it', 'state-', 'of-the-art', 'keep_hyphen'],
    ['a name keeps it', 'Jean-', 'Paul', 'keep_hyphen'],
    ['a range keeps it', '10-', '20', 'keep_hyphen'],
    ['a soft hyphen goes', 'infor\u00ad', 'mation', 'drop_hyphen'],
    ['a dash between words stays', 'one -', 'two', 'space'],
    ['Chinese has no space', '文档', '转换', 'nothing'],
    ['Chinese and Latin have one', '文档', 'PDF', 'space'],
  ])('%s', (_name, before, after, joint) => {
    expect(lineJoint(before, after, hasWord)).toBe(joint);
  });
});

it.each([
  ['a name in code', { font: 'Courier' }, 'see update-alternatives'],
  ['a word', {}, 'see updatealternatives'],
])('keeps the hyphen at the end of a line if it is of %s', (_name, look, content) => {
  const lines = [
    line(run('see ', 50, 700), run('update-', 70, 700, look)),
    line(run('alternatives', 50, 688, look)),
  ];
  expect(textOf(refined([paragraph(lines)])[0]).content).toBe(content);
});

describe('content', () => {
  it('has one space where runs are printed apart, and none where they touch', () => {
    const parts = [run('one', 50), run('two', 70), run('three', 85)];
    expect(textOf(refined([paragraph([line(...parts)])])[0]).content).toBe('one twothree');
  });

  it('is NFC with lines at their offsets, whatever the lines are', () => {
    const texts = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(texts, (lines) => {
        const [block] = refined([paragraph(lines)]);
        if (block === undefined || !('lines' in block)) return;
        expect(block.content).toBe(block.content.normalize('NFC'));
        expect(block.content.isWellFormed()).toBe(true);
        expect(block.content).toBe(block.content.trim());
        let last = 0;
        for (const { start, end } of block.lines) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThanOrEqual(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(block.content.length);
      }),
      { numRuns: 300 },
    );
  });
});
