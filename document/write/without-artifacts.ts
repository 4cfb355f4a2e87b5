/** Clean blocks without running headers, footers and other artifacts. Blocks that contain none stay the same objects. */
import type { Block, DocumentNode } from '../model/blocks.ts';

export const withoutArtifacts = (blocks: readonly Block[]): readonly Block[] => keptKids(blocks);

/** The same list if nothing in it is an artifact. */
function keptKids<Node extends DocumentNode>(nodes: readonly Node[]): readonly Node[] {
  let kept: Node[] | undefined;
  for (const [index, node] of nodes.entries()) {
    const own = node.type === 'artifact' ? undefined : withKeptKids(node);
    if (own !== node) kept ??= nodes.slice(0, index);
    if (kept && own) kept.push(own);
  }
  return kept ?? nodes;
}

function withKeptKids<Node extends DocumentNode>(node: Node): Node {
  if (node.kids.length === 0) return node;
  const kids = keptKids<DocumentNode>(node.kids);
  return kids === node.kids ? node : ({ ...node, kids } as unknown as Node);
}
