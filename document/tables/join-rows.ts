/** Finds which printed rows of the body are one row of the table: cells of several lines. */
import type { GridRow, Piece } from './grid-rows.ts';
import { type PageRules, ruledBetween } from './rules.ts';
import type { RowGroup } from './table-cells.ts';

/** A row that follows at less than this part of the usual distance is a further line. */
const tightShare = 0.85;
const ruledRowsMin = 3;

const opensLine = /^[\p{Ll}(&]/u;
const endsOpen = /[,/&\-–]$|\b(?:and|or|of|the|in|for|to|with|by)$/iu;

function firstOf(row: GridRow): Piece | undefined {
  return row.pieces[0]?.from === 0 ? row.pieces[0] : undefined;
}

function isLabelOnly(row: GridRow): boolean {
  return row.pieces.length === 1 && firstOf(row) !== undefined;
}

/** Texts of one row that are not on one baseline: one line next to the middle of two. */
function overlaps(upper: GridRow, lower: GridRow): boolean {
  return upper.baseline - lower.baseline < 0.7 * Math.min(upper.size, lower.size);
}

/** The distance of the baselines of rows that fill most columns. */
function usualPitch(rows: readonly GridRow[], columns: number): number {
  const pitches: number[] = [];
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (next && row.pieces.length > columns / 2 && next.pieces.length > columns / 2)
      pitches.push(row.baseline - next.baseline);
  }
  pitches.sort((one, other) => one - other);
  return pitches[pitches.length >> 2] ?? 0;
}

/** Text without a number below texts of the row above, and none in the first column. */
function isFurtherLine(upper: GridRow, lower: GridRow, columns: number): boolean {
  if (columns < 2 || firstOf(lower) || lower.pieces.length > Math.max(1, columns / 2)) return false;
  return lower.pieces.every(
    (piece) =>
      !piece.isNumeric &&
      upper.pieces.some((above) => !above.isNumeric && above.from <= piece.to && piece.from <= above.to),
  );
}

/** A label that goes on: in the line below its row, or from the line above it. */
function isFurtherLabel(upper: GridRow, lower: GridRow): boolean {
  const [above, below] = [firstOf(upper), firstOf(lower)];
  if (!above || !below) return false;
  if (isLabelOnly(lower) && upper.pieces.length > 1)
    return opensLine.test(below.text) || endsOpen.test(above.text);
  if (isLabelOnly(upper) && lower.pieces.length > 1)
    return opensLine.test(below.text) || endsOpen.test(above.text);
  return false;
}

function isOneRow(upper: GridRow, lower: GridRow, columns: number, pitch: number): boolean {
  if (overlaps(upper, lower)) return true;
  const distance = upper.baseline - lower.baseline;
  const isTight = pitch > 0 && distance < tightShare * pitch;
  const isClose = distance < 1.6 * Math.max(upper.size, lower.size);
  if (!isClose) return false;
  const isPartial = lower.pieces.length < upper.pieces.length || upper.pieces.length < lower.pieces.length;
  if (isTight && isPartial && !lower.pieces.every((piece) => piece.isNumeric)) return true;
  return isFurtherLine(upper, lower, columns) || isFurtherLabel(upper, lower);
}

/** Rows with numbers below each other are not lines of one row. */
function hasStackedNumbers(rows: readonly GridRow[]): boolean {
  const seen = new Map<number, number>();
  for (const row of rows)
    for (const piece of row.pieces)
      if (piece.isNumeric) seen.set(piece.from, (seen.get(piece.from) ?? 0) + 1);
  return [...seen.values()].filter((count) => count > 1).length > 1;
}

/** Where most rows are parted by rules, the rules tell the rows. */
function ruledGroups(
  rows: readonly GridRow[],
  rules: PageRules,
  edges: readonly [number, number],
): readonly RowGroup[] | undefined {
  const groups: GridRow[][] = [];
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    const length = above
      ? ruledBetween(rules, edges, [row.top - row.size * 0.35, above.bottom + above.size * 0.35])
      : Number.POSITIVE_INFINITY;
    if (length > 0.6 * (edges[1] - edges[0]) || groups.length === 0) groups.push([row]);
    else groups.at(-1)?.push(row);
  }
  if (groups.length < ruledRowsMin) return undefined;
  const single = groups.filter((group) => group.length === 1).length;
  return single >= 0.6 * groups.length ? groups : undefined;
}

export function joinBodyRows(
  rows: readonly GridRow[],
  columns: number,
  rules: PageRules,
  edges: readonly [number, number],
): readonly RowGroup[] {
  const ruled = ruledGroups(rows, rules, edges);
  if (!ruled) return pitchGroups(rows, columns);
  return ruled.flatMap((group) => (hasStackedNumbers(group) ? pitchGroups(group, columns) : [group]));
}

function pitchGroups(rows: readonly GridRow[], columns: number): readonly RowGroup[] {
  const pitch = usualPitch(rows, columns);
  const groups: GridRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const above = group?.at(-1);
    if (group && above && isOneRow(above, row, columns, pitch) && !hasStackedNumbers([...group, row]))
      group.push(row);
    else groups.push([row]);
  }
  return groups;
}
