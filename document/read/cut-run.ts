/** A part of a run, and where its glyphs begin. */
import type { Run } from '../model/extraction.ts';

/** Left edge of a unit: where it is known, else where the glyph before it ends. */
export function startOf({ starts, ends, box }: Run, at: number): number {
  return starts?.[at] ?? (at === 0 ? box[0] : (ends?.[at - 1] ?? box[0]));
}

/** From one unit to before another; the whole run as it is. */
export function cutRun(run: Run, from: number, to: number): Run {
  if (from <= 0 && to >= run.text.length) return run;
  const [starts, ends] = [run.starts?.slice(from, to), run.ends?.slice(from, to)];
  const right = ends?.at(-1) ?? run.box[2];
  return {
    ...run,
    text: run.text.slice(from, to),
    box: [Math.min(startOf(run, from), right), run.box[1], right, run.box[3]],
    ...(starts && { starts }),
    ...(ends && { ends }),
  };
}
