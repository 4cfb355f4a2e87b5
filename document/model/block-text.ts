/**
 * The canonical text of a document: one line per text in reading order. It is the text output, and what offsets of
 * indexes and citations count.
 */
import type { Block, Cell, DocumentNode, Field, ListItem, Row } from './blocks.ts';
import type { DocumentPart } from './document.ts';

/** Content as it is written to a line: whole, or broken where the printed lines end. */
export type ContentOf = (node: Extract<DocumentNode, { readonly lines: unknown }>) => string;

const wholeContent: ContentOf = (node) => node.content;

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `Name: value`, or a box and the name. Empty if there is nothing to tell but the name. */
export function fieldText(field: Field): string {
  const label = squeeze(field.label ?? field.name);
  if (field.field_type === 'checkbox') return `${field.value === true ? '☑' : '☐'} ${label}`.trim();
  const content = squeeze(field.content);
  if (content === '') return '';
  return label === '' ? content : `${label}: ${content}`;
}

const itemText = (item: ListItem, contentOf: ContentOf) =>
  [item.label ?? '', contentOf(item)].filter((text) => text !== '').join(' ');

/** All blocks of a cell on one line, so that a row is a line. */
export const cellText = (cell: Cell): string => squeeze([...textLines(cell.kids)].join(' '));

const rowText = (row: Row): string => row.kids.map(cellText).join('\t');

function ownLine(node: DocumentNode, contentOf: ContentOf): string {
  switch (node.type) {
    case 'row':
      return rowText(node);
    case 'field':
      return fieldText(node);
    case 'list_item':
      return itemText(node, contentOf);
    case 'list':
    case 'table':
    case 'figure':
    case 'artifact':
    case 'cell':
      return '';
    default:
      return contentOf(node);
  }
}

/**
 * - a node with `content` is a line; a list item's line begins with its label, if it has one;
 * - a row is a line: its cells with a tab between them, all white space in a cell as one space;
 * - a field is `label: content` (the name, if it has no label); without content it is left out. A checkbox is `☑ label`
 *   or `☐ label`;
 * - lines without a visible character are left out.
 */
export function* textLines(
  nodes: readonly DocumentNode[],
  contentOf: ContentOf = wholeContent,
): Generator<string> {
  for (const node of nodes) {
    const line = ownLine(node, contentOf);
    if (/\S/.test(line)) yield line;
    if (node.type !== 'row') yield* textLines(node.kids, contentOf);
  }
}

export const blockText = (block: Block): string => [...textLines([block])].join('\n');

/** Of a whole document that fits into memory. */
export const canonicalText = (parts: Iterable<DocumentPart>): string =>
  [...parts].flatMap((part) => [...textLines(part.kids)]).join('\n');
