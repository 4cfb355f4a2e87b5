/** Tables and cells of the grid as elements of a page. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedCell, ExtractedLine, ExtractedTable } from '../model/extraction.ts';
import type { TableGrid } from './build-grid.ts';
import type { TableCell } from './table-cells.ts';
import { isLeader } from './text-rows.ts';
import { cutLine, type Word } from './words.ts';

/** Dots that lead the eye to the next column are drawn, not written. */
function withoutLeaders(words: readonly Word[]): readonly Word[] {
  return words.length > 1 ? words.filter((word) => !isLeader(word) || word.text.length < 4) : words;
}

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

function linesOf(words: readonly Word[]): readonly ExtractedLine[] {
  return partsOfLine(withoutLeaders(words)).flatMap((part) => {
    const [first, last] = [part[0], part.at(-1)];
    return first && last ? [cutLine(first.line, first.start, last.end)] : [];
  });
}

const bullet = /^[•●○▪■◦‣]$/u;

/** A paragraph, or a list if it begins with a bullet. */
function textOf({ lines }: TableCell, page: number): Element {
  const items: ExtractedLine[][] = [];
  const all: ExtractedLine[] = [];
  for (const words of lines) {
    const own = linesOf(words);
    if (bullet.test(words[0]?.text ?? '')) items.push([]);
    items.at(-1)?.push(...own);
    all.push(...own);
  }
  const box = unionBox(all.map((line) => line.box));
  if (items.flat().length < all.length) return { type: 'paragraph', page, box, lines: all };
  const kids = items.map((own) => ({
    type: 'list_item' as const,
    page,
    box: unionBox(own.map((line) => line.box)),
    lines: own,
    kids: [],
  }));
  return { type: 'list', page, box, kids };
}

export function extractedCell(cell: TableCell, page: number): ExtractedCell {
  const kid = textOf(cell, page);
  return {
    page,
    box: kid.box,
    row: cell.row + 1,
    column: cell.column + 1,
    row_span: cell.rowEnd - cell.row + 1,
    column_span: cell.columnEnd - cell.column + 1,
    ...(cell.header && { header: cell.header }),
    kids: [kid],
  };
}

export function extractedTable(grid: TableGrid, page: number): ExtractedTable {
  const cells = grid.cells
    .map((cell) => extractedCell(cell, page))
    .sort((one, other) => one.row - other.row || one.column - other.column);
  const box = unionBox(cells.map((cell) => cell.box));
  return { type: 'table', page, box, rows: grid.rows, columns: grid.columns.length, cells };
}
