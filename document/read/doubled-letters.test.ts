import { expect, it } from 'vitest';
import type { Run } from '../model/extraction.ts';
import { line, page, paragraph, run } from '../testing/extraction-builder.ts';
import { dropDoubledLetters } from './doubled-letters.ts';

const [size, left, width] = [10, 50, 5];

/** Each letter with the place where it stands, in letters. */
function placed(letters: readonly (readonly [string, number])[]): Run {
  const text = letters.map(([letter]) => letter).join('');
  const ends = letters.flatMap(([letter, at]) => Array.from(letter, () => left + (at + 1) * width));
  return { ...run(text, left, 600), size, ends };
}

const word = (text: string, at: number) => Array.from(text, (letter, index) => [letter, at + index] as const);

function textOf(drawn: Run): string {
  const { elements } = dropDoubledLetters(page(1, [paragraph([line(drawn)])]));
  const [first] = elements;
  const found = first !== undefined && 'lines' in first ? first.lines[0]?.runs[0] : undefined;
  expect(found?.ends?.length).toBe(found?.text.length);
  return found?.text ?? '';
}

it('leaves out a word that is drawn twice with a small shift', () => {
  const drawn = placed([
    ...word('Signed', 0),
    ...word('Signed', 0.1),
    [' ', 6],
    ...word('on', 7),
    ...word('on', 7.1),
  ]);
  expect(textOf(drawn)).toBe('Signed on');
});

it.each([
  ['equal letters next to each other', placed(word('llama', 0)), 'llama'],
  [
    'letters of a ligature before something that goes back',
    placed([
      ['ff', 0],
      ['e', 1],
      ['o', 0.5],
    ]),
    'ffeo',
  ],
  ['other letters at the same place', placed([...word('abc', 0), ...word('def', 0)]), 'abcdef'],
  ['text from right to left', placed(word('אבבא', 0).toReversed()), 'אבבא'],
])('leaves %s', (_name, drawn, text) => {
  expect(textOf(drawn)).toBe(text);
});

it('returns a page without such letters as it is', () => {
  const plain = page(1, [paragraph(['one line', 'another line'])]);
  expect(dropDoubledLetters(plain)).toBe(plain);
});
