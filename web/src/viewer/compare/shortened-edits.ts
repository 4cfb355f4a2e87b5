/** Shortens the equal text around and between edited words, so that a list of changes can be read quickly. */
import type { WordEdit } from '@octavo/sdk';

export type Run = Pick<WordEdit, 'op' | 'text'>;

const keptChars = 48;

/** The first or last characters, cut at a space if there is one near. */
function firstOf(text: string): string {
  const cut = text.slice(0, keptChars);
  const space = cut.lastIndexOf(' ');
  return space > keptChars / 2 ? cut.slice(0, space) : cut;
}

function lastOf(text: string): string {
  const cut = text.slice(-keptChars);
  const space = cut.indexOf(' ');
  return space >= 0 && space < keptChars / 2 ? cut.slice(space + 1) : cut;
}

function shortenedText(text: string, isFirst: boolean, isLast: boolean): string {
  const start = isFirst ? '' : firstOf(text);
  const end = isLast ? '' : lastOf(text);
  const isLong = text.length > start.length + end.length + keptChars / 2;
  return isLong ? `${start}${start === '' ? '' : ' '}… ${end}`.trimEnd() : text;
}

export function shortenedEdits(words: readonly WordEdit[]): readonly Run[] {
  return words.map(({ op, text }, index) => {
    if (op !== 'equal') return { op, text };
    return { op, text: shortenedText(text, index === 0, index === words.length - 1) };
  });
}
