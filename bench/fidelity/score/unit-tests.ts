/** Tests of single facts, in the form of olmOCR's benchmark: a text is there, is not there, comes first, is in a cell. */
import { type Block, isTable, normalize, plainText } from '../blocks.ts';
import { similarity } from './common-subsequence.ts';
import { findText } from './find-text.ts';
import { type Grid, gridOf } from './grid.ts';

type Common = {
  readonly id: string;
  readonly pdf: string;
  readonly page: number;
  readonly max_diffs?: number;
};

export type UnitTest = Common &
  (
    | { readonly type: 'present'; readonly text: string }
    | { readonly type: 'absent'; readonly text: string; readonly first_n?: number }
    | { readonly type: 'order'; readonly before: string; readonly after: string }
    | {
        readonly type: 'table';
        readonly cell: string;
        readonly up?: string;
        readonly down?: string;
        readonly left?: string;
        readonly right?: string;
        readonly top_heading?: string;
        readonly left_heading?: string;
      }
  );

export const testTypes = ['present', 'absent', 'order', 'table'] as const;
/** Needs rendered equations; not scored. */
export const unscoredTypes = ['math'] as const;

const keyOf = (text: string) => normalize(text).toLowerCase();

const minCellSimilarity = 0.9;

function isSame(found: string | undefined, wanted: string): boolean {
  const [left, right] = [keyOf(found ?? ''), keyOf(wanted)];
  return left !== '' && (left === right || similarity(left, right) > minCellSimilarity);
}

type TableTest = Extract<UnitTest, { type: 'table' }>;

function isAsWanted(grid: Grid, row: number, column: number, test: TableTest): boolean {
  const at = (y: number, x: number) => grid[y]?.[x]?.text;
  const above = Array.from({ length: row }, (_, y) => at(y, column));
  const before = Array.from({ length: column }, (_, x) => at(row, x));
  const holds = (wanted: string | undefined, ...texts: readonly (string | undefined)[]) =>
    !wanted || texts.some((text) => isSame(text, wanted));
  return (
    isSame(at(row, column), test.cell) &&
    holds(test.left, at(row, column - 1)) &&
    holds(test.right, at(row, column + 1)) &&
    holds(test.up, at(row - 1, column)) &&
    holds(test.down, at(row + 1, column)) &&
    holds(test.top_heading, ...above) &&
    holds(test.left_heading, ...before)
  );
}

function passesTable(blocks: readonly Block[], test: TableTest): boolean {
  return blocks
    .filter(isTable)
    .map(gridOf)
    .some((grid) => grid.some((line, row) => line.some((_, column) => isAsWanted(grid, row, column, test))));
}

export function passes(blocks: readonly Block[], test: UnitTest): boolean {
  if (test.type === 'table') return passesTable(blocks, test);
  const text = keyOf(plainText(blocks));
  const find = (wanted: string) => findText(text, keyOf(wanted), test.max_diffs);
  if (test.type === 'present') return find(test.text) >= 0;
  if (test.type === 'absent') return findText(text.slice(0, test.first_n), keyOf(test.text)) < 0;
  const [before, after] = [find(test.before), find(test.after)];
  return before >= 0 && after >= 0 && before < after;
}
