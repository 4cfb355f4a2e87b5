/** Header of a table: how many printed rows it has, and its cells, also over several columns and rows. */
import type { Column } from './columns.ts';
import type { GridRow, Piece } from './grid-rows.ts';
import { type PageRules, ruledBetween } from './rules.ts';
import { cellOf, type TableCell } from './table-cells.ts';

const headerRowsMax = 8;
/** In parts of the font size. */
const centeredWithin = 0.7;
const year = /^(?:FY\s*)?(?:19|20)\d\d(?:[-–/](?:19|20)?\d\d)?[*a-e†‡]?$/iu;

/** Years are titles of columns as often as numbers in them. */
function isValue(piece: Piece): boolean {
  return piece.isNumeric && !year.test(piece.text);
}

function isBodyRow(row: GridRow): boolean {
  const values = row.pieces.filter((piece) => piece.from > 0);
  return values.length > 0 && values.filter(isValue).length >= 0.5 * values.length;
}

/** The rows above the first rule between rows that is as wide as the table. */
function ruledHeader(rows: readonly GridRow[], rules: PageRules, edges: readonly [number, number]): number {
  const width = edges[1] - edges[0];
  for (const [at, row] of rows.slice(0, headerRowsMax).entries()) {
    const next = rows[at + 1];
    if (!next) return 0;
    const between = [next.top - next.size * 0.35, row.bottom + row.size * 0.35] as const;
    if (ruledBetween(rules, edges, between) > 0.8 * width) return at + 1;
  }
  return 0;
}

export function headerRowCount(
  rows: readonly GridRow[],
  rules: PageRules,
  edges: readonly [number, number],
): number {
  const body = rows.findIndex(isBodyRow);
  const ruled = ruledHeader(rows, rules, edges);
  const isHeader = body < 0 ? ruled <= 2 : ruled <= Math.max(body + 1, Math.min(body + 3, 0.4 * rows.length));
  if (ruled > 0 && isHeader) return ruled;
  if (body <= 0 || body > headerRowsMax) return 0;
  let count = body;
  // Titles of the first group of rows.
  while (count > 1 && rows[count - 1]?.pieces.length === 1 && rows[count - 1]?.pieces[0]?.from === 0)
    count -= 1;
  return count;
}

/** A rule below a title that is narrower than the table shows which columns it is for. */
function ruledSpan(
  piece: Piece,
  row: GridRow,
  next: GridRow | undefined,
  columns: readonly Column[],
  rules: PageRules,
): Piece {
  const [left, right] = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0];
  const bottom = Math.max(row.bottom - 1.2 * row.size, next ? next.baseline : Number.NEGATIVE_INFINITY);
  const middle = (piece.left + piece.right) / 2;
  const rule = rules.horizontal.find(
    (line) =>
      line.at < row.baseline &&
      line.at > bottom &&
      line.from < middle &&
      line.to > middle &&
      line.to - line.from < 0.9 * (right - left),
  );
  if (!rule) return piece;
  const covered = columns.flatMap((column, at) => {
    const center = (column.left + column.right) / 2;
    return center > rule.from && center < rule.to ? [at] : [];
  });
  const [from, to] = [Math.min(piece.from, ...covered), Math.max(piece.to, ...covered)];
  return { ...piece, from, to };
}

/** A title over several columns stands over the middle of them. */
function centeredSpan(piece: Piece, free: readonly [number, number], columns: readonly Column[]): Piece {
  if (piece.from === piece.to) return piece;
  const middle = (piece.left + piece.right) / 2;
  let best = { from: piece.from, to: piece.to, distance: Number.POSITIVE_INFINITY };
  for (let from = free[0]; from <= piece.from; from += 1)
    for (let to = piece.to; to <= free[1]; to += 1) {
      const center = ((columns[from]?.left ?? 0) + (columns[to]?.right ?? 0)) / 2;
      const distance = Math.abs(center - middle);
      if (distance < best.distance - 1) best = { from, to, distance };
    }
  return { ...piece, from: best.from, to: best.to };
}

/** A title between two columns is for both. */
function gutterSpan(piece: Piece, next: GridRow, columns: readonly Column[]): Piece {
  const left = columns.findLastIndex((column) => column.right < piece.left);
  const isBetween = left >= 1 && (columns[left + 1]?.left ?? 0) > piece.right;
  const isFilled = [left, left + 1].every((at) => next.pieces.some((below) => below.from === at));
  return isBetween && isFilled ? { ...piece, from: left, to: left + 1 } : piece;
}

/** Titles that together stand over all columns of values, each over the middle of its own. */
function tiledSpans(row: GridRow, columns: readonly Column[]): readonly Piece[] | undefined {
  const titles = row.pieces.filter((piece) => piece.from > 0);
  const last = columns.length - 1;
  if (titles.length === 0 || titles.length >= last) return undefined;
  const spans: Piece[] = [];
  let from = 1;
  for (const piece of titles) {
    const middle = (piece.left + piece.right) / 2;
    const distance = (to: number): number =>
      Math.abs(((columns[from]?.left ?? 0) + (columns[to]?.right ?? 0)) / 2 - middle);
    let to = from;
    while (to < last && distance(to + 1) < distance(to)) to += 1;
    const isOver = to > from && piece.from >= from && piece.to <= to;
    if (!isOver || distance(to) > centeredWithin * row.size) return undefined;
    spans.push({ ...piece, from, to });
    from = to + 1;
  }
  if (from !== columns.length) return undefined;
  return [...row.pieces.filter((piece) => piece.from === 0), ...spans];
}

