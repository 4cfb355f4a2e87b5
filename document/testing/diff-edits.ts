/** Edits of generated documents, each with what a comparison must say about it. */
import { type Piece, type Random, sentence, tableRow } from './diff-pairs.ts';

/** `changed 12`, `added 40`, `removed 3`, `moved 7` for blocks by id; `cell 12 3,2` and the like inside of tables. */
export type Truth = { readonly blocks: Set<string>; readonly cells: Set<string> };

export type Draft = {
  pieces: Piece[];
  /** Pieces that have been edited: none is edited twice. */
  readonly used: Set<number>;
  readonly truth: Truth;
  nextId: number;
};

export const draftOf = (pieces: readonly Piece[]): Draft => ({
  pieces: [...pieces],
  used: new Set(),
  truth: { blocks: new Set(), cells: new Set() },
  nextId: 1_000,
});

type TextPiece = Extract<Piece, { readonly text: string }>;
type TablePiece = Extract<Piece, { readonly kind: 'table' }>;

/** One that was not edited, and is not next to one that was. */
function choose<P extends Piece>(draft: Draft, random: Random, fits: (piece: Piece) => piece is P): P {
  for (let tries = 0; tries < 10_000; tries++) {
    const at = random.below(draft.pieces.length);
    const around = draft.pieces.slice(Math.max(0, at - 1), at + 2);
    const piece = draft.pieces[at];
    if (!piece || !fits(piece) || around.some(({ id }) => draft.used.has(id))) continue;
    draft.used.add(piece.id);
    return piece;
  }
  throw new Error('no piece is left to edit');
}

const isText = (piece: Piece): piece is TextPiece => piece.kind !== 'table';
const isProse = (piece: Piece): piece is TextPiece => piece.kind === 'paragraph' || piece.kind === 'item';
const isTable = (piece: Piece): piece is TablePiece => piece.kind === 'table';

const replace = (draft: Draft, piece: Piece) => {
  draft.pieces = draft.pieces.map((other) => (other.id === piece.id ? piece : other));
};

function editWords(draft: Draft, random: Random, edit: (words: string[], at: number) => void): void {
  const piece = choose(draft, random, isProse);
  const words = piece.text.split(' ');
  edit(words, 1 + random.below(words.length - 2));
  replace(draft, { ...piece, text: words.join(' ') });
  draft.truth.blocks.add(`changed ${piece.id}`);
}

function editTable(draft: Draft, random: Random, edit: (rows: string[][], id: number) => void): void {
  const piece = choose(draft, random, isTable);
  const rows = piece.rows.map((row) => [...row]);
  edit(rows, piece.id);
  replace(draft, { ...piece, rows });
  draft.truth.blocks.add(`changed ${piece.id}`);
}

function insert(draft: Draft, random: Random, make: (id: number) => Piece): void {
  const next = choose(draft, random, isText);
  const piece = make(draft.nextId++);
  draft.pieces.splice(draft.pieces.indexOf(next), 0, piece);
  draft.used.add(piece.id);
  draft.truth.blocks.add(`added ${piece.id}`);
}

const width = (rows: readonly (readonly string[])[]) => rows[0]?.length ?? 1;

