/** Nodes of one kind anywhere in a document, numbered in reading order; only the blocks that contain some are read. */
import type { DocumentNode } from '../model/blocks.ts';
import { kidOf } from './placement.ts';
import type { KidCounts, PlacedBlock, Reading } from './reading.ts';

export type FoundNode<Node> = {
  /** From 1. */
  readonly n: number;
  /** JSON pointer into the json output. */
  readonly ref: string;
  readonly node: Node;
  readonly placed: PlacedBlock;
};

export const countOf = (counts: KidCounts): number => counts.reduce((sum, [, count]) => sum + count, 0);

/** Depth-first, in reading order. */
function* withRefs(
  node: DocumentNode,
  ref: string,
): Generator<{ readonly node: DocumentNode; readonly ref: string }> {
  yield { node, ref };
  for (const [index, kid] of node.kids.entries()) yield* withRefs(kid, `${ref}/kids/${index}`);
}

async function blockOf(reading: Reading, kid: number): Promise<PlacedBlock | undefined> {
  for await (const placed of reading.kids(kid, kid + 1)) return placed;
  return undefined;
}

/** Numbers `from` to before `to`. `nodesOf` returns what a node contributes, itself or parts of it. */
export async function* foundNodes<Found>(
  reading: Reading,
  counts: KidCounts,
  { from, to }: { readonly from: number; readonly to: number },
  nodesOf: (node: DocumentNode) => readonly Found[],
): AsyncGenerator<FoundNode<Found>> {
  let before = 0;
  for (const [kid, count] of counts) {
    if (before + 1 >= to) return;
    if (before + count >= from) {
      const placed = await blockOf(reading, kid);
      if (placed) yield* foundIn(placed, before, { from, to }, nodesOf);
    }
    before += count;
  }
}

function* foundIn<Found>(
  placed: PlacedBlock,
  before: number,
  { from, to }: { readonly from: number; readonly to: number },
  nodesOf: (node: DocumentNode) => readonly Found[],
): Generator<FoundNode<Found>> {
  let n = before;
  for (const { node, ref } of withRefs(placed.block, placed.ref)) {
    for (const found of nodesOf(node)) {
      n++;
      if (n >= to) return;
      if (n >= from) yield { n, ref, node: found, placed };
    }
  }
}

/** The block before and after, where they exist. */
export async function neighbours(
  reading: Reading,
  { ref }: PlacedBlock,
): Promise<{ readonly before: PlacedBlock | null; readonly after: PlacedBlock | null }> {
  const kid = kidOf(ref);
  const found = new Map<number, PlacedBlock>();
  for await (const placed of reading.kids(Math.max(0, kid - 1), kid + 2))
    found.set(kidOf(placed.ref), placed);
  return { before: found.get(kid - 1) ?? null, after: found.get(kid + 1) ?? null };
}
