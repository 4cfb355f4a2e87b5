/** Tables that the engine did not find, or found with wrong cells, from the places of the words on a page. */
import type { Box } from '../model/box.ts';
import type { Element, ExtractedCell, ExtractedPage, ExtractedTable } from '../model/extraction.ts';
import { buildGrid, type TableGrid } from './build-grid.ts';
import { isTable } from './judge.ts';
import { candidateLines, linesIn, monospacedShare } from './page-lines.ts';
import { candidateRegions } from './regions.ts';
import { type FoundTable, replaceLines } from './replace-lines.ts';
import { pageRules } from './rules.ts';
import type { TableCell } from './table-cells.ts';
import { rowsOf } from './text-rows.ts';
import { cutLine, unionOf, type Word } from './words.ts';

/** Pages with more lines are left as they are: time stays bounded. */
const linesMax = 10_000;

/** Words of one line that follow each other are cut out together. */
function partsOfLine(words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [];
  for (const word of words) {
    const part = parts.at(-1);
    const last = part?.at(-1);
    if (part && last && last.line === word.line && last.end <= word.start) part.push(word);
    else parts.push([word]);
  }
  return parts;
}

function paragraphOf(cell: TableCell, page: number): Element {
  const lines = cell.lines.flatMap((words) =>
    partsOfLine(words).flatMap((part) => {
      const [first, last] = [part[0], part.at(-1)];
      return first && last ? [cutLine(first.line, first.start, last.end)] : [];
    }),
  );
  return { type: 'paragraph', page, box: unionOf(lines.map((line) => line.box)), lines };
}

function extractedCell(cell: TableCell, page: number): ExtractedCell {
  const kid = paragraphOf(cell, page);
  return {
    page,
    box: kid.box,
    row: cell.row + 1,
    column: cell.column + 1,
    row_span: cell.rowEnd - cell.row + 1,
    column_span: cell.columnEnd - cell.column + 1,
    ...(cell.isHeader && { header: 'column' as const }),
    kids: [kid],
  };
}

function extractedTable(grid: TableGrid, page: number): ExtractedTable {
  const cells = grid.cells
    .map((cell) => extractedCell(cell, page))
    .sort((one, other) => one.row - other.row || one.column - other.column);
  const box: Box = unionOf(cells.map((cell) => cell.box));
  return { type: 'table', page, box, rows: grid.rows, columns: grid.columns.length, cells };
}

export function findTables(page: ExtractedPage): ExtractedPage {
  const lines = candidateLines(page.elements);
  if (lines.length < 2 || lines.length > linesMax) return page;
  const regions = candidateRegions(rowsOf(lines));
  if (regions.length === 0) return page;
  const rules = pageRules(page.rules);
  const mono = monospacedShare(page.elements);
  const found: FoundTable[] = [];
  for (const region of regions) {
    const grid = buildGrid(region, rules);
    if (!grid || !isTable(grid, rules, mono)) continue;
    const words = grid.cells.flatMap((cell) => cell.lines.flat());
    found.push({ table: extractedTable(grid, page.page), words });
  }
  if (found.length === 0) return page;
  return { ...page, elements: replaceLines(page.elements, found, linesIn) };
}
