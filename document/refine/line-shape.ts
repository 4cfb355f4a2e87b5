/** Size and baseline of a line, with which its superscripts and other lines are compared. */
import type { LineDraft, RunStyle } from '../read/draft.ts';

export type LineShape = { readonly size: number; readonly baseline: number };

const shapes = new WeakMap<LineDraft, LineShape>();

/** How many letters have each style, in the order in which the styles occur. */
export function countStyles(line: LineDraft): ReadonlyMap<RunStyle, number> {
  const counts = new Map<RunStyle, number>();
  let [last, letters]: [RunStyle | undefined, number] = [undefined, 0];
  for (const { text, style } of line.glyphs) {
    if (text === ' ') continue;
    if (style !== last) {
      if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) + letters);
      // A style keeps its place in the order.
      if (!counts.has(style)) counts.set(style, 0);
      [last, letters] = [style, 0];
    }
    letters += 1;
  }
  if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) + letters);
  return counts;
}

/** Size and baseline of most letters of the line. */
export function lineShape(line: LineDraft): LineShape {
  const before = shapes.get(line);
  if (before !== undefined) return before;
  const counts = countStyles(line);
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
