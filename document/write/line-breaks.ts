/** Where the printed lines of a text end, for outputs that keep them. */
import type { Text } from '../model/blocks.ts';

/** The text between `from` and `to` (white space, or nothing after a hyphen) is replaced by a line break. */
export type LineBreak = { readonly from: number; readonly to: number };

/** A line that ends inside a word, after a hyphen that was resolved, is not broken. */
export function lineBreaks(text: Text): readonly LineBreak[] {
  const { content, lines } = text;
  const breaks: LineBreak[] = [];
  let previous = 0;
  for (const { start } of lines.slice(1)) {
    if (start <= previous || start >= content.length) continue;
    let from = start;
    while (from > previous && content[from - 1] === ' ') from--;
    if (from <= previous || (from === start && !/[-\u2010\u00ad]/.test(content[start - 1] ?? ''))) continue;
    breaks.push({ from, to: start });
    previous = start;
  }
  return breaks;
}

export function withLineBreaks(text: Text): string {
  let [broken, at] = ['', 0];
  for (const { from, to } of lineBreaks(text)) {
    broken += `${text.content.slice(at, from)}\n`;
    at = to;
  }
  return broken + text.content.slice(at);
}
