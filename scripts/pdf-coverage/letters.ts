/** Compares texts by the letters in them: readers differ in order, spaces, hyphens and composed accents. */

/** What readers agree on. */
export function plainLetters(text: string): string {
  return text.normalize('NFKD').replace(/[\s\p{M}\p{C}\p{Pd}´`¨ˆ˜¸˙˚ˇ˘˝˛]/gu, '');
}

export function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of plainLetters(text)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

/** How many letters of `text` are not in `among`. */
export function missingLetters(text: string, among: string): number {
  const available = countLetters(among);
  let missing = 0;
  for (const [letter, count] of countLetters(text)) {
    missing += Math.max(0, count - (available.get(letter) ?? 0));
  }
  return missing;
}
