/** Depth-first walk over the nodes of a document, in reading order. */
import type { DocumentNode } from './blocks.ts';

/** Iterative, so that depth of nesting costs no stack. */
export function* walk(nodes: readonly DocumentNode[]): Generator<DocumentNode> {
  const pending: DocumentNode[] = [...nodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    for (let index = node.kids.length - 1; index >= 0; index--) {
      const kid = node.kids[index];
      if (kid) pending.push(kid);
    }
  }
}
