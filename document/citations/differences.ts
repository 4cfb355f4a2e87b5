/** Compares a quote with a passage of the document, word by word. */
import { type NormalizedText, type NormalizeOptions, normalize } from './normalize.ts';
import type { Difference } from './quote.ts';
import { type Word, wordsOf } from './words.ts';

/** A text of which the words are compared as normalized, and reported as they are. */
type Side = {
  readonly original: string;
  readonly normalized: NormalizedText;
  readonly words: readonly Word[];
};

function sideOf(original: string, options: NormalizeOptions): Side {
  const normalized = normalize(original, options);
  return { original, normalized, words: [...wordsOf(normalized.text)] };
}

/** The original text of words from `from` up to `to` (excluded). */
function textOf({ original, normalized, words }: Side, from: number, to: number): string {
  const [first, last] = [words[from], words[to - 1]];
  if (!first || !last || to <= from) return '';
  return original.slice(normalized.starts[first.start], normalized.ends[last.end - 1]);
}

/** Length of the longest common subsequence of the words from `i` and from `j`, for each of both. */
function commonLengths(a: readonly Word[], b: readonly Word[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = table[(i + 1) * width + j] ?? 0;
      const right = table[i * width + j + 1] ?? 0;
      const isSame = a[i]?.text === b[j]?.text;
      table[i * width + j] = isSame ? (table[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, right);
    }
  }
  return (i, j) => table[i * width + j] ?? 0;
}

type Edit = { readonly from: number; to: number; readonly start: number; end: number };

function editsOf(a: readonly Word[], b: readonly Word[]): readonly Edit[] {
  const common = commonLengths(a, b);
  const edits: Edit[] = [];
  let open: Edit | null = null;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i]?.text === b[j]?.text) {
      open = null;
      i++;
      j++;
      continue;
    }
    if (!open) {
      open = { from: i, to: i, start: j, end: j };
      edits.push(open);
    }
    if (j >= b.length || (i < a.length && common(i + 1, j) >= common(i, j + 1))) open.to = ++i;
    else open.end = ++j;
  }
  return edits;
}

/** Longer texts count as wholly different: the exact number would cost more than it says. */
const distanceCharsMax = 400;

/** Characters to insert, delete or replace. */
export function editDistance(a: string, b: string): number {
  if (a.length > distanceCharsMax || b.length > distanceCharsMax) return Math.max(a.length, b.length);
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const opOf = (quote: string, document: string): Difference['op'] => {
  if (quote === '') return 'insert';
  return document === '' ? 'delete' : 'replace';
};

export type Comparison = { readonly score: number; readonly differences: readonly Difference[] };

/** No differences and a score of 1 mean: the same words in the same order. */
export function compareQuote(quote: string, passage: string, options: NormalizeOptions): Comparison {
  const [asked, found] = [sideOf(quote.normalize('NFC'), options), sideOf(passage, options)];
  const differences = editsOf(asked.words, found.words).map(({ from, to, start, end }): Difference => {
    const [said, printed] = [textOf(asked, from, to), textOf(found, start, end)];
    return { op: opOf(said, printed), quote: said, document: printed };
  });
  const edits = differences.reduce(
    // Another case is a difference, but a small one.
    (sum, { quote: said, document: printed }) =>
      sum + Math.max(1, editDistance(said.toLowerCase(), printed.toLowerCase())),
    0,
  );
  const length = Math.max(1, asked.normalized.text.length, found.normalized.text.length);
  return { score: Math.max(0, 1 - edits / length), differences };
}
