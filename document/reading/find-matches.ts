/** Finds the terms of a search in the folded text of one block. */
export type Match = {
  /** In the folded text of the block. */
  readonly start: number;
  readonly end: number;
  /** Whole words count more than parts, and words close together more than words far apart. */
  readonly score: number;
};

type Found = { readonly at: number; readonly end: number; readonly term: number; readonly isWhole: boolean };

/** Words that are farther apart are shown by the first of them alone. */
const windowCharsMax = 300;
/** In one block; a page of one letter has no more that are worth to see. */
const foundMax = 5_000;

const letter = /[\p{L}\p{N}]/u;

function occurrences(text: string, term: string, index: number): Found[] {
  const found: Found[] = [];
  for (
    let at = text.indexOf(term);
    at >= 0 && found.length < foundMax;
    at = text.indexOf(term, at + term.length)
  ) {
    const end = at + term.length;
    const isWhole = !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(end));
    found.push({ at, end, term: index, isWhole });
  }
  return found;
}

/** The shortest stretch with one of each term; of equal ones, the first. */
function shortestWindow(
  found: readonly Found[],
  terms: number,
): { readonly at: number; readonly end: number } {
  const counts = new Array<number>(terms).fill(0);
  let [missing, left] = [terms, 0];
  let best = { at: 0, end: Number.POSITIVE_INFINITY };
  for (const one of found) {
    const count = counts[one.term] ?? 0;
    counts[one.term] = count + 1;
    if (count === 0) missing--;
    while (missing === 0) {
      const first = found[left] as Found;
      if (one.end - first.at < best.end - best.at) best = { at: first.at, end: one.end };
      const rest = (counts[first.term] ?? 1) - 1;
      counts[first.term] = rest;
      if (rest === 0) missing++;
      left++;
    }
  }
  return best;
}

const rounded = (score: number) => Math.round(score * 1_000) / 1_000;

/** Of one term, every occurrence; of several, the place where they are closest. Empty unless all are there. */
export function findMatches(folded: string, terms: readonly string[]): readonly Match[] {
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) {
    return occurrences(folded, only, 0).map(({ at, end, isWhole }) => ({
      start: at,
      end,
      score: isWhole ? 1 : 0.5,
    }));
  }
  if (!terms.every((term) => folded.includes(term))) return [];
  const found = terms
    .flatMap((term, index) => occurrences(folded, term, index))
    .sort((a, b) => a.at - b.at || a.end - b.end);
  const window = shortestWindow(found, terms.length);
  const whole = terms.filter((_, index) =>
    found.some(({ term, isWhole }) => term === index && isWhole),
  ).length;
  const length = terms.reduce((sum, term) => sum + term.length, 0);
  const closeness = Math.min(1, length / (window.end - window.at));
  const score = rounded(((terms.length + whole) / (2 * terms.length)) * (0.5 + closeness / 2));
  const shown = window.end - window.at <= windowCharsMax ? window : (found[0] as Found);
  return [{ start: shown.at, end: shown.end, score }];
}
