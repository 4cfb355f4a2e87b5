/** Columns of a group of rows: the stretches between gutters that nearly no row crosses. */
import type { Segment, TextRow } from './text-rows.ts';

export type Column = { readonly left: number; readonly right: number };

/** The share of rows that may cross a gutter. */
const crossingMax = 0.06;
/** Narrowest gutter, in parts of the font size. */
const gutterMin = 0.25;
const stepsMax = 4_000;

/** Rows that fill at least half of the columns show where the columns are. */
function bodyRows(rows: readonly TextRow[]): readonly TextRow[] {
  const counts = rows.map((row) => row.segments.length).sort((one, other) => other - one);
  // The third most, so that one row with odd gaps does not decide.
  const most = counts[Math.min(2, counts.length - 1)] ?? 0;
  return rows.filter((row) => row.segments.length >= Math.max(2, Math.ceil(most * 0.5)));
}

function coverage(rows: readonly TextRow[], left: number, steps: number, step: number): Uint32Array {
  const count = new Uint32Array(steps + 1);
  const at = (x: number): number => Math.min(steps, Math.max(0, Math.round((x - left) / step)));
  for (const row of rows)
    for (const segment of row.segments)
      for (let x = at(segment.left); x <= at(segment.right); x += 1) count[x] = (count[x] ?? 0) + 1;
  return count;
}

function stretches(count: Uint32Array, crossing: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let from = -1;
  for (let x = 0; x <= count.length; x += 1) {
    const isFilled = (count[x] ?? 0) > crossing;
    if (isFilled && from < 0) from = x;
    if (!isFilled && from >= 0) {
      found.push([from, x - 1]);
      from = -1;
    }
  }
  return found;
}

function withoutNarrowGutters(columns: readonly Column[], size: number): readonly Column[] {
  const result: Column[] = [];
  for (const column of columns) {
    const last = result.at(-1);
    if (last && column.left - last.right < gutterMin * size)
      result[result.length - 1] = { left: last.left, right: column.right };
    else result.push(column);
  }
  return result;
}

export function medianSize(rows: readonly TextRow[]): number {
  const sizes = rows.map((row) => row.size).sort((one, other) => one - other);
  return sizes[sizes.length >> 1] ?? 10;
}

export function findColumns(rows: readonly TextRow[]): readonly Column[] {
  const body = bodyRows(rows);
  const segments = body.flatMap((row) => row.segments);
  const left = segments.reduce((least, segment) => Math.min(least, segment.left), Number.POSITIVE_INFINITY);
  const right = segments.reduce((most, segment) => Math.max(most, segment.right), Number.NEGATIVE_INFINITY);
  if (!(right > left)) return [];
  const step = Math.max(0.5, (right - left) / stepsMax);
  const count = coverage(body, left, Math.ceil((right - left) / step), step);
  const columns = stretches(count, Math.floor(body.length * crossingMax)).map(([from, to]) => ({
    left: left + from * step,
    right: left + to * step,
  }));
  return withoutNarrowGutters(columns, medianSize(body));
}

/** First and last column that a segment stands in; the nearest one if it stands in a gutter. */
export function placeSegment(
  { left, right }: Pick<Segment, 'left' | 'right'>,
  columns: readonly Column[],
): readonly [number, number] {
  let [first, last] = [-1, -1];
  let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
  for (const [at, column] of columns.entries()) {
    const overlap = Math.min(right, column.right) - Math.max(left, column.left);
    if (overlap > Math.min(2, (column.right - column.left) * 0.3, (right - left) * 0.5)) {
      if (first < 0) first = at;
      last = at;
    }
    if (-overlap < distance) [nearest, distance] = [at, -overlap];
  }
  return first < 0 ? [nearest, nearest] : [first, last];
}
