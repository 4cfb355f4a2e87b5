/** Where the words of text at an angle are: only the boxes of its runs are known, so each is divided evenly. */
import type { Glyph } from '../read/draft.ts';

type Point = readonly [x: number, y: number];

/** A point on the way through the box of the glyph's run, from 0 where its text begins to 1 where it ends. */
function pointAt({ left, right, style }: Glyph, share: number): Point {
  const { bottom, top, baseline } = style;
  const [width, height] = [right - left, top - bottom];
  if (width >= height) return [left + share * width, (bottom + top) / 2];
  // Letters stand on their baseline, which is on the right of text that is read upwards.
  const upwards = baseline > (left + right) / 2;
  return [(left + right) / 2, upwards ? bottom + share * height : top - share * height];
}

/** Indexes at which the next part of a line begins, with the end. */
function bounds(glyphs: readonly Glyph[], isSame: (before: Glyph, after: Glyph) => boolean): number[] {
  const starts = glyphs.flatMap((glyph, at) => {
    const before = glyphs[at - 1];
    return before !== undefined && isSame(before, glyph) ? [] : [at];
  });
  return [...starts, glyphs.length];
}

/** All letters of a word have the place of its middle, so that a link has whole words. */
export function angledPoints(glyphs: readonly Glyph[]): readonly Point[] {
  const runs = bounds(glyphs, (before, after) => before.style === after.style);
  const words = bounds(glyphs, (before, after) => (before.text === ' ') === (after.text === ' '));
  const points: Point[] = [];
  let run = 0;
  words.slice(1).forEach((end, index) => {
    const start = words[index] ?? 0;
    const middle = (start + end) / 2;
    while ((runs[run + 1] ?? glyphs.length) <= Math.floor(middle) && run < runs.length - 2) run += 1;
    const [from = 0, to = glyphs.length] = [runs[run], runs[run + 1]];
    const glyph = glyphs[Math.min(Math.floor(middle), to - 1)];
    const share = (middle - from) / Math.max(to - from, 1);
    for (let at = start; glyph !== undefined && at < end; at += 1) points.push(pointAt(glyph, share));
  });
  return points;
}
