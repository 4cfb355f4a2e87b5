/** Tables of the engine that stand below each other with the same columns are one: rules part the header from the rest. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedTable } from '../model/extraction.ts';

/** Points. */
const [edgeTolerance, gapMax] = [3, 8];
const title = /^\s*(?:table|tableau|tabelle|tabla|tabella|exhibit|schedule)\s*[A-Z]?[-.]?\d/iu;

function edgesOf(table: ExtractedTable): readonly number[] {
  const lefts = new Map<number, number>();
  for (const { box, column } of table.cells)
    lefts.set(column, Math.max(lefts.get(column) ?? Number.NEGATIVE_INFINITY, box[0]));
  return Array.from({ length: table.columns }, (_, at) => lefts.get(at + 1) ?? Number.NaN);
}

function isBelow(upper: ExtractedTable, lower: ExtractedTable): boolean {
  const gap = upper.box[1] - lower.box[3];
  if (upper.columns !== lower.columns || upper.columns < 2 || gap > gapMax || gap < -edgeTolerance)
    return false;
  const [above, below] = [edgesOf(upper), edgesOf(lower)];
  return (
    Math.abs(upper.box[2] - lower.box[2]) <= edgeTolerance &&
    above.every((left, at) => Math.abs(left - (below[at] ?? Number.NaN)) <= edgeTolerance)
  );
}

function stacked(upper: ExtractedTable, lower: ExtractedTable): ExtractedTable {
  const cells = lower.cells.map((cell) => ({ ...cell, row: cell.row + upper.rows }));
  return {
    ...upper,
    box: unionBox([upper.box, lower.box]),
    rows: upper.rows + lower.rows,
    cells: [...upper.cells, ...cells],
  };
}

function textOf(element: Element | undefined): string {
  return element && 'lines' in element ? (element.lines[0]?.runs.map((run) => run.text).join('') ?? '') : '';
}

/** A title in a frame above the titles of the columns is text, not a row. */
function withoutTitle(table: ExtractedTable): readonly Element[] {
  const first = table.cells.filter((cell) => cell.row === 1);
  const [only] = first.filter((cell) => cell.kids.length > 0);
  if (table.rows < 3 || first.length !== 1 || !only || only.row_span > 1 || only.column_span < table.columns)
    return [table];
  if (!title.test(textOf(only.kids[0]))) return [table];
  const cells = table.cells.filter((cell) => cell !== only).map((cell) => ({ ...cell, row: cell.row - 1 }));
  return [...only.kids, { ...table, rows: table.rows - 1, cells }];
}

export function joinEngineTables(elements: readonly Element[]): readonly Element[] {
  if (!elements.some((element) => element.type === 'table')) return elements;
  const result: Element[] = [];
  for (const element of elements) {
    const last = result.at(-1);
    if (element.type === 'table' && last?.type === 'table' && isBelow(last, element))
      result[result.length - 1] = stacked(last, element);
    else result.push(element);
  }
  const opened = result.flatMap((element) => (element.type === 'table' ? withoutTitle(element) : [element]));
  const isSame = opened.length === elements.length && opened.every((element, at) => element === elements[at]);
  return isSame ? elements : opened;
}
