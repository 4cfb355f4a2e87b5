/** The text of a node and its descendants. For a whole document, it is the `text` format without page separators. */
import type { Cell, DocumentNode, Field, ListItem } from './node.ts';
import type { Tree } from './walk.ts';

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Empty if there is nothing to say but the name. */
function fieldText({ label, name, fieldType, value, content }: Field): string {
  const title = squeezed(label ?? name);
  if (fieldType === 'checkbox') return `${value === true ? '☑' : '☐'} ${title}`.trim();
  const text = squeezed(content);
  return text === '' || title === '' ? text : `${title}: ${text}`;
}

const itemText = ({ label = '', content }: ListItem) =>
  [label, content].filter((text) => text !== '').join(' ');

const cellText = (cell: Cell): string => squeezed(linesOf(cell).join(' '));

function ownLine(node: DocumentNode): string {
  if (node.type === 'row') return node.kids.map(cellText).join('\t');
  if (node.type === 'field') return fieldText(node);
  if (node.type === 'list_item') return itemText(node);
  return 'content' in node ? node.content : '';
}

function linesOf(tree: Tree): string[] {
  const own = tree.type === 'document' ? '' : ownLine(tree);
  const below = tree.type === 'row' ? [] : (tree.kids as readonly DocumentNode[]).flatMap(linesOf);
  return /\S/.test(own) ? [own, ...below] : below;
}

/**
 * One line per block. A list item begins with its label, a form field with its label or name; the cells of a table row
 * are separated by tabs.
 */
export function textOf(tree: Tree): string {
  return linesOf(tree).join('\n');
}
