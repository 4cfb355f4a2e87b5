/** Groups of rows that may be a table: rows of several segments below each other, with few other rows between. */
import { isLabelledCaption } from '../read/caption-start.ts';
import { medianSize } from './columns.ts';
import { isNumeric, segmentsOf, type TextRow } from './text-rows.ts';

/** Rows of one segment, such as titles of a group of rows, that may follow each other inside of a table. */
const looseRowsMax = 3;
/** In parts of the font size. */
const gapMax = 2.6;
const wordsPerSegmentMax = 8;
const rowsAboveMax = 4;

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
function fitsBetween(row: TextRow, table: readonly TextRow[], before: TextRow | undefined): boolean {
  if (before && opensTable(row, before, table)) return false;
  const [left, right] = edgesOf(table);
  const [from, to] = edgesOf([row]);
  if (from < left - row.size || to > right + row.size) return false;
  return to - from < 0.72 * (right - left) && wordCount(row) <= 12;
}

export type Region = {
  readonly rows: readonly TextRow[];
  /** The rows above, the nearest first. */
  readonly above: readonly TextRow[];
};

/** In parts of the font size, and of the usual room between rows. */
const [partGapMin, partGapShare] = [0.9, 1.6];

/** The parts of a group of rows that stand apart from each other: an address above a table, or several tables. */
export function partsOf({ rows }: Region): readonly Region[] {
  const gaps = rows.slice(1).map((row, at) => (rows[at]?.bottom ?? row.top) - row.top);
  const usual = [...gaps].sort((one, other) => one - other)[gaps.length >> 1] ?? 0;
  const parts: TextRow[][] = [[]];
  for (const [at, row] of rows.entries()) {
    const gap = gaps[at - 1] ?? 0;
    if (gap > partGapMin * row.size && gap > partGapShare * usual) parts.push([]);
    parts.at(-1)?.push(row);
  }
  return parts.length < 2
    ? []
    : parts.filter((part) => part.length > 2).map((part) => ({ rows: part, above: [] }));
}

/** A title over the columns, after more room than rows have between them, begins another table. */
function opensTable(row: TextRow, before: TextRow, table: readonly TextRow[]): boolean {
  const [left, right] = edgesOf(table);
  const [from] = edgesOf([row]);
  return before.bottom - row.top > 1.3 * row.size && from > left + 0.3 * (right - left);
}

/** In points, and in parts of the distance of the rows above. */
const [sumEdgeMax, sumLeadingMax] = [1, 1.3];

/** A number alone in the row below a table, at the edge of a column of numbers: their sum, which has no label. */
function isSum(row: TextRow, table: readonly TextRow[]): boolean {
  const [value] = row.segments;
  const [above, last] = table.slice(-2);
  if (!value?.isNumeric || row.segments.length > 1 || !above || !last) return false;
  const isBelow = ({ segments }: TextRow): boolean =>
    segments.some(({ isNumeric, right }) => isNumeric && Math.abs(right - value.right) <= sumEdgeMax);
  const isNext = last.baseline - row.baseline <= sumLeadingMax * (above.baseline - last.baseline);
  return isNext && isBelow(above) && isBelow(last);
}

/** A number that ends where the numbers above it end is apart from the text in front of it, however long that is. */
function withNumberApart(row: TextRow, above: TextRow | undefined): TextRow {
  const [segment, value] = [row.segments[0], above?.segments.at(-1)];
  if (!segment || !value || row.segments.length > 1 || above?.segments.length !== 2) return row;
  const number = segment.words.at(-1);
  if (!number || segment.words.length < 2 || !value.isNumeric || !isNumeric(number.text)) return row;
  if (Math.abs(number.right - value.right) > 1) return row;
  const text = segment.words.slice(0, -1);
  return { ...row, segments: [...segmentsOf(text, row.size * 10), ...segmentsOf([number], row.size)] };
}

/** A caption with what stands beside it in another column of the page. */
const hasCaption = ({ segments }: TextRow): boolean => segments.some(({ text }) => isLabelledCaption(text));

const isRow = (row: TextRow, open: readonly TextRow[]): boolean =>
  isTabular(row) && (open.length > 0 || !hasCaption(row));

export function candidateRegions(printed: readonly TextRow[]): readonly Region[] {
  const rows: TextRow[] = [];
  for (const row of printed) rows.push(withNumberApart(row, rows.at(-1)));
  const regions: Region[] = [];
  let open: TextRow[] = [];
  let loose: TextRow[] = [];
  const size = medianSize(rows);
  const close = (): void => {
    if (loose[0] && isSum(loose[0], open)) open.push(loose[0]);
    if (open.filter(isTabular).length >= 2) {
      const start = rows.indexOf(open[0] as TextRow);
      regions.push({ rows: open, above: rows.slice(Math.max(0, start - rowsAboveMax), start).reverse() });
    }
    [open, loose] = [[], []];
  };
  for (const row of rows) {
    const before = loose.at(-1) ?? open.at(-1);
    if (before && before.bottom - row.top > gapMax * Math.max(size, row.size)) close();
    if (isRow(row, open)) {
      open.push(...loose, row);
      loose = [];
    } else if (open.length > 0) {
      if (loose.length >= looseRowsMax || !fitsBetween(row, open, before)) close();
      else loose.push(row);
    }
  }
  close();
  return regions;
}
