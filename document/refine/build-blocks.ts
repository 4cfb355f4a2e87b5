/** Builds blocks from the marked lines of a page: items of lists get the paragraphs, listings and lists inside them. */
import { unionBox } from '../model/box.ts';
import type { BlockDraft, LineDraft, ListItemDraft, TextDraft } from '../read/draft.ts';
import { leftOf, sizeOf } from './line-measures.ts';
import { findLabel } from './list-labels.ts';
import type { LineRole, PageLine, PagePart } from './page-lines.ts';
import { plainLine } from './text-builder.ts';

/** In parts of the font size. */
const tolerance = 0.4;
const depthMax = 8;

type Piece = {
  readonly role: LineRole;
  readonly lines: readonly LineDraft[];
  readonly level?: number;
  readonly quote?: true;
};

type OpenItem = {
  readonly item: ListItemDraft & { kids: BlockDraft[]; lines: readonly LineDraft[] };
  readonly list: OpenList;
  /** Of the label or the term, and of the text. */
  readonly left: number;
  readonly textLeft: number;
};
type OpenList = { readonly role: LineRole; readonly items: OpenItem['item'][]; readonly left: number };

function piecesOf(lines: readonly PageLine[]): readonly Piece[] {
  const pieces: (Piece & { readonly lines: LineDraft[] })[] = [];
  let last: PageLine | undefined;
  for (const line of lines) {
    const goesOn =
      last !== undefined &&
      ((!line.starts && (line.role === last.role || (last.role === 'item' && line.role === 'text'))) ||
        (line.role === 'code' && last.role === 'code'));
    const open = pieces.at(-1);
    if (goesOn && open !== undefined) open.lines.push(line.line);
    else
      pieces.push({
        role: line.role,
        lines: [line.line],
        ...(line.level !== undefined && { level: line.level }),
        ...(line.quote && { quote: line.quote }),
      });
    last = goesOn && open?.role === 'item' ? { ...line, role: 'item' } : line;
  }
  return pieces;
}

function leftOfLines(lines: readonly LineDraft[]): number {
  return lines.reduce((least, line) => Math.min(least, leftOf(line)), Number.POSITIVE_INFINITY);
}

/** Where the text of an item begins: after its label, or below it where its lines go on. */
function textLeftOf({ role, lines }: Piece, next: Piece | undefined): number {
  const [first, second] = lines;
  if (first === undefined) return 0;
  if (role === 'term')
    return next === undefined ? leftOf(first) : Math.max(leftOf(first), leftOfLines(next.lines));
  if (role === 'entry') return leftOf(first);
  if (second !== undefined && leftOf(second) > leftOf(first)) return leftOf(second);
  const length = findLabel(plainLine(first))?.length ?? 0;
  let seen = 0;
  for (const glyph of first.glyphs) {
    if (seen >= length) return glyph.left;
    seen += glyph.text.length;
  }
  return leftOf(first);
}

function textDraft(piece: Piece): TextDraft {
  const { lines, role, level, quote } = piece;
  const type = role === 'heading' || role === 'code' ? role : 'paragraph';
  const place = { page: lines[0]?.page ?? 1, box: unionBox(lines.map((line) => line.box)) };
  const isLevelled = type === 'heading' && level !== undefined;
  return {
    type,
    ...place,
    lines,
    ...(isLevelled && { level }),
    ...(type === 'paragraph' && quote && { quote }),
  };
}

const isListRole = (role: LineRole): boolean => role === 'item' || role === 'term' || role === 'entry';

class Builder {
  readonly blocks: BlockDraft[] = [];
  readonly #margin: number;
  #open: OpenItem[] = [];
  #last: LineDraft | undefined;

  /** `margin` is the left edge of text that is in no list. */
  constructor(margin: number) {
    this.#margin = margin;
  }

  #push(block: BlockDraft): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.blocks.push(block);
    else top.item.kids.push(block);
  }

  /** Text above what came before stands in another column. */
  #closeColumn(line: LineDraft | undefined): void {
    if (line === undefined) return;
    if (this.#last !== undefined && line.box[1] > this.#last.box[3]) this.closeAll();
    this.#last = line;
  }

  closeAll(): void {
    this.#open = [];
  }

  addBlock(block: BlockDraft): void {
    if (block.type === 'artifact') {
      this.blocks.push(block);
      return;
    }
    const top = this.#open[0];
    if (top !== undefined && block.box[0] < top.textLeft - 1) this.closeAll();
    this.#push(block);
  }

  add(piece: Piece, next: Piece | undefined): void {
    const [first] = piece.lines;
    if (first === undefined) return;
    this.#closeColumn(first);
    this.#last = piece.lines.at(-1);
    if (isListRole(piece.role)) this.#addItem(piece, next, first);
    else this.#addText(piece, first);
  }

  #addText(piece: Piece, first: LineDraft): void {
    const left = leftOfLines(piece.lines);
    const slack = tolerance * sizeOf(first);
    const isOutside = piece.role === 'heading' || left <= this.#margin + slack;
    while (this.#open.length > 0) {
      const top = this.#open.at(-1);
      if (!isOutside && top !== undefined && top.list.role !== 'entry' && left >= top.textLeft - slack) break;
      this.#open.pop();
    }
    this.#push(textDraft(piece));
  }

  #addItem(piece: Piece, next: Piece | undefined, first: LineDraft): void {
    const left = leftOf(first);
    const slack = tolerance * sizeOf(first);
    let sibling: OpenList | undefined;
    for (let top = this.#open.at(-1); top !== undefined; top = this.#open.at(-1)) {
      const isInside =
        left > top.left + slack && (left >= top.textLeft - slack || top.list.role === piece.role);
      const takes = top.list.role !== 'entry' || piece.role === 'entry';
      if (isInside && takes && this.#open.length < depthMax) break;
      this.#open.pop();
      if (top.list.role === piece.role && Math.abs(top.left - left) <= slack * 1.5) {
        sibling = top.list;
        break;
      }
    }
    const list = sibling ?? { role: piece.role, items: [], left };
    const { page, box } = textDraft(piece);
    const item: OpenItem['item'] = { type: 'list_item', page, box, lines: piece.lines, kids: [] };
    list.items.push(item);
    if (sibling === undefined)
      this.#push({
        type: 'list',
        page,
        box,
        ordered: false,
        kids: list.items,
        ...(piece.role !== 'item' && { settled: true }),
      });
    this.#open.push({ item, list, left, textLeft: textLeftOf(piece, next) });
  }
}

/** Boxes of lists and items around what was put into them. */
function withBoxes(block: BlockDraft): BlockDraft {
  if (block.type !== 'list') return block;
  const kids = block.kids.map((item) => {
    const inner = item.kids.map(withBoxes);
    return { ...item, kids: inner, box: unionBox([item.box, ...inner.map((kid) => kid.box)]) };
  });
  return { ...block, kids, box: unionBox(kids.map((item) => item.box)) };
}

export function buildBlocks(parts: readonly PagePart[], margin: number): readonly BlockDraft[] {
  const builder = new Builder(margin);
  for (const part of parts) {
    if (part.block !== undefined) {
      builder.addBlock(part.block);
      continue;
    }
    const pieces = piecesOf(part.lines);
    for (const [at, piece] of pieces.entries()) builder.add(piece, pieces[at + 1]);
  }
  return builder.blocks.map(withBoxes);
}
