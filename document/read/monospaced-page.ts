/** Fonts of a page whose glyphs all have one width, whatever their name. */

import type { ExtractedPage, Run } from '../model/extraction.ts';
import { elementLines } from './element-lines.ts';
import { isMonospaced } from './monospaced.ts';

/** Letters that differ most in width in other fonts. */
const [narrow, wide] = [new Set("iljt.,:;'|!"), new Set('mwMWNO@%')];
/** Of each kind, so that a few letters do not decide. */
const countMin = 2;
/** Between the mean widths of both kinds, in parts of the font size. */
const tolerance = 0.03;
/** Fonts that never are, so that short texts of few different letters do not matter. */
const proportional = /times|helvetica|arial|roman/i;

type Widths = { readonly narrow: number[]; readonly wide: number[] };
/** More do not make the mean better. */
const samplesMax = 500;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function addRun({ text, ends = [], font, size }: Run, fonts: Map<string, Widths>): void {
  const widths = fonts.get(font) ?? { narrow: [], wide: [] };
  fonts.set(font, widths);
  for (let at = 1; at < ends.length; at += 1) {
    const letter = text[at] ?? '';
    const samples = narrow.has(letter) ? widths.narrow : wide.has(letter) ? widths.wide : undefined;
    if (samples === undefined || samples.length >= samplesMax || text[at - 1] === ' ') continue;
    const width = ((ends[at] ?? 0) - (ends[at - 1] ?? 0)) / size;
    if (width > 0) samples.push(width);
  }
}

export function monospacedFonts(page: ExtractedPage): ReadonlySet<string> {
  const fonts = new Map<string, Widths>();
  for (const line of elementLines(page.elements))
    for (const run of line.runs) if (run.size > 0 && !isMonospaced(run.font)) addRun(run, fonts);
  const found = new Set<string>();
  for (const [font, { narrow: one, wide: other }] of fonts) {
    const isEnough = one.length >= countMin && other.length >= countMin;
    if (isEnough && !proportional.test(font) && Math.abs(mean(one) - mean(other)) < tolerance)
      found.add(font);
  }
  return found;
}
