/** Tables as gfm tables, or as html where that is allowed and a gfm table cannot express them. */
import { toHtml } from 'hast-util-to-html';
import type { BlockContent, PhrasingContent, TableCell, TableRow } from 'mdast';
import type { Block, Cell, Table } from '../model/blocks.ts';
import { listStyle } from '../model/list-labels.ts';
import { type Grid, hasSpans, type Slot, tableGrid } from '../model/table-grid.ts';
import { htmlBlocks } from './html-blocks.ts';
import { markdownField, markdownImage } from './markdown-field.ts';
import { type MarkdownStyle, markdownInline } from './markdown-inline.ts';

export function markdownTable(table: Table, style: MarkdownStyle): BlockContent[] {
  const grid = tableGrid(table);
  if (!grid.some((row) => row.length > 0)) return [];
  if (style.html && (hasSpans(grid) || grid.some((row) => row.some(hasBlocks)))) {
    return [
      { type: 'html', value: flowHtml(toHtml({ type: 'root', children: htmlBlocks([table], style) })) },
    ];
  }
  return [{ type: 'table', children: rows(grid, style) }];
}

/** Html in markdown ends at a blank line; only code has any. */
const flowHtml = (html: string) => html.replace(/\n(?=[ \t]*\n)/g, '&#10;');

function hasBlocks(slot: Slot): boolean {
  if (slot === null || slot === 'covered') return false;
  const { kids } = slot.cell;
  return kids.length > 1 || kids.some(({ type }) => type !== 'paragraph' && type !== 'field');
}

/** Places covered by a span are empty cells, so that columns stay in line. The first row is the head. */
const rows = (grid: Grid, style: MarkdownStyle): TableRow[] =>
  grid.map((row) => ({ type: 'tableRow', children: row.map((slot) => tableCell(slot, style)) }));

const tableCell = (slot: Slot, style: MarkdownStyle): TableCell => ({
  type: 'tableCell',
  children: slot === null || slot === 'covered' ? [] : cellContent(slot.cell, style),
});

/** Blocks of a cell, joined by spaces. */
function cellContent(cell: Cell, style: MarkdownStyle): PhrasingContent[] {
  const texts = cell.kids.flatMap((block) => inlineTexts(block, style)).filter((text) => text.length > 0);
  return texts.flatMap((text, index) => (index === 0 ? text : [{ type: 'text', value: ' ' }, ...text]));
}

const plain = (value: string): PhrasingContent[] =>
  value.trim() === '' ? [] : [{ type: 'text', value: value.trim() }];

function inlineTexts(block: Block, style: MarkdownStyle): PhrasingContent[][] {
  switch (block.type) {
    case 'field':
      return [markdownField(block)];
    case 'code':
      return [plain(block.content.replace(/\s+/g, ' '))];
    case 'list': {
      const bullets = listStyle(block) === 'bullets';
      return block.kids.flatMap((item) => [
        ...(item.label !== undefined ? [plain(bullets ? '•' : item.label)] : []),
        markdownInline(item, style, 'cell'),
        ...item.kids.flatMap((kid) => inlineTexts(kid, style)),
      ]);
    }
    case 'table':
      return block.kids.flatMap((row) =>
        row.kids.flatMap((cell) => cell.kids.flatMap((kid) => inlineTexts(kid, style))),
      );
    case 'figure':
      return [markdownImage(block), ...block.kids.flatMap((kid) => inlineTexts(kid, style))];
    case 'artifact':
      return block.kids.flatMap((kid) => inlineTexts(kid, style));
    default:
      return [markdownInline(block, style, 'cell')];
  }
}
