/** The canonical text in pieces that overlap, so that a passage of bounded length is whole in one of them. */
import type { Reading } from '../reading/reading.ts';
import { type NormalizedText, type NormalizeOptions, normalize } from './normalize.ts';

export type TextWindow = {
  /** Of `text` in the canonical text. */
  readonly start: number;
  readonly text: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

/** A single block can be longer than any piece should be. */
const windowCharsMax = 262_144;

type Piece = { readonly start: number; readonly text: string };

/** Not between the halves of a surrogate pair or a letter and its marks. */
function cutBefore(text: string, at: number): number {
  let cut = at;
  while (cut > 0 && cut < text.length && /^[\p{M}\udc00-\udfff]/u.test(text.slice(cut, cut + 1))) cut--;
  return cut;
}

async function* boundedPieces(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const { start, text } of pieces) {
    for (let from = 0; from < text.length; ) {
      const to = cutBefore(text, Math.min(text.length, from + windowCharsMax));
      const end = to > from ? to : Math.min(text.length, from + windowCharsMax);
      yield { start: start + from, text: text.slice(from, end) };
      from = end;
    }
  }
}

/** Line breaks between pieces are not part of them, but part of the text. */
function append(tail: Piece, next: Piece): Piece {
  const gap = '\n'.repeat(Math.max(0, next.start - tail.start - tail.text.length));
  return { start: tail.start, text: `${tail.text}${gap}${next.text}` };
}

export async function* textWindows(
  reading: Pick<Reading, 'text'>,
  overlap: number,
): AsyncGenerator<TextWindow> {
  let window: Piece | null = null;
  let isFirst = true;
  for await (const piece of boundedPieces(reading.text())) {
    if (window === null) {
      window = piece;
      continue;
    }
    yield { ...window, isFirst, isLast: false };
    isFirst = false;
    const cut = cutBefore(window.text, Math.max(0, window.text.length - overlap));
    window = append({ start: window.start + cut, text: window.text.slice(cut) }, piece);
  }
  if (window) yield { ...window, isFirst, isLast: true };
}

export type NormalizedWindow = NormalizedText & {
  /** Of the window in the canonical text. */
  readonly origin: number;
  readonly original: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

export function normalizeWindow(window: TextWindow, options: NormalizeOptions): NormalizedWindow {
  const { start: origin, text: original, isFirst, isLast } = window;
  return { ...normalize(original, options), origin, original, isFirst, isLast };
}

/** A range of normalized text, as a place of the canonical text. */
export function placeOf({ starts, ends, origin }: NormalizedWindow, from: number, to: number) {
  return { start: origin + (starts[from] ?? 0), end: origin + (ends[to - 1] ?? 0) };
}
