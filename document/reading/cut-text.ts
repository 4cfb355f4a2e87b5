/** The longest beginning of a text that has at most so many tokens. */
import type { TokenCounter } from './count-tokens.ts';

/** Most tokens are shorter; longer ones are rows of spaces or signs. */
const charsPerToken = 16;

/** Not between the two halves of a character. */
const whole = (text: string, length: number) =>
  /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;

/** After a space, if there is one in the last fifth. */
function atSpace(text: string, length: number): number {
  const earliest = Math.floor(length * 0.8);
  for (let end = length; end > earliest; end--) if (/\s/.test(text.charAt(end - 1))) return end;
  return length;
}

/** Length of the beginning; at least one character, so that reading always goes on. */
export function cutText(text: string, tokensMax: number, counter: Pick<TokenCounter, 'count'>): number {
  let [low, high] = [0, Math.min(text.length, tokensMax * charsPerToken)];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (counter.count(text.slice(0, middle)) <= tokensMax) low = middle;
    else high = middle - 1;
  }
  if (low === text.length) return low;
  const end = whole(text, atSpace(text, low));
  return end > 0 ? end : Math.min(text.length, /^[\ud800-\udbff]/.test(text) ? 2 : 1);
}
