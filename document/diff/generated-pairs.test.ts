/** Comparisons of generated pairs find the edits that were made, and nothing else. */
import { expect, it } from 'vitest';
import { type Draft, draftOf, edits, type Truth } from '../testing/diff-edits.ts';
import { type LaidOut, layOut, makePieces, narrow, Random, wide } from '../testing/diff-pairs.ts';
import { compareDocuments } from './compare-documents.ts';
import type { DiffItem } from './diff.ts';

const source = ({ document }: LaidOut) => ({ document, includeHeaderFooter: false });

const differences = (base: LaidOut, head: LaidOut) =>
  compareDocuments(source(base), source(head), { scope: 'text' });

function foundBlock({ op, base, head }: DiffItem, before: LaidOut, after: LaidOut): string {
  const [from, to] = [base && before.ids.get(base.ref), head && after.ids.get(head.ref)];
  // A pair of two different pieces is never right.
  const isPair = from === null || to === null || from === to;
  return isPair ? `${op} ${to ?? from}` : `${op} ${from} as ${to}`;
}

function foundCells({ table, head }: DiffItem, after: LaidOut): readonly string[] {
  const id = head && after.ids.get(head.ref);
  if (!table) return [];
  return [
    ...table.cells.map((cell) => `cell ${id} ${cell.head.row},${cell.head.column}`),
    ...table.rows.map(({ op, index }) => `row ${id} ${op} ${index}`),
    ...table.columns.map(({ op, index }) => `column ${id} ${op} ${index}`),
  ];
}

type Score = { right: number; wrong: number; missed: number };

const newScore = (): Score => ({ right: 0, wrong: 0, missed: 0 });

function add(score: Score, wanted: ReadonlySet<string>, found: readonly string[]): readonly string[] {
  const seen = new Set(found);
  const wrong = found.filter((text) => !wanted.has(text));
  const missed = [...wanted].filter((text) => !seen.has(text));
  score.right += wanted.size - missed.length;
  score.wrong += wrong.length;
  score.missed += missed.length;
  return [...wrong.map((text) => `wrong: ${text}`), ...missed.map((text) => `missed: ${text}`)];
}

const rate = (part: number, rest: number) => (part + rest === 0 ? 1 : part / (part + rest));
const precision = ({ right, wrong }: Score) => rate(right, wrong);
const recall = ({ right, missed }: Score) => rate(right, missed);

function compare(seed: number, edit: (draft: Draft, random: Random) => void) {
  const random = new Random(seed);
  const pieces = makePieces(random, 6);
  const draft = draftOf(pieces);
  edit(draft, random);
  const before = layOut(pieces, wide);
  // Half of the pairs also break lines and pages elsewhere.
  const after = layOut(draft.pieces, seed % 2 === 0 ? wide : narrow);
  return { truth: draft.truth, before, after, items: differences(before, after).items };
}

function judge(
  name: string,
  pairs: readonly ReturnType<typeof compare>[],
  total: Record<keyof Truth, Score>,
) {
  return pairs.flatMap(({ truth, before, after, items }) => {
    const blocks = items.map((item) => foundBlock(item, before, after));
    const cells = items.flatMap((item) => foundCells(item, after));
    const faults = [...add(total.blocks, truth.blocks, blocks), ...add(total.cells, truth.cells, cells)];
    return faults.map((fault) => `${name}: ${fault}`);
  });
}

const several = (draft: Draft, random: Random) => {
  for (const edit of Object.values(edits)) if (random.below(3) === 0) edit(draft, random);
};

it('finds changed blocks and cells with a precision and recall of at least 0.95', () => {
  const total = { blocks: newScore(), cells: newScore() };
  const faults: string[] = [];
  let count = 0;
  for (const [name, edit] of [...Object.entries(edits), ['several edits', several] as const]) {
    const pairs = [1, 2, 3, 4].map((seed) => compare(1_000 * count + seed, edit));
    count++;
    faults.push(...judge(name, pairs, total));
  }
  const figures = Object.entries(total).map(
    ([what, score]) =>
      `${what}: precision ${precision(score).toFixed(4)}, recall ${recall(score).toFixed(4)} of ${score.right + score.missed}`,
  );
  process.stdout.write(`diff of ${4 * count} generated pairs; ${figures.join('; ')}\n${faults.join('\n')}\n`);
  expect(4 * count).toBeGreaterThanOrEqual(30);
  for (const score of Object.values(total)) {
    expect(precision(score), faults.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(recall(score), faults.join('\n')).toBeGreaterThanOrEqual(0.95);
  }
});

it('finds nothing where only lines and pages break elsewhere', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const pieces = makePieces(new Random(seed), 6);
    const { items, summary } = differences(layOut(pieces, wide), layOut(pieces, narrow));
    expect(items).toEqual([]);
    expect(summary).toMatchObject({ similarity: 1, pages: { base: [], head: [] } });
    expect(differences(layOut(pieces, narrow), layOut(pieces, wide)).items).toEqual([]);
  }
});

const texts = (count: number, seed: number, words = 12) => {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, id) => ({
    id,
    kind: 'paragraph' as const,
    text: `${id % 7 === 0 ? '' : seed} ${Array.from({ length: words }, () => random.below(4_000)).join(' ')}`,
  }));
};

/** Generous, because the machine may be busy; the printed CPU times are what to look at. */
const long = { timeout: 300_000 };

it.each([
  ['all different', texts(10_000, 1), texts(10_000, 2)],
  [
    'every tenth changed',
    texts(10_000, 3),
    texts(10_000, 3).map((piece) => (piece.id % 10 === 0 ? { ...piece, text: `${piece.text} more` } : piece)),
  ],
  ['in the opposite order', texts(10_000, 4), texts(10_000, 4).toReversed()],
  [
    'the same text again and again',
    texts(10_000, 5).map((piece) => ({ ...piece, text: `n/a ${piece.id % 3}` })),
    texts(10_000, 5).map((piece) => ({ ...piece, text: `n/a ${piece.id % 2}` })),
  ],
  [
    'each changed',
    texts(10_000, 6, 60),
    texts(10_000, 6, 60).map((piece) => ({ ...piece, text: `${piece.text.replaceAll(' 1', ' x1')} more` })),
  ],
] as const)('compares 10,000 blocks with 10,000: %s', long, (name, before, after) => {
  const [base, head] = [layOut(before, wide), layOut(after, wide)];
  const usage = process.cpuUsage();
  const { blocks } = differences(base, head).summary;
  const seconds = (process.cpuUsage(usage).user / 1_000_000).toFixed(1);
  process.stdout.write(`diff of 10,000 blocks, ${name}: ${seconds} s of CPU, ${JSON.stringify(blocks)}\n`);
  const { equal, removed, changed, moved } = blocks;
  expect(equal + removed + changed + moved).toBe(10_000);
});
