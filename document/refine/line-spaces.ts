/** Puts spaces between glyphs that are printed apart, and leaves one space where there are several. */
import type { Glyph } from '../read/draft.ts';
import { isRightToLeft } from './bidi.ts';

/** Widths in parts of the font size. Wide scripts are printed with more room between their signs. */
const [gapMin, wideGapMin] = [0.15, 0.6];
const wide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;

function isApart(before: Glyph, after: Glyph): boolean {
  const size = Math.max(before.style.size, after.style.size);
  if (size === 0 || before.style === after.style) return false;
  const gap = Math.max(after.left - before.right, before.left - after.right);
  const isWide = wide.test(before.text) && wide.test(after.text);
  return gap > size * (isWide ? wideGapMin : gapMin);
}

/** A space has the style of the glyph before it. */
function spaceBetween(before: Glyph, after: Glyph): Glyph {
  const [left, right] = [Math.min(before.right, after.left), Math.max(before.right, after.left)];
  return { text: ' ', left, right, style: before.style };
}

export function isSpace(glyph: Glyph | undefined): boolean {
  return glyph !== undefined && glyph.text === ' ';
}

function isBlank(text: string): boolean {
  return text === '' || (text.startsWith(' ') && text.trim() === '');
}

/**
 * Spaces as narrow as this keep letters from joining; nobody sees them. In parts of the font size, of the space itself,
 * and of the gap between the letters if it is known.
 */
const [joinerMax, joinerGapMax] = [0.02, 0.06];

/**
 * Producers of right-to-left text place such a space where the last letter of a word has another form. A space of no
 * width at all is one whose width is not known.
 */
function isJoiner(space: Glyph, before: Glyph, after: Glyph | undefined): boolean {
  if (!isRightToLeft(before.text)) return false;
  const { size } = space.style;
  if (after?.style.hasStarts && isRightToLeft(after.text))
    return after.left - before.right < joinerGapMax * size;
  const width = space.right - space.left;
  return width > 0 && width < joinerMax * size;
}

/** Several spaces follow each other rarely, so that looking past a few of them is enough. */
const spacesMax = 8;

function nextVisible(glyphs: readonly Glyph[], from: number): Glyph | undefined {
  for (let at = from + 1; at <= from + spacesMax; at += 1) {
    const glyph = glyphs[at];
    if (glyph === undefined || !isBlank(glyph.text)) return glyph;
  }
  return undefined;
}

const noteMark = /^[\d*†‡§¶]+$/u;
/** Longer numbers are not marks of notes. */
const markMax = 3;

/** Whether the line begins with the raised mark of a note, and its text follows without a gap. */
function followsMark(before: readonly Glyph[], { text, style }: Glyph): boolean {
  if (before.length === 0 || before.length > markMax || !/^\p{L}/u.test(text)) return false;
  return before.every(
    (mark) =>
      noteMark.test(mark.text) &&
      mark.style.size < 0.9 * style.size &&
      mark.style.baseline > style.baseline + 0.15 * style.size,
  );
}

/** Glyphs in printed order; none at the beginning or the end of the result is a space. */
export function spaceGlyphs(glyphs: readonly Glyph[]): readonly Glyph[] {
  const result: Glyph[] = [];
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at] as Glyph;
    const before = result.at(-1);
    if (isBlank(glyph.text)) {
      const isWanted = glyph.text !== '' && before !== undefined && !isSpace(before);
      if (isWanted && !isJoiner(glyph, before, nextVisible(glyphs, at))) result.push({ ...glyph, text: ' ' });
      continue;
    }
    if (before !== undefined && !isSpace(before) && (isApart(before, glyph) || followsMark(result, glyph)))
      result.push(spaceBetween(before, glyph));
    result.push(glyph);
  }
  while (isSpace(result.at(-1))) result.pop();
  return result;
}
