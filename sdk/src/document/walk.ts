/** Visits every node of a document in reading order. */
import type { DocumentNode, NodeType, ParsedDocument } from './node.ts';

export type Visit<Node extends DocumentNode = DocumentNode> = {
  readonly node: Node;
  /** JSON Pointer (RFC 6901), such as `/kids/3/kids/0/kids/1`: the address of the node within the document. */
  readonly pointer: string;
  /** The page on which the node begins. */
  readonly page: number;
  readonly depth: number;
  /** Null for children of the root. */
  readonly parent: Visit | null;
};

export type Tree = ParsedDocument | DocumentNode;

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
  for (const [index, node] of tree.kids.entries()) {
    const visit: Visit = { node, pointer: `${pointer}/kids/${index}`, page: node.page, depth, parent };
    yield visit;
    if (node.kids.length > 0) yield* descend(node, visit.pointer, visit, depth + 1);
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
