/** Tables by their trees: TEDS (Zhong et al., 2020) with and without the text of cells. */
import { type Block, type Cell, isTable, type TableBlock, tableText } from '../blocks.ts';
import { textDistance } from './edit-distance.ts';
import { type TreeNode, treeDistance, treeSize } from './tree-distance.ts';
import { sharedOf, totalOf, wordCounts } from './words.ts';

type Label = 'table' | 'row' | Cell;

function treeOf({ rows }: TableBlock): TreeNode<Label> {
  const leaf = (cell: Cell) => ({ label: cell, kids: [] });
  return { label: 'table', kids: rows.map((row) => ({ label: 'row' as const, kids: row.map(leaf) })) };
}

function renameCost(left: Label, right: Label, isStructureOnly: boolean): number {
  if (typeof left === 'string' || typeof right === 'string') return left === right ? 0 : 1;
  if (left.rowSpan !== right.rowSpan || left.columnSpan !== right.columnSpan) return 1;
  return isStructureOnly ? 0 : textDistance(left.text, right.text);
}

/** 1 is equal. The root is not counted, so that a table with nothing in common scores 0. */
export function teds(truth: TableBlock, found: TableBlock, isStructureOnly = false): number {
  const [left, right] = [treeOf(truth), treeOf(found)];
  const size = Math.max(treeSize(left), treeSize(right)) - 1;
  const distance = treeDistance(left, right, (a, b) => renameCost(a, b, isStructureOnly));
  return size === 0 ? 1 : Math.max(0, 1 - distance / size);
}

/** Less in common than this is another table. */
const minOverlap = 0.1;

/** Pairs by the words in common, the most similar first; each table at most once. */
function pairTables(truth: readonly TableBlock[], found: readonly TableBlock[]): ReadonlyMap<number, number> {
  const words = (tables: readonly TableBlock[]) => tables.map((table) => wordCounts(tableText(table)));
  const [wanted, got] = [words(truth), words(found)];
  const candidates = wanted.flatMap((left, i) =>
    got.map((right, j) => {
      const total = totalOf(left) + totalOf(right);
      return { i, j, overlap: total === 0 ? 0 : (2 * sharedOf(left, right)) / total };
    }),
  );
  const [pairs, taken] = [new Map<number, number>(), new Set<number>()];
  for (const { i, j, overlap } of candidates.toSorted((a, b) => b.overlap - a.overlap)) {
    if (overlap <= minOverlap || pairs.has(i) || taken.has(j)) continue;
    pairs.set(i, j);
    taken.add(j);
  }
  return pairs;
}

export type TableScore = {
  readonly wanted: number;
  readonly found: number;
  readonly matched: number;
  /** For each table of the truth; a table that is not found scores 0. */
  readonly teds: readonly number[];
  readonly tedsStructure: readonly number[];
};

export function scoreTables(truth: readonly Block[], found: readonly Block[]): TableScore {
  const [wanted, got] = [truth.filter(isTable), found.filter(isTable)];
  const pairs = pairTables(wanted, got);
  const score = (isStructureOnly: boolean) =>
    wanted.map((table, at) => {
      const match = got[pairs.get(at) ?? -1];
      return match === undefined ? 0 : teds(table, match, isStructureOnly);
    });
  return {
    wanted: wanted.length,
    found: got.length,
    matched: pairs.size,
    teds: score(false),
    tedsStructure: score(true),
  };
}
