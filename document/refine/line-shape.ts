/** Size and baseline of a line, with which its superscripts and other lines are compared. */
import type { LineDraft, RunStyle } from '../read/draft.ts';

export type LineShape = { readonly size: number; readonly baseline: number };

const shapes = new WeakMap<LineDraft, LineShape>();

/** Size and baseline of most letters of the line. */
export function lineShape(line: LineDraft): LineShape {
  const before = shapes.get(line);
  if (before !== undefined) return before;
  const counts = new Map<RunStyle, number>();
  for (const { text, style } of line.glyphs)
    if (text !== ' ') counts.set(style, (counts.get(style) ?? 0) + 1);
  const same = new Map<string, { readonly shape: LineShape; count: number }>();
  for (const [{ size, baseline }, count] of counts) {
    const entry = same.get(`${size} ${baseline}`) ?? { shape: { size, baseline }, count: 0 };
    entry.count += count;
    same.set(`${size} ${baseline}`, entry);
  }
  let best: { readonly shape: LineShape; readonly count: number } = {
    shape: { size: 0, baseline: 0 },
    count: 0,
  };
  for (const entry of same.values()) if (entry.count > best.count) best = entry;
  shapes.set(line, best.shape);
  return best.shape;
}
