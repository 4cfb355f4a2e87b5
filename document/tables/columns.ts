/** Columns of a group of rows: the stretches between gutters that nearly no row crosses. */
import type { Segment, TextRow } from './text-rows.ts';

export type Column = { readonly left: number; readonly right: number };

/** The share of rows that may cross a gutter. */
const crossingMax = 0.06;
/** Narrowest gutter, in parts of the font size. */
const gutterMin = 0.25;
const stepsMax = 4_000;
/** The share of rows that must begin with a number for it to be a column. */
const rowNumbersMin = 0.6;
/** The share of a text or of a column that must overlap for the text to be in the column. */
const overlapMin = 0.3;

function isNumberRow(row: TextRow): boolean {
  const values = row.segments.slice(1);
  return values.length > 0 && values.filter((segment) => segment.isNumeric).length >= 0.6 * values.length;
}

/** Rows that fill at least half of the columns show where the columns are; titles above numbers do not. */
function bodyRows(rows: readonly TextRow[]): readonly TextRow[] {
  const counts = rows.map((row) => row.segments.length).sort((one, other) => other - one);
  // The third most, so that one row with odd gaps does not decide.
  const most = counts[Math.min(2, counts.length - 1)] ?? 0;
  const filled = rows.filter((row) => row.segments.length >= Math.max(2, Math.ceil(most * 0.5)));
  const numbers = filled.filter(isNumberRow);
  return numbers.length >= Math.max(3, 0.5 * filled.length) ? numbers : filled;
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

const [beforeNumber, afterNumber] = [/^[$€£¥(~<>≤≥+−-]+$/u, /^[%)\]*†‡§]+$/u];

/** A column of signs only belongs to the numbers next to it. */
function withoutSignColumns(columns: readonly Column[], segments: readonly Segment[]): readonly Column[] {
  const result: Column[] = [];
  let left: number | undefined;
  for (const [at, column] of columns.entries()) {
    const texts = segments
      .filter((segment) => segment.left < column.right && segment.right > column.left)
      .map((segment) => segment.text);
    const last = result.at(-1);
    if (texts.length > 0 && at < columns.length - 1 && texts.every((text) => beforeNumber.test(text)))
      left ??= column.left;
    else if (last && texts.length > 0 && texts.every((text) => afterNumber.test(text)))
      result[result.length - 1] = { left: last.left, right: column.right };
    else {
      result.push({ left: left ?? column.left, right: column.right });
      left = undefined;
    }
  }
  return result;
}

export function medianSize(rows: readonly TextRow[]): number {
  const sizes = rows.map((row) => row.size).sort((one, other) => one - other);
  return sizes[sizes.length >> 1] ?? 10;
}

function segmentsIn(row: TextRow, { left, right }: Column): readonly Segment[] {
  return row.segments.filter((segment) => segment.left < right && segment.right > left);
}

/** Row numbers are a column of their own, also if texts such as that of a sum stand over them and the next column. */
function withRowNumbers(columns: readonly Column[], body: readonly TextRow[]): readonly Column[] {
  const [first, ...others] = columns;
  if (!first) return columns;
  let [numbered, right, left] = [0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const row of body) {
    const [number, text, more] = segmentsIn(row, first);
    if (!number || !text) continue;
    if (more || !number.isNumeric) return columns;
    numbered += 1;
    right = Math.max(right, number.right);
    left = Math.min(left, text.left);
  }
  const isApart = left - right > gutterMin * medianSize(body);
  if (numbered < Math.max(3, rowNumbersMin * body.length) || !isApart) return columns;
  return [{ left: first.left, right }, { left, right: first.right }, ...others];
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
  const parted = withoutSignColumns(withoutNarrowGutters(columns, medianSize(body)), segments);
  return withRowNumbers(parted, body);
}

/** First and last column that a segment stands in; the nearest one if it stands in a gutter. */
export function placeSegment(
  { left, right }: Pick<Segment, 'left' | 'right'>,
  columns: readonly Column[],
): readonly [number, number] {
  let [first, last] = [-1, -1];
  let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at];
    if (column === undefined) continue;
    const overlap = Math.min(right, column.right) - Math.max(left, column.left);
    const share = Math.max(overlap / (column.right - column.left), overlap / (right - left));
    if (overlap > 0 && share > overlapMin) {
      if (first < 0) first = at;
      last = at;
    }
    if (-overlap < distance) {
      nearest = at;
      distance = -overlap;
    }
  }
  return first < 0 ? [nearest, nearest] : [first, last];
}
