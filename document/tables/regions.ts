/** Groups of rows that may be a table: rows of several segments below each other, with few other rows between. */
import { medianSize } from './columns.ts';
import type { TextRow } from './text-rows.ts';

/** Rows of one segment, such as titles of a group of rows, that may follow each other inside of a table. */
const looseRowsMax = 3;
/** In parts of the font size. */
const gapMax = 2.6;
const wordsPerSegmentMax = 8;

function wordCount(row: TextRow): number {
  return row.segments.reduce((sum, segment) => sum + segment.words.length, 0);
}

export function isTabular(row: TextRow): boolean {
  const { length } = row.segments;
  return length >= 2 && wordCount(row) / length <= wordsPerSegmentMax;
}

export function edgesOf(rows: readonly TextRow[]): readonly [number, number] {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows)
    for (const segment of row.segments) {
      left = Math.min(left, segment.left);
      right = Math.max(right, segment.right);
    }
  return [left, right];
}

/** A row between rows of a table is narrower than it, or it is a sentence. */
function fitsBetween(row: TextRow, table: readonly TextRow[]): boolean {
  const [left, right] = edgesOf(table);
  const [from, to] = edgesOf([row]);
  if (from < left - row.size || to > right + row.size) return false;
  return to - from < 0.72 * (right - left) && wordCount(row) <= 12;
}

export function candidateRegions(rows: readonly TextRow[]): readonly (readonly TextRow[])[] {
  const regions: TextRow[][] = [];
  let open: TextRow[] = [];
  let loose: TextRow[] = [];
  const size = medianSize(rows);
  const close = (): void => {
    if (open.filter(isTabular).length >= 2) regions.push(open);
    [open, loose] = [[], []];
  };
  for (const row of rows) {
    const before = loose.at(-1) ?? open.at(-1);
    if (before && before.bottom - row.top > gapMax * Math.max(size, row.size)) close();
    if (isTabular(row)) {
      open.push(...loose, row);
      loose = [];
    } else if (open.length > 0) {
      if (loose.length >= looseRowsMax || !fitsBetween(row, open)) close();
      else loose.push(row);
    }
  }
  close();
  return regions;
}
