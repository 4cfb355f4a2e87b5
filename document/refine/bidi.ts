/** From the order in which glyphs are printed to the order in which they are read (UAX #9, backwards). */
import bidiModule, { type Bidi, type BidiCharTypeName } from 'bidi-js';
import type { Glyph } from '../read/draft.ts';

export type Direction = 'ltr' | 'rtl';

// The package declares an ES module, but what Node loads is a function in CommonJS.
const bidi = (bidiModule as unknown as () => Bidi)();
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

type Kind = 'L' | 'R' | 'number' | 'neutral';

function kindOf(type: BidiCharTypeName): Kind {
  if (type === 'L') return 'L';
  if (type === 'R' || type === 'AL') return 'R';
  return type === 'EN' || type === 'AN' ? 'number' : 'neutral';
}

export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

function kindOfGlyph(glyph: Glyph): Kind {
  let first: Kind = 'neutral';
  for (const char of glyph.text) {
    const kind = kindOf(bidi.getBidiCharTypeName(char));
    if (kind === 'L' || kind === 'R') return kind;
    if (first === 'neutral') first = kind;
  }
  return first;
}

/** No letter below this code is written from right to left. */
const firstRightToLeft = 0x590;

export function hasRightToLeft(glyphs: readonly Glyph[]): boolean {
  return glyphs.some(({ text }) => text.charCodeAt(0) >= firstRightToLeft && isRightToLeft(text));
}

/** In a right-to-left document, a text is so if at least one of this many words is. */
const documentWeight = 4;

/** The direction of most words; that of the document weighs in its favour. */
export function directionOf(glyphs: readonly Glyph[], ofDocument: Direction = 'ltr'): Direction {
  if (!hasRightToLeft(glyphs)) return 'ltr';
  let [left, right] = [0, 0];
  let word: Kind = 'neutral';
  for (const glyph of glyphs) {
    const kind = kindOfGlyph(glyph);
    if (glyph.text === ' ') word = 'neutral';
    if ((kind === 'L' || kind === 'R') && kind !== word) {
      word = kind;
      if (kind === 'L') left += 1;
      else right += 1;
    }
  }
  const weight = ofDocument === 'rtl' ? documentWeight : 1;
  return right > 0 && right * weight >= left ? 'rtl' : 'ltr';
}

type Piece = { readonly glyph: Glyph; readonly kind: Kind };

