/** Generates pairs of documents with known edits: what a comparison of them must find. */
import type { Block, Line, Table } from '../model/blocks.ts';
import { type DocumentHead, type DocumentStream, schemaId } from '../model/document.ts';

/** A text, or a table of cells, that edits can follow. */
export type Piece =
  | { readonly id: number; readonly kind: 'heading' | 'paragraph' | 'item'; readonly text: string }
  | { readonly id: number; readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

/** How pages are filled. */
export type Layout = {
  readonly charsPerLine: number;
  readonly linesPerPage: number;
  readonly splits: boolean;
};

export const wide: Layout = { charsPerLine: 90, linesPerPage: 40, splits: false };
export const narrow: Layout = { charsPerLine: 61, linesPerPage: 27, splits: true };

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to `limit`, excluded (mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % limit;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

const frequent = 'the of and to in a is that for with on as by this be at from or not are'.split(' ');
const rare =
  'supplier agreement liability payment delivery notice customer service term invoice damage contract party breach warranty claim property insurance audit report schedule amount interest fee tax currency bank account record policy standard quality product order shipment carrier customs duty origin country law court judgment appeal dispute settlement arbitration evidence witness document signature seal copy original translation language meaning clause section annex definition scope purpose effect force date period year month day hour meeting board director officer employee agent member shareholder capital share dividend profit loss balance asset debt credit security guarantee pledge mortgage lease rent tenant landlord building land water energy gas power network data system software license patent trademark design secret research result test sample method measure value rate index price cost budget plan project phase task milestone review approval change request response answer question'.split(
    ' ',
  );

export function sentence(random: Random, words: number): string {
  const chosen = Array.from({ length: words }, () =>
    random.below(5) < 2 ? random.pick(frequent) : random.pick(rare),
  );
  const text = chosen.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const cellOf = (random: Random, column: number) =>
  column === 0 ? `${random.pick(rare)} ${random.pick(rare)}` : String(random.below(100_000) / 100);

export const tableRow = (random: Random, columns: number) =>
  Array.from({ length: columns }, (_, column) => cellOf(random, column));

/** Sections with paragraphs, a list and a table each. */
export function makePieces(random: Random, sections: number): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: 'heading' | 'paragraph' | 'item', words: number) =>
    pieces.push({ id: pieces.length, kind, text: sentence(random, words) });
  for (let section = 0; section < sections; section++) {
    add('heading', 4 + random.below(3));
    for (let n = 0; n < 4; n++) add('paragraph', 20 + random.below(60));
    for (let n = 0; n < 4; n++) add('item', 8 + random.below(10));
    const columns = 3 + random.below(3);
    const rows = Array.from({ length: 4 + random.below(6) }, () => tableRow(random, columns));
    pieces.push({ id: pieces.length, kind: 'table', rows });
  }
  return pieces;
}

export type LaidOut = {
  readonly document: DocumentStream;
  /** Ids of pieces by the refs of their blocks. */
  readonly ids: ReadonlyMap<string, number>;
};

/** Lines of whole words. */
function linesOf(text: string, charsMax: number): readonly { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  for (let start = 0; start < text.length; ) {
    const rest = text.length - start;
    const space = rest <= charsMax ? text.length : text.lastIndexOf(' ', start + charsMax);
    const end = space > start ? space : Math.min(text.length, start + charsMax);
    lines.push({ start, end });
    start = end + 1;
  }
  return lines;
}

class Pages {
  readonly #layout: Layout;
  #page = 1;
  #line = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  get page(): number {
    return this.#page;
  }

  /** Whether the text goes on, on the next page, after this line. */
  get isAtEnd(): boolean {
    return this.#line === this.#layout.linesPerPage;
  }

  next(chars: number) {
    if (this.isAtEnd) [this.#page, this.#line] = [this.#page + 1, 0];
    const top = 780 - 12 * this.#line++;
    return { page: this.#page, box: [72, top - 10, 72 + 5 * chars, top] as const };
  }
}

function textBlock(
  text: string,
  lines: readonly Line[],
): Pick<Block & { type: 'paragraph' }, 'page' | 'box' | 'content' | 'spans' | 'lines' | 'kids'> {
  const [first] = lines;
  return {
    page: first?.page ?? 1,
    box: first?.box ?? [0, 0, 0, 0],
    content: text,
    spans: [],
    lines,
    kids: [] as const,
  };
}

/** A text as one block, or as one for each page if the layout splits. */
function textBlocks(text: string, pages: Pages, layout: Layout) {
  const blocks: ReturnType<typeof textBlock>[] = [];
  let [from, lines]: [number, Line[]] = [0, []];
  const end = (to: number) => {
    if (lines.length > 0) blocks.push(textBlock(text.slice(from, to), lines));
    lines = [];
  };
  for (const { start, end: to } of linesOf(text, layout.charsPerLine)) {
    if (layout.splits && lines.length > 0 && pages.isAtEnd) {
      end(start - 1);
      from = start;
    }
    lines.push({ ...pages.next(to - start), start: start - from, end: to - from });
  }
  end(text.length);
  return blocks;
}

function tableBlock(rows: readonly (readonly string[])[], pages: Pages): Table {
  const kids = rows.map((texts, row) => {
    const { page, box } = pages.next(80);
    const cells = texts.map((text, column) => {
      const cellBox = [72 + 100 * column, box[1], 172 + 100 * column, box[3]] as const;
      const paragraph = { type: 'paragraph' as const, ...textBlock(text, []), page, box: cellBox };
      const place = { row: row + 1, column: column + 1, row_span: 1, column_span: 1 };
      return { type: 'cell' as const, page, box: cellBox, ...place, kids: [paragraph] };
    });
    return { type: 'row' as const, page, box, kids: cells };
  });
  const [first] = kids;
  const place = { page: first?.page ?? 1, box: first?.box ?? ([0, 0, 0, 0] as const) };
  return { type: 'table', ...place, rows: rows.length, columns: rows[0]?.length ?? 0, kids };
}

/** The blocks of a document while they are laid out. */
class Blocks {
  readonly kids: Block[] = [];
  readonly ids = new Map<string, number>();

  add(id: number, block: Block): void {
    this.ids.set(`/kids/${this.kids.length}`, id);
    this.kids.push(block);
  }

  /** Items that follow each other are one list. */
  addItem(id: number, text: ReturnType<typeof textBlock>, isFirst: boolean): void {
    const open = isFirst ? undefined : this.kids.pop();
    const before = open?.type === 'list' ? open.kids : [];
    this.ids.set(`/kids/${this.kids.length}/kids/${before.length}`, id);
    const item = { type: 'list_item' as const, ...text, label: `${before.length + 1}.` };
    const { page, box } = before[0] ?? item;
    this.kids.push({ type: 'list', page, box, ordered: true, kids: [...before, item] });
  }
}

function addPiece(blocks: Blocks, piece: Piece, isFirst: boolean, pages: Pages, layout: Layout): void {
  if (piece.kind === 'table') {
    blocks.add(piece.id, tableBlock(piece.rows, pages));
    return;
  }
  const splits = layout.splits && piece.kind === 'paragraph';
  for (const text of textBlocks(piece.text, pages, { ...layout, splits })) {
    if (piece.kind === 'item') blocks.addItem(piece.id, text, isFirst);
    else if (piece.kind === 'heading') blocks.add(piece.id, { type: 'heading', level: 2, ...text });
    else blocks.add(piece.id, { type: 'paragraph', ...text });
  }
}

export function layOut(pieces: readonly Piece[], layout: Layout): LaidOut {
  const pages = new Pages(layout);
  const blocks = new Blocks();
  for (const [at, piece] of pieces.entries()) {
    addPiece(blocks, piece, pieces[at - 1]?.kind !== 'item', pages, layout);
  }
  const byPage = Map.groupBy(blocks.kids, ({ page }) => page);
  const head: DocumentHead = {
    schema: schemaId,
    page_count: pages.page,
    pages: Array.from({ length: pages.page }, (_, index) => ({
      page: index + 1,
      width: 595,
      height: 842,
      rotation: 0 as const,
    })),
    outline: [],
  };
  return {
    document: { head, parts: () => [...byPage].map(([page, kids]) => ({ page, kids })) },
    ids: blocks.ids,
  };
}
