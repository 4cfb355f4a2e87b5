/** Compares two tables cell by cell: aligns their columns, then their rows, then looks at the cells both have. */
import { cellText } from '../model/block-text.ts';
import type { Cell, Table } from '../model/blocks.ts';
import { tableGrid } from '../model/table-grid.ts';
import { boxesByPage } from '../reading/range-boxes.ts';
import { alignEqual, type Pair } from './align-equal.ts';
import { bestChain, candidates } from './align-similar.ts';
import type { CellChange, DiffCell, LineChange, TableChanges } from './diff.ts';
import { similarity, WordNumbers } from './word-bags.ts';

/** Rows and columns with less in common are other rows and columns, unless they stand at the same place. */
const similarMin = 0.3;

type Slot = { readonly text: string; readonly cell: Cell | null };
type Slots = readonly (readonly Slot[])[];

/** Rows of slots: places that a span covers, or that have no cell, are empty. */
function slotsOf(table: Table): Slots {
  return tableGrid(table).map((row) =>
    row.map((slot) =>
      slot === null || slot === 'covered'
        ? { text: '', cell: null }
        : { text: cellText(slot.cell), cell: slot.cell },
    ),
  );
}

function columnsOf(rows: Slots): Slots {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, column) =>
    rows.map((row) => row[column] ?? { text: '', cell: null }),
  );
}

type Line = readonly string[];

const textsOf = (lines: Slots): readonly Line[] => lines.map((line) => line.map(({ text }) => text));

/** Lines in order: equal ones, then similar ones, then as many as are left on both sides between two pairs. */
function alignLines(base: readonly Line[], head: readonly Line[]): readonly Pair[] {
  const numbers = new WordNumbers();
  const partsOf = (line: Line) => line.filter((text) => text !== '');
  const [baseBags, headBags] = [base, head].map((lines) =>
    lines.map((line) => numbers.bagOfAll(partsOf(line))),
  );
  const none = new Int32Array();
  const parts = {
    base: (at: number) => baseBags?.[at] ?? none,
    head: (at: number) => headBags?.[at] ?? none,
  };
  const scoreOf = (at: number, headAt: number) => similarity(parts.base(at), parts.head(headAt));
  const equal = alignEqual(base.map(keyOf), head.map(keyOf));
  const similar = fill(equal, base.length, head.length, (from, headFrom) =>
    bestChain(candidates(from, headFrom, parts, scoreOf, similarMin)).map(
      (pair): Pair => [pair.base, pair.head],
    ),
  );
  return fill(similar, base.length, head.length, (from, headFrom) =>
    from.length === headFrom.length ? from.map((at, n): Pair => [at, headFrom[n] ?? 0]) : [],
  );
}

const keyOf = (line: Line) => JSON.stringify(line);

const numbersFrom = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

/** Adds pairs between those that there are. */
function fill(
  pairs: readonly Pair[],
  length: number,
  headLength: number,
  pairBetween: (base: readonly number[], head: readonly number[]) => readonly Pair[],
): readonly Pair[] {
  const filled: Pair[] = [];
  let [from, headFrom] = [0, 0];
  for (const [to, headTo] of [...pairs, [length, headLength] as const]) {
    filled.push(...pairBetween(numbersFrom(from, to), numbersFrom(headFrom, headTo)));
    if (to < length && headTo < headLength) filled.push([to, headTo]);
    [from, headFrom] = [to + 1, headTo + 1];
  }
  return filled;
}

function lineChange(op: LineChange['op'], lines: Slots, index: number): LineChange {
  const line = lines[index] ?? [];
  const boxes = line.flatMap(({ cell }) => (cell ? [{ page: cell.page, box: cell.box }] : []));
  return { op, index: index + 1, boxes: boxesByPage(boxes), cells: line.map(({ text }) => text) };
}

function lineChanges(base: Slots, head: Slots, pairs: readonly Pair[]): readonly LineChange[] {
  const [kept, headKept] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))];
  const removed = [...base.keys()].filter((at) => !kept.has(at));
  const added = [...head.keys()].filter((at) => !headKept.has(at));
  return [
    ...removed.map((at) => lineChange('removed', base, at)),
    ...added.map((at) => lineChange('added', head, at)),
  ];
}

/** A place without a cell has that of its table. */
function cellAt(table: Table, slot: Slot | undefined, row: number, column: number): DiffCell {
  const { page, box } = slot?.cell ?? table;
  return { row: row + 1, column: column + 1, page, box };
}

/** How the words of two texts differ: passed in, because the work of a whole comparison is bounded. */
type CompareWords = (base: string, head: string) => CellChange['words'];

export function compareTables(base: Table, head: Table, compareWords: CompareWords): TableChanges {
  const [baseRows, headRows] = [slotsOf(base), slotsOf(head)];
  const [baseColumns, headColumns] = [columnsOf(baseRows), columnsOf(headRows)];
  const columns = alignLines(textsOf(baseColumns), textsOf(headColumns));
  const rows = alignLines(
    baseRows.map((row) => columns.map(([column]) => row[column]?.text ?? '')),
    headRows.map((row) => columns.map(([, column]) => row[column]?.text ?? '')),
  );
  const cells: CellChange[] = [];
  for (const [row, headRow] of rows) {
    for (const [column, headColumn] of columns) {
      const [slot, headSlot] = [baseRows[row]?.[column], headRows[headRow]?.[headColumn]];
      const [text, headText] = [slot?.text ?? '', headSlot?.text ?? ''];
      if (text === headText) continue;
      cells.push({
        base: cellAt(base, slot, row, column),
        head: cellAt(head, headSlot, headRow, headColumn),
        words: compareWords(text, headText),
      });
    }
  }
  return {
    rows: lineChanges(baseRows, headRows, rows),
    columns: lineChanges(baseColumns, headColumns, columns),
    cells,
  };
}
