/** The text of a node and its descendants. */
import type { Table } from './node.ts';
import { type GridCell, tableGrid } from './table-grid.ts';
import type { Tree } from './walk.ts';

function cellText({ node, isOrigin }: GridCell): string {
  return node && isOrigin ? textOf(node).replace(/\s+/g, ' ') : '';
}

function tableText(table: Table): string {
  const rows = tableGrid(table).map((row) => row.map(cellText).join('\t'));
  return rows.join('\n');
}

/** One line per block; the cells of a table row are separated by tabs. Labels of list items are not included. */
export function textOf(tree: Tree): string {
  if (tree.type === 'table') return tableText(tree);
  const own = 'content' in tree ? [tree.content] : [];
  return [...own, ...tree.kids.map(textOf)].filter((text) => text !== '').join('\n');
}
