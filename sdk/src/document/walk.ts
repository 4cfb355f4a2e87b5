/** Visits every node of a document in reading order. */
import type { DocumentNode, NodeType, ParsedDocument } from './node.ts';

export type Visit<Node extends DocumentNode = DocumentNode> = {
  readonly node: Node;
  /** JSON Pointer (RFC 6901), such as `/kids/3/rows/0/cells/1`. Unique within a document, unlike the id. */
  readonly pointer: string;
  /** Starts at 1. A table row has the page of its table. */
  readonly pageNumber: number;
  readonly depth: number;
  /** Null for children of the root. */
  readonly parent: Visit | null;
};

/** The properties that hold child nodes; a node uses at most one of them. */
export const childKeys = ['kids', 'rows', 'cells', 'list items', 'toc items'] as const;

export type Tree = ParsedDocument | DocumentNode;

type Children = { readonly key: string; readonly nodes: readonly DocumentNode[] };

export function childrenOf(node: Tree): readonly Children[] {
  const record = node as unknown as Readonly<Record<string, unknown>>;
  return childKeys.flatMap((key) => {
    const nodes = record[key];
    return Array.isArray(nodes) ? [{ key, nodes: nodes as DocumentNode[] }] : [];
  });
}

/** Does not visit the root itself. Pointers are relative to `tree`. */
export function walk(tree: Tree): Generator<Visit, void, undefined> {
  return descend(tree, '', null, 0);
}

function* descend(
  tree: Tree,
  pointer: string,
  parent: Visit | null,
  depth: number,
): Generator<Visit, void, undefined> {
  for (const { key, nodes } of childrenOf(tree)) {
    for (const [index, node] of nodes.entries()) {
      const pageNumber = 'page number' in node ? node['page number'] : (parent?.pageNumber ?? 0);
      const visit: Visit = { node, pointer: `${pointer}/${key}/${index}`, pageNumber, depth, parent };
      yield visit;
      yield* descend(node, visit.pointer, visit, depth + 1);
    }
  }
}

type NodeOf<Type extends NodeType> = Extract<DocumentNode, { type: Type }>;

/** Like `walk`, but only yields nodes of these types. */
export function* walkOf<Type extends NodeType>(
  tree: Tree,
  ...types: readonly Type[]
): Generator<Visit<NodeOf<Type>>, void, undefined> {
  for (const visit of walk(tree)) {
    if ((types as readonly NodeType[]).includes(visit.node.type)) yield visit as Visit<NodeOf<Type>>;
  }
}