function titleSpan(
  piece: Piece,
  next: GridRow,
  free: readonly [number, number],
  columns: readonly Column[],
): Piece {
  const spanned = gutterSpan(piece, next, columns);
  return spanned === piece ? centeredSpan(piece, free, columns) : spanned;
}

function withSpans(
  row: GridRow,
  next: GridRow | undefined,
  columns: readonly Column[],
  rules: PageRules,
  isTop: boolean,
): GridRow {
  const tiled = isTop && next ? tiledSpans(row, columns) : undefined;
  if (tiled && (next?.pieces.length ?? 0) > row.pieces.length) return { ...row, pieces: tiled };
  const ruled = row.pieces.map((piece) => ruledSpan(piece, row, next, columns, rules));
  const pieces: Piece[] = [];
  for (const [at, piece] of ruled.entries()) {
    const before = pieces.at(-1);
    const after = ruled[at + 1];
    const free = [Math.max(1, (before?.to ?? 0) + 1), (after?.from ?? columns.length) - 1] as const;
    const isRuled = piece !== row.pieces[at];
    const placed = !isRuled && next && piece.from > 0 ? titleSpan(piece, next, free, columns) : piece;
    const from = Math.min(Math.max(placed.from, (before?.to ?? -1) + 1), placed.to);
    pieces.push({ ...placed, from });
  }
  return { ...row, pieces };
}

type Stack = { pieces: Piece[]; firstRow: number; lastRow: number };

/** Whether a text goes on in the next printed row of the header. */
function goesOn(stack: Stack, piece: Piece, rows: readonly GridRow[], at: number, rules: PageRules): boolean {
  const last = stack.pieces.at(-1);
  const [above, row] = [rows[stack.lastRow], rows[at]];
  if (!last || !above || !row || last.to < piece.from || piece.to < last.from) return false;
  const isSame = last.from === piece.from && last.to === piece.to;
  if (!isSame && (last.to > last.from || piece.to > piece.from)) return false;
  if (above.baseline - row.baseline > 1.7 * Math.max(above.size, row.size)) return false;
  const width = Math.min(last.right, piece.right) - Math.max(last.left, piece.left);
  const ruled = ruledBetween(
    rules,
    [Math.max(last.left, piece.left), Math.min(last.right, piece.right)],
    [row.top - row.size * 0.35, above.bottom + above.size * 0.35],
  );
  return ruled < 0.5 * Math.max(1, width);
}

function stacksOf(rows: readonly GridRow[], rules: PageRules): readonly Stack[] {
  const stacks: Stack[] = [];
  for (const [at, row] of rows.entries())
    for (const piece of row.pieces) {
      const stack = stacks.findLast((each) => each.lastRow < at && goesOn(each, piece, rows, at, rules));
      const isCovered =
        stack &&
        stacks.some((each) => each !== stack && each.firstRow > stack.lastRow && touches(each, piece));
      if (stack && !isCovered) {
        stack.pieces.push(piece);
        stack.lastRow = at;
      } else stacks.push({ pieces: [piece], firstRow: at, lastRow: at });
    }
  return stacks;
}

function touches(stack: Stack, piece: Piece): boolean {
  return stack.pieces.some((each) => each.from <= piece.to && piece.from <= each.to);
}

/** A level ends where a text ends and the first of those below it begins. */
function levelsOf(rows: readonly GridRow[], stacks: readonly Stack[]): readonly number[] {
  const starts = new Set<number>([0]);
  for (const upper of stacks) {
    const lower = stacks.filter(
      (stack) => stack.firstRow > upper.lastRow && stack.pieces.some((piece) => touches(upper, piece)),
    );
    if (lower.length > 0) starts.add(Math.min(...lower.map((stack) => stack.firstRow)));
  }
  let level = -1;
  return rows.map((_, at) => {
    if (starts.has(at)) level += 1;
    return level;
  });
}

/** A title with nothing above it is for all levels of the header. */
function grownUp(cell: TableCell, cells: readonly TableCell[]): TableCell {
  const above = cells.filter(
    (other) => other.rowEnd < cell.row && other.column <= cell.columnEnd && cell.column <= other.columnEnd,
  );
  return { ...cell, row: Math.max(0, ...above.map((other) => other.rowEnd + 1)) };
}

/** The cells of the header, and how many rows of the table it has. */
export function headerCells(
  rows: readonly GridRow[],
  columns: readonly Column[],
  rules: PageRules,
): { readonly cells: readonly TableCell[]; readonly rows: number } {
  const spanned = rows.map((row, at) => withSpans(row, rows[at + 1], columns, rules, at === 0));
  const stacks = stacksOf(spanned, rules);
  const levels = levelsOf(spanned, stacks);
  const cells = stacks.map((stack) =>
    cellOf(stack.pieces, {
      row: levels[stack.firstRow] ?? 0,
      rowEnd: levels[stack.lastRow] ?? 0,
      header: 'column' as const,
    }),
  );
  return { cells: cells.map((cell) => grownUp(cell, cells)), rows: (levels.at(-1) ?? -1) + 1 };
}
