/** Cuts a line where its words stand far apart: the engine joins lines of neighbouring columns into one. */
import { unionBox } from '../model/box.ts';
import type { ExtractedLine, Run } from '../model/extraction.ts';
import { cutRun, startOf } from '../read/cut-run.ts';

/** The least gap between two columns, in parts of the font size; spaces of justified text are narrower. */
export const columnGap = 0.8;

/** Half of the letters are larger, half are smaller. */
export function letterSize(runs: readonly Run[]): number {
  if (runs.length === 1) return runs[0]?.size ?? 0;
  const sorted = [...runs].sort((one, other) => one.size - other.size);
  let left = runs.reduce((sum, run) => sum + run.text.length, 0) / 2;
  for (const run of sorted) {
    left -= run.text.length;
    if (left <= 0) return run.size;
  }
  return 0;
}

export const lineSize = (line: ExtractedLine): number => letterSize(line.runs);

export const isAngled = (line: ExtractedLine): boolean => line.runs.some((run) => run.ends === undefined);

export const lineText = (line: ExtractedLine): string => line.runs.map((run) => run.text).join('');

/** A word begins here after a gap. */
type Cut = { readonly run: number; readonly unit: number };

function cutsOf(line: ExtractedLine, gapMin: number): readonly Cut[] {
  const cuts: Cut[] = [];
  let wordEnd = Number.POSITIVE_INFINITY;
  for (const [at, run] of line.runs.entries()) {
    const { text, ends = [], box } = run;
    for (let unit = 0; unit < text.length; unit += 1) {
      if (text.charCodeAt(unit) === 0x20) continue;
      if (startOf(run, unit) - wordEnd >= gapMin) cuts.push({ run: at, unit });
      wordEnd = ends[unit] ?? box[2];
    }
  }
  return cuts;
}

function runPart(run: Run, from: number, to: number): Run | undefined {
  const text = run.text.slice(from, to).trimEnd();
  return text.trim() === '' ? undefined : cutRun(run, from, from + text.length);
}

function linePart(line: ExtractedLine, from: Cut, to: Cut): readonly ExtractedLine[] {
  const runs = line.runs.slice(from.run, to.run + 1).flatMap((run, index) => {
    const at = from.run + index;
    const [start, end] = [at === from.run ? from.unit : 0, at === to.run ? to.unit : run.text.length];
    if (start === 0 && end === run.text.length) return [run];
    const part = runPart(run, start, end);
    return part === undefined ? [] : [part];
  });
  return runs.length === 0 ? [] : [{ runs, box: unionBox(runs.map((run) => run.box)) }];
}

/** The line in pieces between its wide gaps; the line itself, if it has none. */
export function linePieces(line: ExtractedLine): readonly ExtractedLine[] {
  const cuts = isAngled(line) ? [] : cutsOf(line, columnGap * lineSize(line));
  if (cuts.length === 0) return [line];
  const last = line.runs.length - 1;
  const edges = [{ run: 0, unit: 0 }, ...cuts, { run: last, unit: line.runs[last]?.text.length ?? 0 }];
  return edges.slice(1).flatMap((to, at) => linePart(line, edges[at] ?? to, to));
}
