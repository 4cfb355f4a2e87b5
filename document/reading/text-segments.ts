/** The parts of a block's canonical text, each with the node that it comes from, so that offsets lead to places. */
import { cellText, textLines } from '../model/block-text.ts';
import type { Block, DocumentNode, ListItem, Row, TextBlock } from '../model/blocks.ts';

/** A node with printed lines. */
export type LinedNode = TextBlock | ListItem;

/** `start` and `end` count from the beginning of the block's text. */
export type TextSegment = {
  readonly node: DocumentNode;
  readonly start: number;
  readonly end: number;
};

/** In order and without gaps other than the tabs of rows and the `\n` between lines. */
export function* textSegments(block: Block): Generator<TextSegment> {
  yield* segmentsOf([block], { at: 0, isFirst: true });
}

type Cursor = { at: number; isFirst: boolean };

function* segmentsOf(nodes: readonly DocumentNode[], cursor: Cursor): Generator<TextSegment> {
  for (const node of nodes) {
    const [line] = textLines([{ ...node, kids: node.type === 'row' ? node.kids : [] } as DocumentNode]);
    if (line !== undefined) {
      if (!cursor.isFirst) cursor.at++;
      cursor.isFirst = false;
      const start = cursor.at;
      cursor.at += line.length;
      if (node.type === 'row') yield* cellsOf(node, start);
      else yield { node, start, end: cursor.at };
    }
    if (node.type !== 'row') yield* segmentsOf(node.kids, cursor);
  }
}

function* cellsOf(row: Row, start: number): Generator<TextSegment> {
  let at = start;
  for (const cell of row.kids) {
    const { length } = cellText(cell);
    if (length > 0) yield { node: cell, start: at, end: at + length };
    at += length + 1;
  }
}

export const hasLines = (node: DocumentNode): node is LinedNode => 'lines' in node;

/** Where `content` begins in the text of the node. */
export function contentStart(node: LinedNode): number {
  if (node.type !== 'list_item' || !node.label) return 0;
  return node.content === '' ? node.label.length : node.label.length + 1;
}
