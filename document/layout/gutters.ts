/** Finds the white space between two columns of text. */
import { areColumns } from './column-shape.ts';
import { columnGap } from './line-pieces.ts';
import type { Unit } from './units.ts';

export type Gutter = { readonly x: number; readonly top: number; readonly bottom: number };

const [binsMax, candidatesMax, linesMin] = [300, 24, 3];

type Candidate = Gutter & { readonly width: number; readonly lines: number };

const centre = (unit: Unit): number => (unit.box[1] + unit.box[3]) / 2;

/** Texts and tables end a gutter that they cross. A picture does if it is above or below both columns. */
function crosses(unit: Unit, x: number, left: number, right: number): boolean {
  const [from, , to] = unit.box;
  if (from >= x || to <= x || unit.isBackground) return false;
  return !unit.isPicture || (x - from > 0.5 * (x - left) && to - x > 0.5 * (right - x));
}

type FreePart = { readonly top: number; readonly bottom: number; readonly lines: number };

/** The part of a vertical line below `top` that nothing has crossed so far, and the lines on its sides. */
class OpenPart {
  readonly found: FreePart[] = [];
  top = Number.POSITIVE_INFINITY;
  #before = 0;
  #after = 0;
  #rowBefore = -1;
  #rowAfter = -1;

  count({ row }: Unit, isBefore: boolean): void {
    if (isBefore) {
      if (row !== this.#rowBefore) this.#before += 1;
      this.#rowBefore = row;
    } else {
      if (row !== this.#rowAfter) this.#after += 1;
      this.#rowAfter = row;
    }
  }

  close(bottom: number, next: number): void {
    const lines = Math.min(this.#before, this.#after);
    if (lines >= linesMin) this.found.push({ top: this.top, bottom, lines });
    this.top = next;
    this.#before = 0;
    this.#after = 0;
  }
}

/** Parts of the vertical line at `x` that nothing crosses, with lines on both sides. Units are sorted from the top. */
function freeParts(units: readonly Unit[], x: number, left: number, right: number): readonly FreePart[] {
  const part = new OpenPart();
  for (const unit of units) {
    if (crosses(unit, x, left, right)) part.close(unit.box[3], Math.min(part.top, unit.box[1]));
    else if (!unit.isPicture && centre(unit) < part.top) part.count(unit, unit.box[2] <= x);
  }
  part.close(Number.NEGATIVE_INFINITY, 0);
  return part.found;
}

/**
 * Whether the same texts are left of `x`, right of it and across it as at the `x` asked about before, which was smaller.
 * Pictures are judged by where in them `x` is.
 */
function unchangedSince(units: readonly Unit[]): (x: number) => boolean {
  if (units.some((unit) => unit.isPicture && !unit.isBackground)) return () => false;
  const edges = Float64Array.from(units.flatMap(({ box }) => [box[0], box[2]])).sort();
  let [next, before] = [0, Number.NEGATIVE_INFINITY];
  return (x) => {
    while ((edges[next] ?? Number.POSITIVE_INFINITY) < before) next += 1;
    before = x;
    return (edges[next] ?? Number.POSITIVE_INFINITY) > x;
  };
}

type Strip = FreePart & { readonly from: number; to: number };

/** Neighbouring lines with the same free part are one gutter. */
function candidatesOf(units: readonly Unit[], gapMin: number): readonly Candidate[] {
  const left = Math.min(...units.map((unit) => unit.box[0]));
  const right = Math.max(...units.map((unit) => unit.box[2]));
  const step = Math.max(gapMin / 4, (right - left) / binsMax);
  let open: readonly Strip[] = [];
  const closed: Strip[] = [];
  // Elsewhere there cannot be enough lines on both sides.
  const texts = units.filter((unit) => !unit.isPicture);
  const first = texts.map((unit) => unit.box[2]).sort((one, other) => one - other)[linesMin - 1] ?? right;
  const last = texts.map((unit) => unit.box[0]).sort((one, other) => other - one)[linesMin - 1] ?? left;
  const isUnchanged = unchangedSince(units);
  for (let x = Math.max(left + step, first); x < Math.min(right, last + step); x += step) {
    if (isUnchanged(x)) {
      for (const strip of open) strip.to = x;
      continue;
    }
    const next = freeParts(units, x, left, right).map((part): Strip => {
      const strip = open.find(({ top, bottom }) => top === part.top && bottom === part.bottom);
      return { ...part, from: strip?.from ?? x, to: x };
    });
    closed.push(...open.filter(({ from }) => !next.some((strip) => strip.from === from)));
    open = next;
  }
  return [...closed, ...open]
    .filter(({ from, to }) => to - from >= gapMin - 2 * step)
    .map(({ from, to, top, bottom, lines }) => ({
      x: (from + to) / 2,
      width: to - from,
      top,
      bottom,
      lines,
    }));
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Without the ends of a free part where only one side has text that stands apart: a title above the columns, a note
 * below them.
 */
function trimmed(gutter: Gutter, units: readonly Unit[]): Gutter {
  const inside = units.filter((unit) => centre(unit) < gutter.top && centre(unit) > gutter.bottom);
  const texts = inside.filter((unit) => !unit.isPicture);
  const sides = [
    texts.filter((unit) => unit.box[2] <= gutter.x),
    texts.filter((unit) => unit.box[0] >= gutter.x),
  ];
  const lowest = Math.max(...sides.map((side) => Math.min(...side.map((unit) => unit.box[1]))));
  const highest = Math.min(...sides.map((side) => Math.max(...side.map((unit) => unit.box[3]))));
  const apart = 2.5 * medianOf(texts.map((unit) => unit.box[3] - unit.box[1]));
  let { top, bottom } = gutter;
  let [last, first] = [lowest, highest];
  for (const unit of texts) {
    if (unit.box[3] > lowest) continue;
    if (last - unit.box[3] > apart) {
      bottom = unit.box[3];
      break;
    }
    last = Math.min(last, unit.box[1]);
  }
  for (const unit of [...texts].reverse()) {
    if (unit.box[1] < highest) continue;
    if (unit.box[1] - first > apart) {
      top = unit.box[1];
      break;
    }
    first = Math.max(first, unit.box[3]);
  }
  return { x: gutter.x, top, bottom };
}

/** The gutter between the most lines of text. Units are sorted from the top. */
export function findGutter(units: readonly Unit[]): Gutter | undefined {
  const texts = units.filter((unit) => unit.letters > 0);
  if (texts.length < 2 * linesMin) return undefined;
  const size = medianOf(texts.map((unit) => unit.size));
  const candidates = [...candidatesOf(units, columnGap * size)].sort(
    (one, other) => other.lines - one.lines || other.width - one.width || one.x - other.x,
  );
  for (const candidate of candidates.slice(0, candidatesMax)) {
    const gutter = trimmed(candidate, units);
    const inside = texts.filter((unit) => centre(unit) < gutter.top && centre(unit) > gutter.bottom);
    const before = inside.filter((unit) => unit.box[2] <= gutter.x);
    const after = inside.filter((unit) => unit.box[0] >= gutter.x);
    if (areColumns(before, after)) return gutter;
  }
  return undefined;
}
