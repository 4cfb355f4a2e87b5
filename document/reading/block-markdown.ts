/** Markdown of single blocks, in pieces that can be read one by one: rows of a table, items of a list. */
import type { List as MdastList } from 'mdast';
import type { Block } from '../model/blocks.ts';
import { lastMarker, type Markers, markersAfter, usualMarkers } from '../write/list-markers.ts';
import { type FlowContent, markdownBlocks } from '../write/markdown-blocks.ts';
import { plainText } from '../write/plain-markdown.ts';
import { serializeMarkdown } from '../write/serialize-markdown.ts';

const style = { keepLineBreaks: false, html: false, notes: false };

export type MarkdownPieces = {
  /** Repeated where a table is continued: its first row and the line below it. Empty for other blocks. */
  readonly head: string;
  /** Without a line break at the end; a single line break stands between two. */
  readonly pieces: readonly string[];
  /** The marker of the list with which it ends. */
  readonly marker: string | undefined;
};

const write = (nodes: FlowContent[], markers: Markers): string => {
  const markdown = serializeMarkdown(nodes, markers);
  return markdown.endsWith('\n') ? markdown.slice(0, -1) : markdown;
};

/** The first piece is the head of the table, so that each row has the index of its piece. */
function tablePieces(node: FlowContent, rows: number): MarkdownPieces {
  const markdown = write([node], usualMarkers);
  const lines = markdown.split('\n');
  if (lines.length !== rows + 1) return { head: '', pieces: [markdown], marker: undefined };
  const head = lines.slice(0, 2).join('\n');
  return { head, pieces: [head, ...lines.slice(2)], marker: undefined };
}

function listPieces(node: MdastList, markers: Markers, marker: string | undefined): MarkdownPieces {
  const pieces = node.children.map((item, index) => {
    const start = node.start === null || node.start === undefined ? {} : { start: node.start + index };
    return write([{ ...node, ...start, children: [item] }], markers);
  });
  return { head: '', pieces, marker };
}

/** `before` is the marker of the list that ends directly above, if one does: lists that touch would be read as one. */
export function markdownPieces(block: Block, before?: string): MarkdownPieces {
  const known = plainText(block);
  if (known) return { head: '', pieces: [known], marker: undefined };
  const nodes = markdownBlocks([block], style);
  const [first] = nodes;
  if (first === undefined) return { head: '', pieces: [], marker: before };
  const markers = first.type === 'list' ? markersAfter(before) : usualMarkers;
  const marker = lastMarker(nodes, markers, undefined);
  if (nodes.length === 1 && first.type === 'list') return listPieces(first, markers, marker);
  if (nodes.length === 1 && first.type === 'table') return tablePieces(first, first.children.length);
  return { head: '', pieces: [write(nodes, markers)], marker };
}

/** At once, which is faster than in pieces. */
export const blockMarkdown = (block: Block): string =>
  plainText(block) ?? write(markdownBlocks([block], style), usualMarkers);
