/** Blocks of a markdown document (gfm). Html tables in it are read as html. */
import type { FootnoteDefinition, ListItem, Nodes, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Block, BlockList, type Cell, normalize } from '../blocks.ts';
import { htmlBlocks } from './html.ts';

/** The number that a reader is shown for a footnote; names of later ones with the same mark are `1-2`. */
const noteMark = (label: string) => label.replace(/-\d+$/, '');

function textOf(node: Nodes): string {
  if (node.type === 'footnoteReference') return noteMark(node.identifier);
  if (node.type === 'html') return /^<br/i.test(node.value) ? ' ' : '';
  if (node.type === 'break') return ' ';
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** A cell cannot have a list: some write its items with a dash, which is a bullet. */
const itemDash = /^\s*- (?=\p{L})/u;

function cellsOf(table: Table): Cell[][] {
  return table.children.map((row) =>
    row.children.map((cell) => ({
      text: normalize(textOf(cell).replace(itemDash, '')),
      rowSpan: 1,
      columnSpan: 1,
    })),
  );
}

class MarkdownReader extends BlockList {
  read(node: RootContent, kind: 'paragraph' | 'item' = 'paragraph'): void {
    switch (node.type) {
      case 'heading':
        this.heading(node.depth, textOf(node));
        return;
      case 'table':
        this.table(cellsOf(node));
        return;
      case 'html':
        this.blocks.push(...htmlBlocks(node.value.replaceAll(/<!--[\s\S]*?-->/g, ' ')));
        return;
      case 'list':
        for (const [at, item] of node.children.entries()) {
          this.readItem(item, node.ordered ? `${(node.start ?? 1) + at}. ` : '');
        }
        return;
      case 'footnoteDefinition':
        this.readNote(node);
        return;
      case 'blockquote':
        for (const child of node.children) this.read(child);
        return;
      case 'definition':
      case 'thematicBreak':
        return;
      default:
        this.text(kind, textOf(node));
    }
  }

  /** A number is text of the item: other formats print it. */
  private readItem({ children }: ListItem, number: string): void {
    const [first, ...rest] = children;
    if (first?.type === 'paragraph') this.text('item', number + textOf(first));
    else if (first) this.read(first, 'item');
    for (const child of rest) this.read(child);
  }

  private readNote({ identifier, children }: FootnoteDefinition): void {
    const [first, ...rest] = children;
    if (first?.type === 'paragraph') this.text('paragraph', `${noteMark(identifier)} ${textOf(first)}`);
    for (const child of first?.type === 'paragraph' ? rest : children) this.read(child);
  }
}

export function markdownBlocks(markdown: string): readonly Block[] {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const reader = new MarkdownReader();
  for (const node of tree.children) reader.read(node);
  return reader.blocks;
}
