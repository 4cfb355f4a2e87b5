/** The text of a node and its descendants. */
import type { DocumentNode, Table } from './node.ts';
import { tableGrid } from './table-grid.ts';
import { childrenOf, type Tree } from './walk.ts';

/** One line per block; the cells of a table row are separated by tabs. */
export function textOf(tree: Tree): string {
  if (isTable(tree))
    return tableGrid(tree)
      .map((row) => row.map(cellText).join('\t'))
      .join('\n');
  const own = 'content' in tree && tree.content ? [tree.content] : [];
  const below = childrenOf(tree).flatMap(({ nodes }) => nodes.map(textOf));
  return [...own, ...below].filter((text) => text !== '').join('\n');
}

function isTable(tree: Tree): tree is Table {
  return 'type' in tree && tree.type === 'table';
}

function cellText(cell: { readonly node: DocumentNode | null; readonly isOrigin: boolean }): string {
  return cell.node && cell.isOrigin ? textOf(cell.node).replace(/\s+/g, ' ') : '';
}
