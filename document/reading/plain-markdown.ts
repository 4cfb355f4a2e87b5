/** Markdown of blocks whose texts need no escapes: exactly what the library writes, in a fraction of its time. */
import type { BlockContent, List, ListItem, PhrasingContent, Table } from 'mdast';
import type { Block } from '../model/blocks.ts';
import { isPlain } from '../write/markdown-escapes.ts';
import type { Markers } from '../write/serialize-markdown.ts';

/** What the library looks at before and after the texts of a place. */
const places = { line: ['\n', '\n'], heading: ['# ', '\n'], cell: [' ', ' '] } as const;
type Place = keyof typeof places;

function plainIn(value: string, place: Place): string | null {
  const [before, after] = places[place];
  return isPlain(value, before, after) ? value : null;
}

/** One text without marks, or nothing. */
function plainPhrasing(children: readonly PhrasingContent[], place: Place): string | null {
  const [only] = children;
  if (only === undefined) return '';
  return children.length === 1 && only.type === 'text' ? plainIn(only.value, place) : null;
}

/** Null as soon as one is. */
function all<T>(items: readonly T[], write: (item: T, index: number) => string | null): string[] | null {
  const written: string[] = [];
  for (const [index, item] of items.entries()) {
    const text = write(item, index);
    if (text === null) return null;
    written.push(text);
  }
  return written;
}

function plainItem({ children }: ListItem): string | null {
  const [only] = children;
  if (children.length !== 1 || only?.type !== 'paragraph') return null;
  return plainPhrasing(only.children, 'line') || null;
}

function plainList({ ordered, start, children }: List, markers: Markers): string | null {
  const lines = all(children, (item, index) => {
    const text = plainItem(item);
    const marker = ordered ? `${(start ?? 1) + index}${markers.bulletOrdered}` : markers.bullet;
    return text === null ? null : `${marker} ${text}`;
  });
  return lines && lines.length > 0 ? lines.join('\n') : null;
}

const plainRow = (cells: readonly string[]) =>
  `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;

/** Rows of other lengths are filled by the library. */
function plainTable({ children }: Table): string | null {
  const columns = children[0]?.children.length ?? 0;
  if (columns === 0) return null;
  const rows = all(children, (row) => {
    if (row.children.length !== columns) return null;
    const cells = all(row.children, (cell) => plainPhrasing(cell.children, 'cell'));
    return cells && plainRow(cells);
  });
  if (!rows) return null;
  const [head = '', ...body] = rows;
  return [head, plainRow(new Array<string>(columns).fill('-')), ...body].join('\n');
}

/** Null if the library has to write it. Without a line break at the end. */
export function plainNodes(nodes: readonly BlockContent[], markers: Markers): string | null {
  const [node] = nodes;
  if (nodes.length !== 1 || !node) return null;
  if (node.type === 'list') return plainList(node, markers);
  return node.type === 'table' ? plainTable(node) : null;
}

/** The same for the text of a block, before it is made a tree. */
export function plainText(block: Block): string | null {
  if (!('spans' in block) || block.type === 'code' || block.spans.length > 0) return null;
  const content = block.content.trim();
  if (block.type !== 'heading') return plainIn(content, 'line');
  const text = content === '' ? null : plainIn(content, 'heading');
  return text === null ? null : `${'#'.repeat(block.level)} ${text}`;
}
