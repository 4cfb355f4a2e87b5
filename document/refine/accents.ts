/** Puts accents that are printed as signs of their own onto the letter they overlap: `M¨undler` is `Mündler`. */
import type { Glyph } from '../read/draft.ts';

const combining: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['´', '\u0301'],
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˜', '\u0303'],
  ['¯', '\u0304'],
  ['ˉ', '\u0304'],
  ['˘', '\u0306'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['˚', '\u030a'],
  ['˝', '\u030b'],
  ['ˇ', '\u030c'],
  ['¸', '\u0327'],
  ['˛', '\u0328'],
]);
const dotless: ReadonlyMap<string, string> = new Map([
  ['ı', 'i'],
  ['ȷ', 'j'],
]);

/** Less advance than this, in parts of the size, means that two glyphs are printed over each other. */
const overlapMax = 0.22;

/** Letters and digits, which are most glyphs, are passed over by their code. */
function isAccent({ text }: Glyph): boolean {
  const code = text.charCodeAt(0);
  return (code < 0x30 || code > 0x39) && (code < 0x61 || code > 0x7a) && combining.has(text);
}

/** The letter with the accent, if Unicode has it as one character. */
function composed(letter: string, accent: string): string | undefined {
  const mark = combining.get(accent);
  if (mark === undefined || !/^\p{L}/u.test(letter)) return undefined;
  const [base = '', ...rest] = Array.from(letter);
  const text = ((dotless.get(base) ?? base) + mark).normalize('NFC');
  return Array.from(text).length === 1 ? text + rest.join('') : undefined;
}

function isOver(first: Glyph, second: Glyph): boolean {
  if (second.right < first.left) return false;
  const advance = second.right - Math.max(first.right, first.left);
  return advance < overlapMax * Math.max(first.style.size, second.style.size);
}

function merged(letter: Glyph, accent: Glyph): Glyph | undefined {
  const text = composed(letter.text, accent.text);
  if (text === undefined) return undefined;
  const [left, right] = [Math.min(letter.left, accent.left), Math.max(letter.right, accent.right)];
  return { ...letter, text, left, right };
}

function mergedPair(first: Glyph, second: Glyph): Glyph | undefined {
  if (!isOver(first, second)) return undefined;
  return merged(second, first) ?? merged(first, second);
}

/** Further away in the line, an accent belongs to something else. */
const distanceMax = 60;

/** Where the letter is over whose middle half an accent is printed. */
function letterBelow(accent: Glyph, at: number, glyphs: readonly Glyph[]): number {
  const middle = (accent.left + accent.right) / 2;
  const isBelow = (letter: Glyph | undefined): boolean => {
    if (letter === undefined || composed(letter.text, accent.text) === undefined) return false;
    const margin = (letter.right - letter.left) / 4;
    return middle > letter.left + margin && middle < letter.right - margin;
  };
  for (let distance = 1; distance <= distanceMax; distance += 1) {
    if (isBelow(glyphs[at - distance])) return at - distance;
    if (isBelow(glyphs[at + distance])) return at + distance;
  }
  return -1;
}

/** Accents that come after their word or before it, as some programs write them. */
function placeStrayAccents(glyphs: readonly Glyph[]): readonly Glyph[] {
  const placed: (Glyph | undefined)[] = [...glyphs];
  for (const [at, accent] of glyphs.entries()) {
    if (!isAccent(accent)) continue;
    const letter = letterBelow(accent, at, glyphs);
    const target = placed[letter];
    const both = target && merged(target, accent);
    if (both === undefined) continue;
    placed[letter] = both;
    placed[at] = undefined;
  }
  return placed.filter((glyph) => glyph !== undefined);
}

/** Glyphs in printed order. */
export function composeAccents(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(isAccent)) return glyphs;
  return placeStrayAccents(composeNeighbours(glyphs));
}

function composeNeighbours(glyphs: readonly Glyph[]): readonly Glyph[] {
  const result: Glyph[] = [];
  for (let at = 0; at < glyphs.length; at += 1) {
    const [glyph, next] = [glyphs[at] as Glyph, glyphs[at + 1]];
    // An accent prefers the letter after it, as TeX prints; a letter takes an accent only if nothing follows that could.
    const pair =
      next !== undefined && (isAccent(glyph) || takesAccent(next, glyphs[at + 2]))
        ? mergedPair(glyph, next)
        : undefined;
    result.push(pair ?? glyph);
    if (pair !== undefined) at += 1;
  }
  return result;
}

function takesAccent(accent: Glyph, after: Glyph | undefined): boolean {
  if (!isAccent(accent)) return false;
  return after === undefined || mergedPair(accent, after) === undefined;
}
