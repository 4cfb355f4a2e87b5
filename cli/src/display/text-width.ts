/** How many columns text takes in a terminal, and text cut to fit. */

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const none = /\p{M}|\u200b|\u200d|\ufe0f/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequence that colours begin and end with
const colour = /\u001b\[[\d;]*m/g;

function columnsOf(character: string): number {
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Colours take no columns. */
export function textWidth(text: string): number {
  let columns = 0;
  for (const character of text.replace(colour, '')) columns += columnsOf(character);
  return columns;
}

/** Without colours; what is left out is at the end. */
export function truncateEnd(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let left = columns - 1;
  for (const character of text) {
    left -= columnsOf(character);
    if (left < 0) break;
    kept += character;
  }
  return columns < 1 ? '' : `${kept}…`;
}

/** For paths, whose end says more than their beginning. */
export function truncateStart(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let left = columns - 1;
  for (const character of [...text].reverse()) {
    left -= columnsOf(character);
    if (left < 0) break;
    kept = character + kept;
  }
  return columns < 1 ? '' : `…${kept}`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text;
}
