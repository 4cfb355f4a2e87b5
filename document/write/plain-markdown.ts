/** Markdown of blocks whose texts need no escapes: exactly what the library writes, in a fraction of its time. */
import type { Heading, Link, List, ListItem, PhrasingContent, Table } from 'mdast';
import type { Block } from '../model/blocks.ts';
import type { Markers } from './list-markers.ts';
import type { FlowContent } from './markdown-blocks.ts';
import { isPlain } from './markdown-escapes.ts';

/** What the library looks at before and after the texts of a place. */
const places = { line: ['\n', '\n'], heading: ['# ', '\n'], cell: [' ', ' '] } as const;
type Place = keyof typeof places;

function plainIn(value: string, place: Place): string | null {
  const [before, after] = places[place];
  return isPlain(value, before, after) ? value : null;
}

const word = /[\p{L}\p{N}]/u;
const space = /\s/;
const spaceOrSign = /[\s.,;()]/;

/** Whether a mark can stand between two characters; an empty one is the end of the text. */
const canHoldMark = (outside: string, inside: string) =>
  word.test(inside)
    ? outside === '' || spaceOrSign.test(outside)
    : !space.test(inside) && (outside === '' || space.test(outside));

/** One text without marks of its own. */
function markedText(children: readonly PhrasingContent[], mark: string): string | null {
  const [only] = children;
  if (children.length !== 1 || only?.type !== 'text') return null;
  return isPlain(only.value, mark, mark) ? only.value : null;
}

/** What stands on both sides of a mark; empty at the ends of the text. */
type Neighbours = { readonly before: string; readonly after: string };

function emphasized(
  children: readonly PhrasingContent[],
  mark: string,
  { before, after }: Neighbours,
): string | null {
  const text = markedText(children, mark);
  if (!text || !canHoldMark(before, text.charAt(0)) || !canHoldMark(after, text.slice(-1))) return null;
  return mark + text + mark;
}

const plainUrl = /^[\w#./:?=%,+-]+$/;

/** Not for an address that is its own text, which is written in angle brackets. */
function plainLink({ url, children }: Link): string | null {
  const text = plainUrl.test(url) ? markedText(children, '[') : null;
  return text === null || url.endsWith(text) ? null : `[${text}](${url})`;
}

const plainCode = /^[^`\s|](?:[^`\r\n|]*[^`\s|])?$/;

function plainMark(node: PhrasingContent, neighbours: Neighbours): string | null {
  switch (node.type) {
    case 'strong':
      return emphasized(node.children, '**', neighbours);
    case 'emphasis':
      return emphasized(node.children, '*', neighbours);
    case 'link':
      return plainLink(node);
    case 'inlineCode':
      return plainCode.test(node.value) ? `\`${node.value}\`` : null;
    default:
      return null;
  }
}

type Following = PhrasingContent | undefined;

/** Null for marks that touch: the library has to choose between `*` and `_`. */
function plainPiece(node: PhrasingContent, before: string, next: Following, place: Place): string | null {
  if (node.type === 'text') {
    const [first, last] = places[place];
    return isPlain(node.value, before || first, next ? '*' : last) ? node.value : null;
  }
  if (next && next.type !== 'text') return null;
  return plainMark(node, { before, after: next?.value.charAt(0) ?? '' });
}

function plainPhrasing(children: readonly PhrasingContent[], place: Place): string | null {
  let written = '';
  for (const [index, node] of children.entries()) {
    const piece = plainPiece(node, written.slice(-1), children[index + 1], place);
    if (piece === null) return null;
    written += piece;
  }
  return written;
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

function plainHeading({ depth, children }: Heading): string | null {
  const text = plainPhrasing(children, 'heading');
  return text ? `${'#'.repeat(depth)} ${text}` : null;
}

/** Null if the library has to write it. Without a line break at the end. */
export function plainNode(node: FlowContent, markers: Markers): string | null {
  switch (node.type) {
    case 'paragraph':
      return plainPhrasing(node.children, 'line');
    case 'heading':
      return plainHeading(node);
    case 'list':
      return plainList(node, markers);
    case 'table':
      return plainTable(node);
    default:
      return null;
  }
}

/** The same for the text of a block, before it is made a tree. */
export function plainText(block: Block): string | null {
  if (!('spans' in block) || block.type === 'code' || block.spans.length > 0) return null;
  if (block.type === 'paragraph' && block.quote) return null;
  const content = block.content.trim();
  if (block.type !== 'heading') return plainIn(content, 'line');
  const text = content === '' ? null : plainIn(content, 'heading');
  return text === null ? null : `${'#'.repeat(block.level)} ${text}`;
}
