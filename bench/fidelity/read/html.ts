/** Blocks of an html document. */
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { type Block, BlockList, type Cell, normalize } from '../blocks.ts';

const blockTags = new Set(
  (
    'address article aside blockquote body caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const unread = new Set(['head', 'script', 'style', 'title']);

/** Blocks are apart from their neighbours, inline elements are not. */
export function textOf(node: ChildNode): string {
  if (isText(node)) return node.data;
  if (!isTag(node) || unread.has(node.name)) return '';
  if (node.name === 'br') return ' ';
  const inside = node.children.map(textOf).join('');
  return blockTags.has(node.name) ? ` ${inside} ` : inside;
}

const spanOf = (cell: Element, name: string): number => Number(cell.attribs[name]) || 1;

function rowsOf(node: Element): Cell[][] {
  return node.children.filter(isTag).flatMap((child) => {
    if (child.name === 'caption' || child.name === 'table') return [];
    if (child.name !== 'tr') return rowsOf(child);
    const cells = child.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th');
    return [
      cells.map((cell) => ({
        text: normalize(textOf(cell)),
        rowSpan: spanOf(cell, 'rowspan'),
        columnSpan: spanOf(cell, 'colspan'),
      })),
    ];
  });
}

/** The number that a browser shows in front of an item and copies with it, unless the text has it already. */
function numberOf(item: Element): string {
  const list = item.parent;
  if (list === null || !isTag(list) || list.name !== 'ol') return '';
  const items = list.children.filter((child) => isTag(child) && child.name === 'li');
  const number = `${Number(list.attribs['start'] ?? 1) + items.indexOf(item)}.`;
  return textOf(item).trimStart().startsWith(number) ? '' : `${number} `;
}

class HtmlReader extends BlockList {
  private inline = '';
  private kind: 'paragraph' | 'item' = 'paragraph';

  end(): void {
    this.text(this.kind, this.inline);
    this.inline = '';
    this.kind = 'paragraph';
  }

  read(node: ChildNode): void {
    if (isText(node)) this.inline += node.data;
    else if (isTag(node) && !unread.has(node.name)) this.readElement(node);
  }

  private readElement(element: Element): void {
    const level = /^h([1-6])$/.exec(element.name)?.[1];
    if (element.name === 'br') this.inline += ' ';
    else if (level !== undefined) {
      this.end();
      this.heading(Number(level), textOf(element));
    } else if (element.name === 'table') this.readTable(element);
    else if (blockTags.has(element.name)) {
      this.end();
      if (element.name === 'li') {
        this.kind = 'item';
        this.inline = numberOf(element);
      }
      for (const child of element.children) this.read(child);
      this.end();
    } else for (const child of element.children) this.read(child);
  }

  private readTable(element: Element): void {
    this.end();
    const caption = element.children.filter(isTag).find(({ name }) => name === 'caption');
    if (caption) this.text('paragraph', textOf(caption));
    this.table(rowsOf(element));
  }
}

export function htmlBlocks(html: string): readonly Block[] {
  const reader = new HtmlReader();
  for (const node of parseDocument(html).children) reader.read(node);
  reader.end();
  return reader.blocks;
}
