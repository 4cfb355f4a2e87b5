/** Blocks of our json output. */
import { fieldText } from '../../../document/model/block-text.ts';
import type { Block as Node, Table } from '../../../document/model/blocks.ts';
import type { Document } from '../../../document/model/document.ts';
import { type Block, BlockList, type Cell, normalize } from '../blocks.ts';

/** Everything below a cell as one text. */
function textOf(node: Node): string {
  switch (node.type) {
    case 'table':
      return node.kids.flatMap(({ kids }) => kids.map((cell) => textsOf(cell.kids))).join(' ');
    case 'list':
      return node.kids.map((item) => `${item.label ?? ''} ${item.content} ${textsOf(item.kids)}`).join(' ');
    case 'figure':
    case 'artifact':
      return textsOf(node.kids);
    case 'field':
      return fieldText(node);
    default:
      return node.content;
  }
}

const textsOf = (nodes: readonly Node[]): string => nodes.map(textOf).join(' ');

const rowsOf = (table: Table): Cell[][] =>
  table.kids.map(({ kids }) =>
    kids.map((cell) => ({
      text: normalize(textsOf(cell.kids)),
      rowSpan: cell.row_span,
      columnSpan: cell.column_span,
    })),
  );

class JsonReader extends BlockList {
  read(node: Node): void {
    switch (node.type) {
      case 'heading':
        this.heading(node.level, node.content);
        return;
      case 'table':
        this.table(rowsOf(node), node.page);
        return;
      case 'list':
        for (const item of node.kids) {
          const label = node.ordered ? `${item.label ?? ''} ` : '';
          this.text('item', label + item.content);
          this.readAll(item.kids);
        }
        return;
      case 'figure':
      case 'artifact':
        this.readAll(node.kids);
        return;
      default:
        this.text('paragraph', textOf(node));
    }
  }

  readAll(nodes: readonly Node[]): void {
    for (const node of nodes) this.read(node);
  }
}

export function jsonBlocks(json: string): readonly Block[] {
  const reader = new JsonReader();
  reader.readAll((JSON.parse(json) as Document).kids);
  return reader.blocks;
}
