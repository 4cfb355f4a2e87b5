/** Splits the runs of a line into glyphs. */
import type { Run } from '../model/extraction.ts';
import type { Glyph, RunStyle } from './draft.ts';
import { isMonospaced } from './monospaced.ts';

function styleOf(run: Run, monospaced: ReadonlySet<string> | undefined): RunStyle {
  return {
    font: run.font,
    size: run.size,
    baseline: run.baseline,
    bottom: run.box[1],
    top: run.box[3],
    bold: run.bold === true,
    italic: run.italic === true,
    strike: run.strike === true,
    mono: isMonospaced(run.font) || monospaced?.has(run.font) === true,
    hasStarts: run.starts !== undefined,
  };
}

function isMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  // Marks of right-to-left scripts come before their letter where it is printed from left to right.
  return (
    code >= 0x300 &&
    !(code >= 0x590 && code <= 0x8ff) &&
    /\p{M}/u.test(String.fromCodePoint(text.codePointAt(at) ?? code))
  );
}

/** Units of one glyph share their right edge; Latin marks stay with the letter before them. */
function measuredGlyphs({ text, box, starts }: Run, ends: readonly number[], style: RunStyle): Glyph[] {
  const glyphs: Glyph[] = [];
  let from = box[0];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    const whole = at < text.length && (ends[at] === ends[start] || isLowSurrogate(text, at));
    if (whole && text[at] !== ' ' && text[at - 1] !== ' ') continue;
    if (at < text.length && isMark(text, at)) continue;
    const right = ends[at - 1] ?? from;
    const left = Math.min(starts?.[start] ?? from, right);
    glyphs.push({ text: text.slice(start, at), left, right, style });
    from = right;
    start = at;
  }
  return glyphs;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** In parts of the font size, and of narrow letters of their width. */
const [overlapMax, overlapShareMax] = [0.15, 0.5];
/** A space is not looked for further away, so that the time for a line is bounded. */
const lettersMax = 64;
/** No letter below this code is written from right to left. */
const firstRightToLeft = 0x590;

const isRightToLeft = (glyph: Glyph): boolean => glyph.text.charCodeAt(0) >= firstRightToLeft;

/** How many of the letters before it a space stands at the left of. */
function lettersRightOf(space: Glyph, glyphs: readonly Glyph[], size: number): number {
  let count = 0;
  for (let at = glyphs.length - 1; at >= 0 && count < lettersMax; at -= 1, count += 1) {
    const glyph = glyphs[at];
    if (!glyph || glyph.text === ' ' || !isRightToLeft(glyph)) break;
    const overlap = Math.min(overlapMax * size, overlapShareMax * (glyph.right - glyph.left));
    if (space.right > glyph.left + overlap) break;
  }
  return count;
}

/** Whether another space follows at the right of the letter before; if places are known, each has its own. */
function isFollowed(glyphs: readonly Glyph[], at: number): boolean {
  if (glyphs[at]?.style.hasStarts) return false;
  const [before, next] = [glyphs[at - 1], glyphs[at + 1]];
  return next?.text === ' ' && next.right > (before?.right ?? next.right);
}

function mayBeRightToLeft(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= firstRightToLeft) return true;
  return false;
}

/** Some producers print a space after the letters at its right; it is read where it is placed. */
function withSpacesInPlace(glyphs: readonly Glyph[], size: number): readonly Glyph[] {
  const result: Glyph[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at] as Glyph;
    const count = glyph.text === ' ' && !isFollowed(glyphs, at) ? lettersRightOf(glyph, result, size) : 0;
    if (count > 0) {
      reach = result.at(-1)?.right ?? reach;
      result.splice(-count, 0, glyph);
    } else {
      result.push(glyph.left < reach ? { ...glyph, left: Math.min(reach, glyph.right) } : glyph);
      reach = Number.NEGATIVE_INFINITY;
    }
  }
  return result;
}

/** `monospaced` are fonts of the page that are so by their widths. */
export function readGlyphs(run: Run, monospaced?: ReadonlySet<string>): readonly Glyph[] {
  if (run.text.length === 0) return [];
  const style = styleOf(run, monospaced);
  const { ends } = run;
  if (ends !== undefined && ends.length === run.text.length) {
    const glyphs = measuredGlyphs(run, ends, style);
    return mayBeRightToLeft(run.text) ? withSpacesInPlace(glyphs, run.size) : glyphs;
  }
  return Array.from(run.text, (text) => ({ text, left: run.box[0], right: run.box[2], style }));
}
