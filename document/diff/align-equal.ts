/**
 * Aligns two sequences by their equal elements: elements that are unique on both sides first (as patience diff does),
 * then Myers between them. The work is bounded by the lengths and not by the clock, so results are reproducible.
 */
import { diffArrays } from 'diff';

/** Indexes in both sequences; both increase from pair to pair. */
export type Pair = readonly [base: number, head: number];

type Range = {
  readonly from: number;
  readonly to: number;
  readonly headFrom: number;
  readonly headTo: number;
};

/** Between two anchors there may be further ones; deeper than this, what is left is repetitive. */
const depthMax = 8;
/** Myers takes time with the square of the number of edits. */
const editsMax = 1_000;
/** How far the next equal element may be where there are more edits. */
const lookaheadMax = 200;

export function alignEqual(base: readonly string[], head: readonly string[]): readonly Pair[] {
  const pairs: Pair[] = [];
  alignRange(base, head, { from: 0, to: base.length, headFrom: 0, headTo: head.length }, 0, pairs);
  return pairs;
}

function alignRange(
  base: readonly string[],
  head: readonly string[],
  range: Range,
  depth: number,
  pairs: Pair[],
): void {
  let { from, to, headFrom, headTo } = range;
  while (from < to && headFrom < headTo && base[from] === head[headFrom]) pairs.push([from++, headFrom++]);
  const ends: Pair[] = [];
  while (from < to && headFrom < headTo && base[to - 1] === head[headTo - 1]) ends.push([--to, --headTo]);
  if (from < to && headFrom < headTo) {
    const inner = { from, to, headFrom, headTo };
    const anchors = depth < depthMax ? increasing(uniquePairs(base, head, inner)) : [];
    if (anchors.length === 0) pairs.push(...alignRepeated(base, head, inner));
    else alignBetween(base, head, inner, anchors, depth, pairs);
  }
  pairs.push(...ends.reverse());
}

function alignBetween(
  base: readonly string[],
  head: readonly string[],
  { from, to, headFrom, headTo }: Range,
  anchors: readonly Pair[],
  depth: number,
  pairs: Pair[],
): void {
  let [next, headNext] = [from, headFrom];
  for (const [at, headAt] of anchors) {
    alignRange(base, head, { from: next, to: at, headFrom: headNext, headTo: headAt }, depth + 1, pairs);
    pairs.push([at, headAt]);
    [next, headNext] = [at + 1, headAt + 1];
  }
  alignRange(base, head, { from: next, to, headFrom: headNext, headTo }, depth + 1, pairs);
}

/** Where each element is, -1 if it is there more than once. */
function onlyPlaces(items: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const item = items[at] ?? '';
    places.set(item, places.has(item) ? -1 : at);
  }
  return places;
}

function uniquePairs(base: readonly string[], head: readonly string[], range: Range): readonly Pair[] {
  const headPlaces = onlyPlaces(head, range.headFrom, range.headTo);
  return [...onlyPlaces(base, range.from, range.to)].flatMap(([item, at]): readonly Pair[] => {
    const headAt = headPlaces.get(item) ?? -1;
    return at >= 0 && headAt >= 0 ? [[at, headAt]] : [];
  });
}

/** The longest subsequence of which the second indexes increase. The first ones do already. */
function increasing(pairs: readonly Pair[]): readonly Pair[] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [at, [, headAt]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < headAt) low = middle + 1;
      else high = middle;
    }
    before[at] = tails[low - 1] ?? -1;
    tails[low] = at;
  }
  const chain: Pair[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chain.push(pair);
  }
  return chain.reverse();
}

type Placed = { readonly item: string; readonly at: number };

function commonItems(items: readonly string[], from: number, to: number, others: ReadonlySet<string>) {
  const common: Placed[] = [];
  for (let at = from; at < to; at++) {
    const item = items[at] ?? '';
    if (others.has(item)) common.push({ item, at });
  }
  return common;
}

/** What only one side has costs nothing. */
function alignRepeated(base: readonly string[], head: readonly string[], range: Range): readonly Pair[] {
  const { from, to, headFrom, headTo } = range;
  const baseItems = commonItems(base, from, to, new Set(head.slice(headFrom, headTo)));
  const headItems = commonItems(head, headFrom, headTo, new Set(base.slice(from, to)));
  const changes = diffArrays(
    baseItems.map(({ item }) => item),
    headItems.map(({ item }) => item),
    { maxEditLength: editsMax },
  );
  if (!changes) return nextEqual(baseItems, headItems);
  const pairs: Pair[] = [];
  let [at, headAt] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let n = 0; n < count; n++)
        pairs.push([baseItems[at + n]?.at ?? 0, headItems[headAt + n]?.at ?? 0]);
    if (!added) at += count;
    if (!removed) headAt += count;
  }
  return pairs;
}

/** Each element with the next equal one, unless that is far away. */
function nextEqual(base: readonly Placed[], head: readonly Placed[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let next = 0;
  for (const { item, at } of base) {
    const window = head.slice(next, next + lookaheadMax);
    const found = window.findIndex((other) => other.item === item);
    if (found < 0) continue;
    pairs.push([at, window[found]?.at ?? 0]);
    next += found + 1;
  }
  return pairs;
}
