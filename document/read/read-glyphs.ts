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
function measuredGlyphs(text: string, ends: readonly number[], left: number, style: RunStyle): Glyph[] {
  const glyphs: Glyph[] = [];
  let from = left;
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    const whole = at < text.length && (ends[at] === ends[start] || isLowSurrogate(text, at));
    if (whole && text[at] !== ' ' && text[at - 1] !== ' ') continue;
    if (at < text.length && isMark(text, at)) continue;
    const right = ends[at - 1] ?? from;
    glyphs.push({ text: text.slice(start, at), left: Math.min(from, right), right, style });
    from = right;
    start = at;
  }
  return glyphs;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** `monospaced` are fonts of the page that are so by their widths. */
export function readGlyphs(run: Run, monospaced?: ReadonlySet<string>): readonly Glyph[] {
  if (run.text.length === 0) return [];
  const style = styleOf(run, monospaced);
  const { ends } = run;
  if (ends !== undefined && ends.length === run.text.length)
    return measuredGlyphs(run.text, ends, run.box[0], style);
  return Array.from(run.text, (text) => ({ text, left: run.box[0], right: run.box[2], style }));
}
