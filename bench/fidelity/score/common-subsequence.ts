/**
 * Length of the longest common subsequence, 32 rows of the table at a time: a bit of `open` is 0 where a row of the
 * first text is matched (Crochemore et al., 2001). 100,000 characters on both sides take a few seconds.
 */

const wordBits = 32;

function placesOf(symbols: readonly string[], words: number): ReadonlyMap<string, Uint32Array> {
  const places = new Map<string, Uint32Array>();
  for (const [at, symbol] of symbols.entries()) {
    const bits = places.get(symbol) ?? new Uint32Array(words);
    places.set(symbol, bits);
    bits[at >>> 5] = ((bits[at >>> 5] ?? 0) | (1 << (at & 31))) >>> 0;
  }
  return places;
}

/** `open + (open & matches)` with the carry from word to word, or `open` without the matches. */
function advance(open: Uint32Array, matches: Uint32Array): void {
  let carry = 0;
  for (let word = 0; word < open.length; word++) {
    const before = open[word] as number;
    const hit = (before & (matches[word] as number)) >>> 0;
    const sum = before + hit + carry;
    carry = sum > 0xffff_ffff ? 1 : 0;
    open[word] = (sum >>> 0) | (before & ~hit);
  }
}

export function commonLength(left: string, right: string): number {
  const symbols = [...left];
  const open = new Uint32Array(Math.ceil(symbols.length / wordBits)).fill(0xffff_ffff);
  const places = placesOf(symbols, open.length);
  for (const symbol of right) {
    const matches = places.get(symbol);
    if (matches !== undefined) advance(open, matches);
  }
  return symbols.reduce((sum, _, at) => sum + (1 - (((open[at >>> 5] as number) >>> (at & 31)) & 1)), 0);
}

/** Normalized indel similarity: 1 is equal, 0 has nothing in common. */
export function similarity(left: string, right: string): number {
  if (left === right) return 1;
  const length = [...left].length + [...right].length;
  return length === 0 ? 1 : (2 * commonLength(left, right)) / length;
}
