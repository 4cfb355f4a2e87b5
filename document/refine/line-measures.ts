/** Places and looks of printed lines, as the passes over blocks compare them. */
import type { Glyph, LineDraft } from '../read/draft.ts';
import { lineShape } from './line-shape.ts';

export function leftOf(line: LineDraft): number {
  return line.angled ? line.box[0] : (line.glyphs[0]?.left ?? line.box[0]);
}

export function sizeOf(line: LineDraft): number {
  return lineShape(line).size || line.box[3] - line.box[1] || 1;
}

/** Distance of the baselines in parts of the font size; undefined if the second is not below the first. */
export function leading(above: LineDraft, below: LineDraft): number | undefined {
  if (above.page !== below.page || above.angled || below.angled) return undefined;
  const distance = lineShape(above).baseline - lineShape(below).baseline;
  const size = Math.max(sizeOf(above), sizeOf(below));
  return distance > size * 0.5 ? distance / size : undefined;
}

/** Whether a line stands directly below another, with no more room than lines of one text have. */
export function isNextLine(above: LineDraft, below: LineDraft, leadingMax = 1.45): boolean {
  const found = leading(above, below);
  return found !== undefined && found <= leadingMax;
}

export function shareOf(glyphs: readonly Glyph[], is: (glyph: Glyph) => boolean): number {
  let [all, some] = [0, 0];
  for (const glyph of glyphs) {
    if (glyph.text === ' ') continue;
    all += 1;
    if (is(glyph)) some += 1;
  }
  return all === 0 ? 0 : some / all;
}

export function isMonospacedLine(line: LineDraft): boolean {
  return !line.angled && line.glyphs.every((glyph) => glyph.text === ' ' || glyph.style.mono);
}
