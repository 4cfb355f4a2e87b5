/** Distance of two short texts as a share of the longer one: 0 is equal, 1 is nothing in common. */
import { similarity } from './common-subsequence.ts';

/** Levenshtein's distance takes time by the product of the lengths; longer texts are compared in another way. */
const maxLength = 600;

function levenshtein(left: string, right: string): number {
  let above = Uint32Array.from({ length: right.length + 1 }, (_, at) => at);
  let row = new Uint32Array(right.length + 1);
  for (let y = 1; y <= left.length; y++) {
    row[0] = y;
    const code = left.charCodeAt(y - 1);
    for (let x = 1; x <= right.length; x++) {
      const replaced = (above[x - 1] as number) + (code === right.charCodeAt(x - 1) ? 0 : 1);
      row[x] = Math.min(replaced, (above[x] as number) + 1, (row[x - 1] as number) + 1);
    }
    [above, row] = [row, above];
  }
  return above[right.length] as number;
}

export function textDistance(left: string, right: string): number {
  if (left === right) return 0;
  const longer = Math.max(left.length, right.length);
  if (longer > maxLength) return 1 - similarity(left, right);
  return levenshtein(left, right) / longer;
}
