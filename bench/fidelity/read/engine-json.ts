/** Blocks of the json that the bare engine writes by its own command line. */
import { type Block, BlockList, type Cell, normalize } from '../blocks.ts';

type EngineNode = {
  readonly type?: string;
  readonly content?: string;
  readonly 'page number'?: number;
  readonly 'heading level'?: number;
  readonly 'row span'?: number;
  readonly 'column span'?: number;
  readonly kids?: readonly EngineNode[];
  readonly 'list items'?: readonly EngineNode[];
  readonly 'toc items'?: readonly EngineNode[];
  readonly rows?: readonly { readonly cells?: readonly EngineNode[] }[];
};

const kidsOf = (node: EngineNode): readonly EngineNode[] => [
  ...(node.kids ?? []),
  ...(node['list items'] ?? []),
  ...(node['toc items'] ?? []),
];
const cellsOf = (node: EngineNode) => (node.rows ?? []).map(({ cells = [] }) => cells);

const textOf = (node: EngineNode): string =>
  [node.content ?? '', ...kidsOf(node).map(textOf), ...cellsOf(node).flat().map(textOf)].join(' ');

const cellOf = (node: EngineNode): Cell => ({
  text: normalize(textOf(node)),
  rowSpan: node['row span'] ?? 1,
  columnSpan: node['column span'] ?? 1,
});

class EngineReader extends BlockList {
  read(node: EngineNode): void {
    if (node.type === 'table') {
      const rows = cellsOf(node).map((cells) => cells.map(cellOf));
      this.table(rows, node['page number']);
    } else if (node.type === 'heading') this.heading(node['heading level'] ?? 1, textOf(node));
    else this.readText(node);
  }

  private readText(node: EngineNode): void {
    const isItem = node.type === 'list item' || node.type === 'toc item';
    this.text(isItem ? 'item' : 'paragraph', node.content ?? '');
    for (const kid of kidsOf(node)) this.read(kid);
  }
}

export function engineBlocks(json: string): readonly Block[] {
  const reader = new EngineReader();
  for (const node of (JSON.parse(json) as EngineNode).kids ?? []) reader.read(node);
  return reader.blocks;
}