export const edits: Readonly<Record<string, (draft: Draft, random: Random) => void>> = {
  'insert a paragraph': (draft, random) =>
    insert(draft, random, (id) => ({ id, kind: 'paragraph', text: sentence(random, 35) })),
  'insert a heading': (draft, random) =>
    insert(draft, random, (id) => ({ id, kind: 'heading', text: sentence(random, 5) })),
  'insert an item': (draft, random) => {
    const next = choose(draft, random, (piece): piece is TextPiece => piece.kind === 'item');
    const piece = { id: draft.nextId++, kind: 'item' as const, text: sentence(random, 11) };
    draft.pieces.splice(draft.pieces.indexOf(next), 0, piece);
    draft.truth.blocks.add(`added ${piece.id}`);
  },
  'delete a text': (draft, random) => {
    const piece = choose(draft, random, isText);
    draft.pieces = draft.pieces.filter(({ id }) => id !== piece.id);
    draft.truth.blocks.add(`removed ${piece.id}`);
  },
  'delete a table': (draft, random) => {
    const piece = choose(draft, random, isTable);
    draft.pieces = draft.pieces.filter(({ id }) => id !== piece.id);
    draft.truth.blocks.add(`removed ${piece.id}`);
  },
  'change a word': (draft, random) =>
    editWords(draft, random, (words, at) => {
      words[at] = `changed${random.below(1_000)}`;
    }),
  'insert words': (draft, random) =>
    editWords(draft, random, (words, at) => {
      words.splice(at, 0, 'unless', 'agreed', 'otherwise');
    }),
  'delete words': (draft, random) =>
    editWords(draft, random, (words, at) => {
      words.splice(at, 2);
    }),
  'rewrite a third of the words': (draft, random) =>
    editWords(draft, random, (words) => {
      for (let at = 1; at < words.length - 1; at += 3) words[at] = `new${random.below(100_000)}`;
    }),
  'replace a paragraph': (draft, random) => {
    const piece = choose(draft, random, (other): other is TextPiece => other.kind === 'paragraph');
    const added = { id: draft.nextId++, kind: 'paragraph' as const, text: sentence(random, 40) };
    draft.pieces = draft.pieces.map((other) => (other.id === piece.id ? added : other));
    draft.used.add(added.id);
    draft.truth.blocks.add(`removed ${piece.id}`).add(`added ${added.id}`);
  },
  'move a paragraph': (draft, random) => {
    const piece = choose(draft, random, isProse);
    const from = draft.pieces.indexOf(piece);
    draft.pieces.splice(from, 1);
    const length = draft.pieces.length;
    draft.pieces.splice((from + 5 + random.below(length - 10)) % length, 0, piece);
    draft.truth.blocks.add(`moved ${piece.id}`);
  },
  'move and change a paragraph': (draft, random) => {
    const piece = choose(draft, random, (other): other is TextPiece => other.kind === 'paragraph');
    const from = draft.pieces.indexOf(piece);
    const words = piece.text.split(' ');
    words[3] = 'elsewhere';
    draft.pieces.splice(from, 1);
    const length = draft.pieces.length;
    draft.pieces.splice((from + 5 + random.below(length - 10)) % length, 0, {
      ...piece,
      text: words.join(' '),
    });
    draft.truth.blocks.add(`moved ${piece.id}`);
  },
  'change a cell': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      const [row, column] = [random.below(rows.length), random.below(width(rows))];
      (rows[row] ?? [])[column] = `other ${random.below(100_000)}`;
      draft.truth.cells.add(`cell ${id} ${row + 1},${column + 1}`);
    }),
  'change three cells': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      for (const [row, column] of [
        [0, 1],
        [2, 0],
        [3, 2],
      ] as const) {
        (rows[row] ?? [])[column] = `other ${random.below(100_000)}`;
        draft.truth.cells.add(`cell ${id} ${row + 1},${column + 1}`);
      }
    }),
  'empty a cell': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      const row = random.below(rows.length);
      (rows[row] ?? [])[1] = '';
      draft.truth.cells.add(`cell ${id} ${row + 1},2`);
    }),
  'insert a row': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      const at = random.below(rows.length + 1);
      rows.splice(at, 0, tableRow(random, width(rows)));
      draft.truth.cells.add(`row ${id} added ${at + 1}`);
    }),
  'delete a row': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      const at = random.below(rows.length);
      rows.splice(at, 1);
      draft.truth.cells.add(`row ${id} removed ${at + 1}`);
    }),
  'insert a column': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      const at = random.below(width(rows) + 1);
      for (const row of rows) row.splice(at, 0, String(random.below(100_000)));
      draft.truth.cells.add(`column ${id} added ${at + 1}`);
    }),
  'delete a column': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      const at = random.below(width(rows));
      for (const row of rows) row.splice(at, 1);
      draft.truth.cells.add(`column ${id} removed ${at + 1}`);
    }),
  'insert a row and change a cell': (draft, random) =>
    editTable(draft, random, (rows, id) => {
      (rows[3] ?? [])[2] = `other ${random.below(100_000)}`;
      rows.splice(1, 0, tableRow(random, width(rows)));
      draft.truth.cells.add(`row ${id} added 2`).add(`cell ${id} 5,3`);
    }),
};
