/** Where a text occurs in another one, a few wrong characters allowed. */

/** Shorter texts are only found as they are: a wrong character would make them another word. */
const minFuzzyLength = 8;
const toleratedShare = 0.02;

/** Position, or -1. Takes time by the product of the lengths if the text is not there as it is. */
export function findText(text: string, wanted: string, maxErrors = 0): number {
  const exact = text.indexOf(wanted);
  if (exact >= 0 || wanted.length < minFuzzyLength) return exact;
  const limit = Math.max(maxErrors, Math.ceil(wanted.length * toleratedShare));
  // Sellers' algorithm: a match may begin at any place for free.
  let above = Uint16Array.from({ length: wanted.length + 1 }, (_, at) => at);
  let row = new Uint16Array(wanted.length + 1);
  let best = { errors: limit + 1, at: -1 };
  for (let end = 1; end <= text.length; end++) {
    const code = text.charCodeAt(end - 1);
    for (let x = 1; x <= wanted.length; x++) {
      const replaced = (above[x - 1] as number) + (code === wanted.charCodeAt(x - 1) ? 0 : 1);
      row[x] = Math.min(replaced, (above[x] as number) + 1, (row[x - 1] as number) + 1);
    }
    const errors = row[wanted.length] as number;
    if (errors < best.errors) best = { errors, at: Math.max(0, end - wanted.length) };
    [above, row] = [row, above];
  }
  return best.at;
}
