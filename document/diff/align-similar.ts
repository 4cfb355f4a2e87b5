/** Pairs similar elements of two sequences: in order, so that the sum of similarities is greatest. */
import type { Pair } from './align-equal.ts';

export type Candidate = { readonly base: number; readonly head: number; readonly score: number };

/** Up to this many pairs all are compared; otherwise only elements that share a rare part. */
const allPairsMax = 2_500;
/** A part that more elements have does not tell them apart. */
const sharersMax = 20;
/** For each element, those with the most shared parts. */
const candidatesMax = 6;

export type Parts = (index: number) => Int32Array;

type Lookup = { readonly base: Parts; readonly head: Parts };

function sharersOf(indexes: readonly number[], parts: Parts): ReadonlyMap<number, readonly number[]> {
  const sharers = new Map<number, number[]>();
  for (const index of indexes) {
    for (const part of new Set(parts(index))) {
      const known = sharers.get(part);
      if (!known) sharers.set(part, [index]);
      // One more than allowed marks it as too frequent.
      else if (known.length <= sharersMax) known.push(index);
    }
  }
  return sharers;
}

function* likelyPairs(base: readonly number[], head: readonly number[], parts: Lookup): Generator<Pair> {
  const sharers = sharersOf(head, parts.head);
  for (const index of base) {
    const shared = new Map<number, number>();
    for (const part of new Set(parts.base(index))) {
      const found = sharers.get(part) ?? [];
      if (found.length > sharersMax) continue;
      for (const other of found) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    const best = [...shared].sort(([a, n], [b, m]) => m - n || a - b).slice(0, candidatesMax);
    for (const [other] of best) yield [index, other];
  }
}

function* allPairs(base: readonly number[], head: readonly number[]): Generator<Pair> {
  for (const index of base) for (const other of head) yield [index, other];
}

/** Pairs with a score of at least `scoreMin`; of long sequences, only of elements that share rare parts. */
export function candidates(
  base: readonly number[],
  head: readonly number[],
  parts: Lookup,
  scoreOf: (base: number, head: number) => number,
  scoreMin: number,
): readonly Candidate[] {
  const isShort = base.length * head.length <= allPairsMax;
  const found: Candidate[] = [];
  for (const [at, headAt] of isShort ? allPairs(base, head) : likelyPairs(base, head, parts)) {
    const score = scoreOf(at, headAt);
    if (score >= scoreMin) found.push({ base: at, head: headAt, score });
  }
  return found;
}

type Link = { readonly candidate: Candidate; readonly sum: number; readonly before: Link | null };

/** Greatest sums of chains by their last head index: a Fenwick tree of prefix maxima. */
class BestChains {
  readonly #best: (Link | null)[];

  constructor(size: number) {
    this.#best = Array<Link | null>(size + 1).fill(null);
  }

  /** The best chain that ends before `rank` (from 0). */
  before(rank: number): Link | null {
    let best: Link | null = null;
    for (let at = rank; at > 0; at -= at & -at) {
      const link = this.#best[at] ?? null;
      if (link && (!best || link.sum > best.sum)) best = link;
    }
    return best;
  }

  add(rank: number, link: Link): void {
    for (let at = rank + 1; at < this.#best.length; at += at & -at) {
      const known = this.#best[at];
      if (!known || link.sum > known.sum) this.#best[at] = link;
    }
  }
}

/** The chain of pairs, both indexes increasing, with the greatest sum of scores. */
export function bestChain(pairs: readonly Candidate[]): readonly Candidate[] {
  const heads = [...new Set(pairs.map(({ head }) => head))].sort((a, b) => a - b);
  const ranks = new Map(heads.map((head, rank) => [head, rank]));
  const chains = new BestChains(heads.length);
  // Of one base element the last head first, so that a chain has it only once.
  for (const candidate of pairs.toSorted((a, b) => a.base - b.base || b.head - a.head)) {
    const rank = ranks.get(candidate.head) ?? 0;
    const before = chains.before(rank);
    chains.add(rank, { candidate, sum: (before?.sum ?? 0) + candidate.score, before });
  }
  const chain: Candidate[] = [];
  for (let link = chains.before(heads.length); link; link = link.before) chain.push(link.candidate);
  return chain.reverse();
}

/** Each element once, the most similar pairs first. */
export function bestPairs(pairs: readonly Candidate[]): readonly Candidate[] {
  const [bases, heads] = [new Set<number>(), new Set<number>()];
  const byScore = pairs.toSorted((a, b) => b.score - a.score || a.base - b.base || a.head - b.head);
  return byScore.filter(({ base, head }) => {
    if (bases.has(base) || heads.has(head)) return false;
    bases.add(base);
    heads.add(head);
    return true;
  });
}
