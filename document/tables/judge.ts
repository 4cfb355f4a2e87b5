/** Whether a grid is a table: prose, lists, contents pages, charts and forms can stand in columns too. */
import type { TableGrid } from './build-grid.ts';
import { type GridFacts, gridFacts, numericColumns } from './grid-facts.ts';
import type { PageRules } from './rules.ts';
import type { TableCell } from './table-cells.ts';

const sectionNumber = /^(?:\d+|[A-Z]|[IVX]+)(?:\.\d+)*\.?(?:\s|$)/u;
const equationNumber = /^\(\d+(?:\.\d+)*[a-z]?\)$/u;
const pageNumber = /^(?:\d{1,4}|[ivxl]{1,7})$/iu;

/** Dots lead to one number in each row, though not always to the same column. */
function leadsToOne({ textRows }: TableGrid): boolean {
  return textRows.filter((row) => row.segments.length <= 2).length > 0.8 * textRows.length;
}

/** The share of the rows in which a column has a cell, if it is not from the other column of the page. */
const filledMin = 0.25;

const filledColumns = ({ cells, columns, rows }: TableGrid): readonly number[] =>
  [...columns.keys()].filter(
    (at) => cells.filter(({ columnEnd }) => columnEnd === at).length >= filledMin * rows,
  );

/** The last column counts up, and the entries are numbered or lead to it by dots. */
function isContents(grid: TableGrid, facts: GridFacts): boolean {
  const { cells } = grid;
  if (facts.led > 0.3 && (facts.numericColumns < 2 || leadsToOne(grid))) return true;
  const columns = filledColumns(grid);
  const numeric = numericColumns(grid).filter((at) => columns.includes(at));
  if (columns.length > 3 || numeric.length > 1) return false;
  const last = cells.filter((cell) => cell.columnEnd === columns.at(-1) && cell.column > 0);
  const pages = last.filter((cell) => pageNumber.test(cell.text));
  if (pages.length < 0.8 * last.length) return false;
  const numbers = pages.map((cell) => Number(cell.text));
  const ascends = numbers.every((number, at) => Number.isNaN(number) || number >= (numbers[at - 1] ?? 0));
  const first = cells.filter((cell) => cell.column === 0);
  const numbered = first.filter((cell) => sectionNumber.test(cell.text)).length;
  return ascends && numbered >= 0.5 * first.length;
}

function isEquations({ cells, columns }: TableGrid): boolean {
  const last = cells.filter((cell) => cell.columnEnd === columns.length - 1);
  return last.length > 0 && last.filter((cell) => equationNumber.test(cell.text)).length > 0.6 * last.length;
}

const lowerCase = /^\p{Ll}{2,}/u;

/** Sentences that are cut by gaps between words: texts begin in lower case and go on. */
function isBrokenProse(cells: readonly TableCell[]): boolean {
  const texts = cells.filter((cell) => cell.column > 0 && !cell.isNumeric);
  return texts.length > 2 && texts.filter((cell) => lowerCase.test(cell.text)).length > 0.5 * texts.length;
}

/** A listing, unless the whole page is typewritten. */
function isListing(facts: GridFacts, pageMono: number): boolean {
  return facts.mono > 0.5 && (pageMono < 0.8 || facts.numeric < 0.6);
}

/** Without rules, only numbers, or short texts below titles, show that columns are meant. */
function isClear(grid: TableGrid, facts: GridFacts): boolean {
  if (grid.rows < 3) return false;
  if (grid.columns.length === 2)
    return facts.numeric > 0.6 && facts.density > 0.7 && grid.rows - grid.headerRows >= 3;
  if (facts.numeric > 0.4) return facts.wordsPerCell < 6;
  if (isBrokenProse(grid.cells) || facts.density < 0.6 || facts.wordsPerCell >= 4.5) return false;
  return (
    facts.rules > 0 || facts.boldHeader || (grid.rows > 4 && facts.wordsPerCell < 3 && facts.density > 0.8)
  );
}

export function isTable(grid: TableGrid, rules: PageRules, pageMono: number): boolean {
  const facts = gridFacts(grid, rules);
  if (grid.rows < 2 || grid.rows === grid.headerRows || facts.density < 0.4) return false;
  if (isContents(grid, facts) || isEquations(grid) || isListing(facts, pageMono)) return false;
  // Labels of a chart stand anywhere; items of lists next to each other have bullets.
  if (facts.crowded > 0.15 || facts.aligned < 0.6 || facts.bullets > 0.15) return false;
  return (facts.rules >= 2 && facts.wordsPerCell < 12) || isClear(grid, facts);
}

const wholeRowsMin = 4;

/** Every row of the body fills every column: a table also where its surroundings give no proof. */
export function isWhole({ cells, columns, rows, headerRows }: TableGrid): boolean {
  const body = cells.filter((cell) => cell.header === undefined && cell.columnEnd === cell.column);
  return rows - headerRows >= wholeRowsMin && body.length === (rows - headerRows) * columns.length;
}
