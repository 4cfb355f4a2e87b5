/** Visits every node of a document in reading order, wherever its parent keeps it. */
import type { DocumentNode, NodeType, ParsedDocument } from './node.ts';

export type Visit<Node extends DocumentNode = DocumentNode> = {
  readonly node: Node;
  /** RFC 6901, such as `/kids/3/rows/0/cells/1`; the one address that is unique within a document. */
  readonly pointer: string;
  /** From 1. A row has the page of its table. */
  readonly pageNumber: number;
  readonly depth: number;
  /** Null for the nodes directly below the root. */
  readonly parent: Visit | null;
};

/** Where a node keeps its children; no node uses two of them. */
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

/** The root itself is not visited. Pointers begin at what was passed in. */
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

/** Only the nodes of these types. */
export function* walkOf<Type extends NodeType>(
  tree: Tree,
  ...types: readonly Type[]
): Generator<Visit<NodeOf<Type>>, void, undefined> {
  for (const visit of walk(tree)) {
    if ((types as readonly NodeType[]).includes(visit.node.type)) yield visit as Visit<NodeOf<Type>>;
  }
}
