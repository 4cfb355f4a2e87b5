/** How many terminal columns text takes, and text truncated or padded to a number of columns. */
import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Color sequences take no columns. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

function characters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** As many leading characters as fit into `columns`. */
function fitting(all: readonly string[], columns: number): readonly string[] {
  let left = columns;
  const end = all.findIndex((character) => {
    left -= textWidth(character);
    return left < 0;
  });
  return end < 0 ? all : all.slice(0, end);
}

/** Expects text without color sequences. */
export function truncateEnd(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  return columns < 1 ? '' : `${fitting(characters(text), columns - 1).join('')}…`;
}

/** For paths, where the end matters more than the beginning. */
export function truncateStart(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  return columns < 1
    ? ''
    : `…${fitting(characters(text).reverse(), columns - 1)
        .toReversed()
        .join('')}`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text;
}
