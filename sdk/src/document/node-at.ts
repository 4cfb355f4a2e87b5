/** Finds a node by its JSON Pointer. */
import type { DocumentNode } from './node.ts';
import type { Tree } from './walk.ts';

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Undefined if the pointer leads nowhere or to something that is not a node. */
export function nodeAt(tree: Tree, pointer: string): DocumentNode | undefined {
  if (!pointer.startsWith('/')) return undefined;
  let value: unknown = tree;
  for (const part of pointer.slice(1).split('/').map(unescaped)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  const isNode = typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;
  return isNode ? (value as DocumentNode) : undefined;
}