/** Joins the parts of a number: `1,234.5`, `10:30`, `50%`. Separators must stand between two digits. */
function numberEnd(pieces: readonly Piece[], start: number): number {
  let end = start + 1;
  for (let at = end; at < pieces.length; at += 1) {
    if (pieces[at]?.kind === 'number') end = at + 1;
    else if (at > end || !/^[.,:/٫٬+\-−%٪$€£₪°#]$/u.test(pieces[at]?.glyph.text ?? '')) break;
  }
  if (/^[%٪$€£₪°]$/u.test(pieces[end]?.glyph.text ?? '')) end += 1;
  return end;
}

function mirrored(glyph: Glyph): Glyph {
  const text = bidi.getMirroredCharacter(glyph.text);
  return text === null ? glyph : { ...glyph, text };
}

/** Right-to-left pieces in printed order to reading order: reversed, but numbers stay as they are. */
function reversed(pieces: readonly Piece[], mirrors: boolean): readonly Glyph[] {
  const groups: (readonly Glyph[])[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const end = piece.kind === 'number' ? numberEnd(pieces, at) : at + 1;
    const glyphs = pieces.slice(at, end).map(({ glyph }) => glyph);
    groups.push(mirrors && piece.kind === 'neutral' ? glyphs.map(mirrored) : glyphs);
    at = end;
  }
  return groups.reverse().flat();
}

/** From `start` to the last piece of kind `kind` that no piece of kind `against` separates from it. */
function runEnd(
  pieces: readonly Piece[],
  start: number,
  inside: (kind: Kind) => boolean,
  against: Kind,
): number {
  let end = start + 1;
  for (let at = end; at < pieces.length; at += 1) {
    const kind = pieces[at]?.kind ?? 'neutral';
    if (kind === against) break;
    if (inside(kind)) end = at + 1;
  }
  return end;
}

/** Brackets of one pair are not farther apart. */
const bracketReach = 300;

function closesBracket(pieces: readonly Piece[], start: number, end: number): boolean {
  const closing = pieces[end]?.glyph.text ?? '';
  const opening = bidi.closingToOpeningBracket(closing);
  if (opening === null) return false;
  const texts = pieces.slice(Math.max(start, end - bracketReach), end).map(({ glyph }) => glyph.text);
  return texts.filter((text) => text === opening).length > texts.filter((text) => text === closing).length;
}

/** The strong direction that comes next in the line, at each place; `neutral` if none does. */
function nextStrong(pieces: readonly Piece[]): readonly Kind[] {
  const next: Kind[] = new Array(pieces.length).fill('neutral');
  let kind: Kind = 'neutral';
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const own = pieces[at]?.kind ?? 'neutral';
    if (own === 'L' || own === 'R') kind = own;
    next[at] = kind;
  }
  return next;
}

function leftToRightRun(pieces: readonly Piece[], start: number): number {
  let end = runEnd(pieces, start, (kind) => kind === 'L' || kind === 'number', 'R');
  while (closesBracket(pieces, start, end)) end += 1;
  return end;
}

/** A line of right-to-left text: everything is reversed, except runs of Latin words and numbers. */
function readRightToLeft(pieces: readonly Piece[], mirrors: boolean): readonly Glyph[] {
  const next = nextStrong(pieces);
  // A number belongs to the Latin words after it, but not if letters of the other direction come first.
  const startsLatin = (at: number): boolean => {
    const kind = pieces[at]?.kind;
    return kind === 'L' || (kind === 'number' && next[at] === 'L');
  };
  const groups: (readonly Glyph[])[] = [];
  for (let at = 0; at < pieces.length; ) {
    const isLatin = startsLatin(at);
    let end = isLatin ? leftToRightRun(pieces, at) : at + 1;
    while (!isLatin && end < pieces.length && !startsLatin(end)) end += 1;
    const part = pieces.slice(at, end);
    groups.push(isLatin ? part.map(({ glyph }) => glyph) : reversed(part, mirrors));
    at = end;
  }
  return groups.reverse().flat();
}

/** A line of left-to-right text: only runs of right-to-left words are reversed. */
function readLeftToRight(pieces: readonly Piece[], mirrors: boolean): readonly Glyph[] {
  const groups: (readonly Glyph[])[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const end = piece.kind === 'R' ? runEnd(pieces, at, (kind) => kind === 'R', 'L') : at + 1;
    groups.push(piece.kind === 'R' ? reversed(pieces.slice(at, end), mirrors) : [piece.glyph]);
    at = end;
  }
  return groups.flat();
}

/**
 * Glyphs in the order in which they are printed from left to right. Glyphs of several letters stay whole. `mirrors`:
 * a bracket is the sign that is seen, as UAX #9 says, so that it must be turned; some producers write the turned one.
 */
export function readingOrder(
  glyphs: readonly Glyph[],
  direction: Direction,
  mirrors = true,
): readonly Glyph[] {
  if (direction === 'ltr' && !hasRightToLeft(glyphs)) return glyphs;
  const pieces = glyphs.map((glyph) => ({ glyph, kind: kindOfGlyph(glyph) }));
  return direction === 'rtl' ? readRightToLeft(pieces, mirrors) : readLeftToRight(pieces, mirrors);
}

/** How many brackets have no partner when the glyphs are read in their order. */
export function loneBrackets(glyphs: readonly Glyph[]): number {
  const open: string[] = [];
  let lone = 0;
  for (const { text } of glyphs) {
    if (bidi.openingToClosingBracket(text) !== null) open.push(text);
    else if (bidi.closingToOpeningBracket(text) !== null) {
      if (open.at(-1) === bidi.closingToOpeningBracket(text)) open.pop();
      else lone += 1;
    }
  }
  return lone + open.length;
}
