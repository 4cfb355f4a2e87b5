/** Puts vowel signs of Arabic and Hebrew that are glyphs of their own onto the letter they are printed on. */
import type { Glyph } from '../read/draft.ts';
import { isRightToLeft } from './bidi.ts';

const marks = /^\p{M}+$/u;
/** In parts of the font size. */
const tolerance = 0.05;
/** No real line is longer. */
const lettersMax = 2_000;

function isMark({ text }: Glyph): boolean {
  return text.charCodeAt(0) >= 0x591 && marks.test(text) && isRightToLeft(text);
}

/** Signs are printed at the left edge of their letter or over it; where two letters meet, the right one has it. */
function letterOf(mark: Glyph, letters: readonly Glyph[]): Glyph | undefined {
  const slack = tolerance * mark.style.size;
  const x = mark.right - mark.left > slack * 2 ? (mark.left + mark.right) / 2 : mark.right;
  let best: Glyph | undefined;
  for (const letter of letters)
    if (
      letter.left - slack <= x &&
      x < letter.right - slack &&
      (best === undefined || letter.left > best.left)
    )
      best = letter;
  return best;
}

/** Glyphs in printed order. A sign without a letter below it stays where it is. */
export function attachMarks(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(isMark)) return glyphs;
  const letters = glyphs.filter((glyph) => !isMark(glyph) && isRightToLeft(glyph.text));
  if (letters.length > lettersMax) return glyphs;
  const marksOf = new Map<Glyph, string>();
  const attached = new Set<Glyph>();
  for (const mark of glyphs.filter(isMark)) {
    const letter = letterOf(mark, letters);
    if (letter === undefined) continue;
    marksOf.set(letter, (marksOf.get(letter) ?? '') + mark.text);
    attached.add(mark);
  }
  return glyphs.flatMap((glyph) => {
    if (attached.has(glyph)) return [];
    const added = marksOf.get(glyph);
    return [added === undefined ? glyph : { ...glyph, text: (glyph.text + added).normalize('NFC') }];
  });
}
