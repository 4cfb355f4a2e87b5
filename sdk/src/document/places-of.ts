/** Where a node is, and what is on a page. */
import type { Box, DocumentNode, DocumentPage, Line, ParsedDocument } from './node.ts';
import { type Tree, type Visit, walk } from './walk.ts';

export type Place = { readonly page: number; readonly box: Box };

function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** One place per page: a paragraph that continues on the next page has two. */
export function placesOf(node: DocumentNode): Place[] {
  const lines: readonly Line[] = 'lines' in node ? node.lines : [];
  const later = new Map<number, Box>();
  for (const { page, box } of lines) {
    if (page === node.page) continue;
    const known = later.get(page);
    later.set(page, known ? union(known, box) : box);
  }
  return [{ page: node.page, box: node.box }, ...[...later].map(([page, box]) => ({ page, box }))];
}

/** The nodes that are at least partly on a page, in reading order. */
export function nodesOnPage(tree: Tree, page: number): Visit[] {
  return [...walk(tree)].filter(({ node }) => placesOf(node).some((place) => place.page === page));
}

/** Size and label of a page; undefined if it was not converted. */
export function pageOf({ pages }: ParsedDocument, page: number): DocumentPage | undefined {
  return pages.find((known) => known.page === page);
}
