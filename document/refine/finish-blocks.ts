/** Drafts to blocks of the Document: glyphs become content, spans and lines. */

import type { Block, Cell, HeadingLevel, ListItem, Row, Table, Text, TextBlock } from '../model/blocks.ts';
import { unionBox } from '../model/box.ts';
import type {
  BlockDraft,
  CellDraft,
  LineDraft,
  ListDraft,
  ListItemDraft,
  TableDraft,
  TextDraft,
  TextKind,
} from '../read/draft.ts';
import { directionOf } from './bidi.ts';
import { codeLines } from './code.ts';
import { spansOf } from './emphasis.ts';
import { wordsOf } from './recognized-words.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { joinLines, stackLines } from './text-builder.ts';

export type FinishContext = {
  readonly facts: SurveyFacts;
  readonly imageUrl: (name: string) => string | undefined;
  /** In the header of a table, whose cells are printed bold as headings are. */
  readonly inHeader?: boolean;
  /** Gets the levels of all headings in their order. */
  readonly nest: (level: HeadingLevel) => HeadingLevel;
};

function finishText(
  lines: readonly LineDraft[],
  kind: TextKind | 'list_item',
  { facts, inHeader }: FinishContext,
): Text {
  const built = kind === 'code' ? stackLines(codeLines(lines)) : joinLines(lines, facts.hasWord);
  const direction = directionOf(
    built.parts.map((part) => part.glyph),
    facts.direction,
  );
  const { content, lines: printed } = built;
  const spans = spansOf(built, inHeader === true ? 'heading' : kind, facts);
  const words = wordsOf(built.parts);
  return {
    content,
    ...(direction === 'rtl' && { direction }),
    spans,
    lines: printed,
    ...(words.length > 0 && { words }),
  };
}

function finishTextBlock(draft: TextDraft, context: FinishContext): TextBlock {
  const { page, box } = draft;
  const text = finishText(draft.lines, draft.type, context);
  if (draft.type === 'paragraph' && draft.quote)
    return { type: 'paragraph', page, box, quote: true, kids: [], ...text };
  if (draft.type !== 'heading') return { type: draft.type, page, box, kids: [], ...text };
  const level = context.nest(context.facts.headingLevel(draft));
  return { type: 'heading', page, box, kids: [], ...text, level };
}

function finishItem(item: ListItemDraft, context: FinishContext): ListItem {
  const { page, box, label } = item;
  const text = finishText(item.lines, 'list_item', context);
  const kids = finishBlocks(item.kids, context);
  return { type: 'list_item', page, box, ...(label !== undefined && { label }), ...text, kids };
}

function finishList(list: ListDraft, context: FinishContext): Block {
  const { page, box, ordered, start } = list;
  const kids = list.kids.map((item) => finishItem(item, context));
  return { type: 'list', page, box, ordered, ...(start !== undefined && { start }), kids };
}

function finishCell(cell: CellDraft, context: FinishContext): Cell {
  const { page, box, row, column, header } = cell;
  const kids = finishBlocks(cell.kids, header === undefined ? context : { ...context, inHeader: true });
  const spans = { row_span: cell.rowSpan, column_span: cell.columnSpan };
  return { type: 'cell', page, box, row, column, ...spans, ...(header && { header }), kids };
}

function finishRow(cells: readonly CellDraft[], table: TableDraft, context: FinishContext): Row {
  const box = cells.length === 0 ? table.box : unionBox(cells.map((cell) => cell.box));
  return {
    type: 'row',
    page: cells[0]?.page ?? table.page,
    box,
    kids: cells.map((cell) => finishCell(cell, context)),
  };
}

/** Every row of the grid is there, also one that is covered by spans of the rows above. */
function finishTable(table: TableDraft, context: FinishContext): Table {
  const { page, box, rows, columns } = table;
  const byRow: CellDraft[][] = Array.from({ length: rows }, () => []);
  for (const cell of table.cells) (byRow[cell.row - 1] ?? byRow.at(-1))?.push(cell);
  return {
    type: 'table',
    page,
    box,
    rows,
    columns,
    kids: byRow.map((cells) => finishRow(cells, table, context)),
  };
}

function finishBlock(draft: BlockDraft, context: FinishContext): Block {
  switch (draft.type) {
    case 'list':
      return finishList(draft, context);
    case 'table':
      return finishTable(draft, context);
    case 'field':
      return draft.field;
    case 'figure': {
      const { page, box, alt } = draft;
      const image = draft.image === undefined ? undefined : context.imageUrl(draft.image);
      const kids = finishBlocks(draft.kids, context);
      return {
        type: 'figure',
        page,
        box,
        ...(image !== undefined && { image }),
        ...(alt !== undefined && { alt }),
        kids,
      };
    }
    case 'artifact': {
      const { page, box, kind } = draft;
      return { type: 'artifact', kind, page, box, kids: finishBlocks(draft.kids, context) };
    }
    default:
      return finishTextBlock(draft, context);
  }
}

export function finishBlocks(drafts: readonly BlockDraft[], context: FinishContext): readonly Block[] {
  return drafts.map((draft) => finishBlock(draft, context));
}
