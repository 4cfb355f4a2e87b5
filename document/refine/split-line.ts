/** Parts of a line as lines of their own. */
import { unionBox } from '../model/box.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';

export function withGlyphs(line: LineDraft, glyphs: readonly Glyph[]): LineDraft {
  if (line.angled || glyphs.length === 0) return { ...line, glyphs };
  const [left, , right] = unionBox(glyphs.map((glyph) => [glyph.left, 0, glyph.right, 0]));
  return { ...line, glyphs, box: [left, line.box[1], right, line.box[3]] };
}

/** The glyphs before and from `at`, without spaces where the line is cut. */
export function splitLine(line: LineDraft, at: number): readonly [LineDraft, LineDraft] {
  let end = at;
  while (end > 0 && line.glyphs[end - 1]?.text === ' ') end -= 1;
  let start = at;
  while (line.glyphs[start]?.text === ' ') start += 1;
  return [withGlyphs(line, line.glyphs.slice(0, end)), withGlyphs(line, line.glyphs.slice(start))];
}
