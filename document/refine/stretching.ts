/** Leaves out the letters that only stretch an Arabic word to the width of its line. */
import type { Glyph } from '../read/draft.ts';

const stretching = /^\u0640+$/u;
const letter = /[\u0620-\u063f\u0641-\u064a\u066e-\u06d3\u06fa-\u06fc\ufb50-\ufdff\ufe70-\ufefc]/u;

const isStretching = (glyph: Glyph | undefined): boolean =>
  glyph !== undefined && glyph.text.charCodeAt(0) === 0x640 && stretching.test(glyph.text);
const isLetter = (glyph: Glyph | undefined): boolean => glyph !== undefined && letter.test(glyph.text);

/** Between letters; at the end of a word they are written on purpose, as in the sign of the Hijri year. */
export function dropStretching(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(isStretching)) return glyphs;
  const kept: Glyph[] = [];
  for (let at = 0; at < glyphs.length; ) {
    let end = at;
    while (isStretching(glyphs[end])) end += 1;
    const isWithin = end > at && isLetter(kept.at(-1)) && isLetter(glyphs[end]);
    if (end === at) end += 1;
    if (!isWithin) kept.push(...glyphs.slice(at, end));
    at = end;
  }
  return kept;
}
