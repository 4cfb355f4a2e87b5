/** The engine's elements as drafts: lines are read, links are on their words, text is in reading order. */
import type { Element, ExtractedLine } from '../model/extraction.ts';
import type { BlockDraft, LineDraft, ListItemDraft } from '../read/draft.ts';
import { type Direction, directionOf, hasRightToLeft, loneBrackets, readingOrder } from './bidi.ts';
import type { PageLinks } from './links.ts';
import type { PageTags } from './page-tags.ts';
import { readLine } from './read-line.ts';
import type { PageWords } from './recognized-words.ts';

export type ReadContext = {
  readonly page: number;
  readonly links: PageLinks;
  readonly words?: PageWords;
  readonly tags?: PageTags;
  readonly monospaced?: ReadonlySet<string>;
  /** Whether brackets in right-to-left text are turned where a text itself does not show it. */
  readonly mirrors?: boolean;
  /** Of most of the document, if it is known. */
  readonly direction?: Direction;
};

function readLines(lines: readonly ExtractedLine[], context: ReadContext): readonly LineDraft[] {
  const read = lines
    .map((line) => context.links.linkLine(readLine(line, context.page, context.monospaced)))
    .map((line) => context.words?.markLine(line) ?? line)
    .map((line) => context.tags?.markLine(line) ?? line)
    .filter((line) => line.glyphs.length > 0);
  return orderLines(read, context);
}

/** Brackets show by their pairs whether they are to be turned. */
function orderLines(
  lines: readonly LineDraft[],
  { mirrors = true, direction: ofDocument }: ReadContext,
): readonly LineDraft[] {
  if (!lines.some((line) => hasRightToLeft(line.glyphs))) return lines;
  const direction = directionOf(
    lines.flatMap((line) => line.glyphs),
    ofDocument,
  );
  const order = (turned: boolean): readonly LineDraft[] =>
    lines.map((line) =>
      line.angled ? line : { ...line, glyphs: readingOrder(line.glyphs, direction, turned) },
    );
  const likely = order(mirrors);
  const other = order(!mirrors);
  const lone = (read: readonly LineDraft[]): number => loneBrackets(read.flatMap((line) => line.glyphs));
  return lone(likely) <= lone(other) ? likely : other;
}

function readItem(
  item: Extract<Element, { type: 'list' }>['kids'][number],
  context: ReadContext,
): ListItemDraft {
  const { page, box } = item;
  return {
    type: 'list_item',
    page,
    box,
    lines: readLines(item.lines, context),
    kids: readBlocks(item.kids, context),
  };
}

/** A running title is not a heading of the document. */
function withoutLevel(block: BlockDraft): BlockDraft {
  if (block.type !== 'heading') return block;
  const { level: _level, ...text } = block;
  return { ...text, type: 'paragraph' };
}

function readBlock(element: Element, context: ReadContext): readonly BlockDraft[] {
  const { page, box } = element;
  switch (element.type) {
    case 'list':
      return [
        {
          type: 'list',
          page,
          box,
          ordered: false,
          kids: element.kids.map((item) => readItem(item, context)),
        },
      ];
    case 'table': {
      const cells = element.cells.map(({ row_span, column_span, kids, ...cell }) => ({
        ...cell,
        rowSpan: row_span,
        columnSpan: column_span,
        kids: readBlocks(kids, context),
      }));
      return [{ type: 'table', page, box, rows: element.rows, columns: element.columns, cells }];
    }
    case 'image': {
      const { image, alt = context.tags?.altOf(box) } = element;
      return [
        {
          type: 'figure',
          page,
          box,
          ...(image !== undefined && { image }),
          ...(alt !== undefined && { alt }),
          kids: [],
        },
      ];
    }
    case 'header':
    case 'footer':
      return [
        {
          type: 'artifact',
          kind: element.type,
          page,
          box,
          kids: readBlocks(element.kids, context).map(withoutLevel),
        },
      ];
    default: {
      const lines = readLines(element.lines, context);
      if (lines.length === 0) return [];
      return [{ type: element.type, page, box, lines, ...('level' in element && { level: element.level }) }];
    }
  }
}

/** Texts without any letter or sign are left out. */
export function readBlocks(elements: readonly Element[], context: ReadContext): readonly BlockDraft[] {
  return elements.flatMap((element) => readBlock(element, context));
}
