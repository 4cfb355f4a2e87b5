/** Finds a node by its JSON Pointer. */
import type { DocumentNode } from './node.ts';
import type { Tree } from './walk.ts';

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Undefined where the pointer leads to nothing, or to something that is no node. */
export function nodeAt(tree: Tree, pointer: string): DocumentNode | undefined {
  if (!pointer.startsWith('/')) return undefined;
  let at: unknown = tree;
  for (const part of pointer.slice(1).split('/').map(unescaped)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  const isNode = typeof at === 'object' && at !== null && !Array.isArray(at) && 'type' in at;
  return isNode ? (at as DocumentNode) : undefined;
}
