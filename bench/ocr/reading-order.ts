/** Reading order: of the phrases that occur once in the truth and once in the output, the share that is in the same order. */

/** Long enough to be found once, short enough that one wrong letter does not hide many of them. */
const phraseChars = 12;

/** Where each phrase begins; phrases that occur more than once are left out. */
function placesOf(text: string): ReadonlyMap<string, number> {
  const letters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  const places = new Map<string, number>();
  for (let at = 0; at + phraseChars <= letters.length; at += 1) {
    const phrase = letters.slice(at, at + phraseChars).join('');
    places.set(phrase, places.has(phrase) ? -1 : at);
  }
  return new Map([...places].filter(([, at]) => at >= 0));
}

/** Length of the longest ascending part, not necessarily of neighbours. */
function longestAscending(values: readonly number[]): number {
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    ends[at < 0 ? ends.length : at] = value;
  }
  return ends.length;
}

export function readingOrder(truth: string, found: string): number {
  const [wanted, got] = [placesOf(truth), placesOf(found)];
  const places = [...wanted.keys()].flatMap((phrase) => got.get(phrase) ?? []);
  return places.length === 0 ? 0 : longestAscending(places) / places.length;
}
