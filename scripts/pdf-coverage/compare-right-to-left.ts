/** Whether the right-to-left words of a PDF are in the output, with their letters and in their lines in the right order. */

export type RightToLeftResult = {
  /** Words with right-to-left letters that poppler finds, and those of them that are in the output. */
  readonly words: number;
  readonly found: number;
  /** Pairs of such words in one line of poppler whose words are both found, and those that follow each other. */
  readonly pairs: number;
  readonly inOrder: number;
  readonly missing: readonly string[];
};

const rightToLeft = /[\u0590-\u08ff]/u;

/**
 * Poppler turns the letters of a lam-alef ligature around, so runs of these letters are compared without their order.
 * Marks and the stretching letter are left out: readers place them differently.
 */
function comparableWord(word: string): string {
  const letters = word.normalize('NFKD').replace(/[^\p{L}\p{N}]|\u0640/gu, '');
  return letters.replace(/[\u0622\u0623\u0625\u0627\u0644]{2,}/gu, (run) => [...run].sort().join(''));
}

function comparableWords(line: string): string[] {
  return line
    .split(/[^\p{L}\p{M}\p{N}\u0640\u200c\u200d]+/u)
    .map(comparableWord)
    .filter((word) => word !== '');
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Takes what is found out of `available`, so that a word that is repeated must be found as often. */
function take(word: string, available: Map<string, number>): boolean {
  const left = available.get(word) ?? 0;
  if (left > 0) available.set(word, left - 1);
  return left > 0;
}

type Comparison = {
  /** Words of the output that were not found in the PDF yet. */
  readonly available: Map<string, number>;
  readonly pairs: ReadonlySet<string>;
};

function compareLine(line: string, { available, pairs }: Comparison): RightToLeftResult {
  const words = comparableWords(line)
    .map((word) => ({ word, isRightToLeft: rightToLeft.test(word) }))
    .map((one) => ({ ...one, isFound: one.isRightToLeft && take(one.word, available) }));
  const found = words.filter(({ isFound }) => isFound);
  const bothFound = words.slice(1).flatMap(({ word, isFound }, at) => {
    const before = words[at];
    return isFound && before?.isFound ? [`${before.word} ${word}`] : [];
  });
  const missing = words.filter(({ isRightToLeft, isFound }) => isRightToLeft && !isFound);
  return {
    words: found.length + missing.length,
    found: found.length,
    pairs: bothFound.length,
    inOrder: bothFound.filter((pair) => pairs.has(pair)).length,
    missing: missing.map(({ word }) => word),
  };
}

/** `lines` are those of poppler, `output` is the text of the output. */
export function compareRightToLeft(lines: readonly string[], output: string): RightToLeftResult {
  const ours = comparableWords(output);
  const pairs = new Set(ours.slice(1).map((word, at) => `${ours[at]} ${word}`));
  const comparison = { available: countOf(ours), pairs };
  const results = lines.map((line) => compareLine(line, comparison));
  const sum = (count: (result: RightToLeftResult) => number) =>
    results.reduce((total, result) => total + count(result), 0);
  return {
    words: sum(({ words }) => words),
    found: sum(({ found }) => found),
    pairs: sum((result) => result.pairs),
    inOrder: sum(({ inOrder }) => inOrder),
    missing: results.flatMap(({ missing }) => missing),
  };
}
