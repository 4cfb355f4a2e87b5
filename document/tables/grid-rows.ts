/** Rows of a table as they are printed, their segments placed in columns. */
import { type Column, placeSegment } from './columns.ts';
import { isNumeric, type Segment, segmentsOf, type TextRow } from './text-rows.ts';
import type { Word } from './words.ts';

/** A text in one printed row, in the columns `from` to `to`. */
export type Piece = Segment & { readonly from: number; readonly to: number };

export type GridRow = Omit<TextRow, 'segments'> & { readonly pieces: readonly Piece[] };

/** A gap at a gutter that is this much wider than the other gaps of a text parts it. */
const widerGap = 1.35;
/** Points. */
const edgeTolerance = 1.5;

function gapsOf(words: readonly Word[]): readonly number[] {
  return words.slice(1).map((word, at) => word.left - (words[at]?.right ?? word.left));
}

/** Whether a text ends before a gutter and another begins after it. */
function partsAt(words: readonly Word[], at: number, size: number): boolean {
  const [before, after] = [words[at], words[at + 1]];
  if (!before || !after) return false;
  if (isNumeric(before.text) && isNumeric(after.text)) return true;
  const gaps = gapsOf(words);
  const gap = gaps[at] ?? 0;
  const others = gaps.filter((_, index) => index !== at);
  const usual = others.length > 0 ? Math.min(...others) : 0.3 * size;
  return gap > widerGap * Math.max(usual, 0.25 * size);
}

/** Whether each part of a text begins or ends where its column does, as the cells below it. */
function isAligned(parts: readonly (readonly Word[])[], columns: readonly Column[]): boolean {
  return parts.every((words) => {
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last) return false;
    const [from, to] = placeSegment({ left: first.left, right: last.right }, columns);
    const column = columns[from];
    if (from !== to || !column) return false;
    const offset = Math.min(Math.abs(first.left - column.left), Math.abs(last.right - column.right));
    const middle = Math.abs(first.left + last.right - column.left - column.right) / 2;
    return Math.min(offset, middle) < edgeTolerance;
  });
}

/** A segment that stands in several columns is cut at their gutters where its words are apart. */
function cutAtGutters(segment: Segment, columns: readonly Column[], size: number): readonly Segment[] {
  const [first, last] = placeSegment(segment, columns);
  if (first === last || segment.words.length < 2) return [segment];
  const [apart, all]: [Word[][], Word[][]] = [[[]], [[]]];
  for (const [at, word] of segment.words.entries()) {
    apart.at(-1)?.push(word);
    all.at(-1)?.push(word);
    const next = segment.words[at + 1];
    if (!next || placeSegment(word, columns)[1] >= placeSegment(next, columns)[0]) continue;
    all.push([]);
    if (partsAt(segment.words, at, size)) apart.push([]);
  }
  const parts = isAligned(all, columns) ? all : apart;
  return parts.length === 1 ? [segment] : parts.flatMap((words) => segmentsOf(words, size * 10));
}

function pieceOf(segment: Segment, columns: readonly Column[]): Piece {
  const [from, to] = placeSegment(segment, columns);
  return { ...segment, from, to };
}

export function joinPieces(one: Piece, other: Piece): Piece {
  const text = `${one.text} ${other.text}`;
  return {
    from: Math.min(one.from, other.from),
    to: Math.max(one.to, other.to),
    words: [...one.words, ...other.words],
    text,
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    isNumeric: isNumeric(text),
  };
}

export function gridRow(row: TextRow, columns: readonly Column[]): GridRow {
  const pieces: Piece[] = [];
  for (const segment of row.segments)
    for (const part of cutAtGutters(segment, columns, row.size)) {
      const piece = pieceOf(part, columns);
      const last = pieces.at(-1);
      if (last && piece.from <= last.to) pieces[pieces.length - 1] = joinPieces(last, piece);
      else pieces.push(piece);
    }
  const { top, bottom, baseline, size } = row;
  return { pieces, top, bottom, baseline, size };
}
