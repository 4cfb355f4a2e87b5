/** The links of a document, in reading order. */
import type { DocumentNode, Link } from './node.ts';
import { type Tree, walk } from './walk.ts';

export type FoundLink = {
  readonly node: DocumentNode;
  readonly pointer: string;
  /** The page the link is on. */
  readonly page: number;
  /** The linked words. */
  readonly text: string;
  readonly target: Link;
};

export function links(tree: Tree): FoundLink[] {
  return [...walk(tree)].flatMap(({ node, pointer, page }) => {
    if (!('spans' in node)) return [];
    return node.spans.flatMap(({ start, end, link }) =>
      link ? [{ node, pointer, page, text: node.content.slice(start, end), target: link }] : [],
    );
  });
}
