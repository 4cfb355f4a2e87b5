/** Titles of columns in the rows above a table that have too few texts to show the columns themselves. */
import type { Column } from './columns.ts';
import type { Region } from './regions.ts';
import { type PageRules, ruledBetween } from './rules.ts';
import type { TextRow } from './text-rows.ts';

const wordsMax = 10;
const caption =
  /^(?:table|tab\.?|tableau|tabelle|tabla|tabella|exhibit|figure|fig\.?|chart|schedule)\s*[A-Z]?[-.]?\d/iu;

function wordCount(row: TextRow): number {
  return row.segments.reduce((sum, segment) => sum + segment.words.length, 0);
}

/** Stands over the columns of values, not at the left edge as titles of a table do. */
function isOverColumns(row: TextRow, columns: readonly Column[]): boolean {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return false;
  return row.segments.every((segment) => segment.left > first.right && segment.right < last.right + row.size);
}

/** The rows of a table together with those of its header above them. */
export function withRowsAbove(
  { rows, above }: Region,
  columns: readonly Column[],
  rules: PageRules,
): readonly TextRow[] {
  const edges = [columns[0]?.left ?? 0, columns.at(-1)?.right ?? 0] as const;
  const isWide = (bottom: number, top: number): boolean =>
    ruledBetween(rules, edges, [bottom, top]) > 0.8 * (edges[1] - edges[0]);
  let [count, top] = [0, rows[0]?.top ?? 0];
  for (const [at, row] of above.entries()) {
    const gap = row.bottom - top;
    if (gap > 0.9 * row.size || wordCount(row) > wordsMax || caption.test(row.segments[0]?.text ?? '')) break;
    if (isWide(top - 0.35 * row.size, row.bottom + 0.35 * row.size)) break;
    const isBelowRule = isWide(row.top - 0.2 * row.size, row.top + 1.2 * row.size);
    if (isOverColumns(row, columns) || isBelowRule) count = at + 1;
    if (isBelowRule) break;
    top = row.top;
  }
  return [...above.slice(0, count).reverse(), ...rows];
}
