/** Tables that the engine did not find, or found with wrong cells, from the places of the words on a page. */
import type { Element, ExtractedLine, ExtractedPage } from '../model/extraction.ts';
import { buildGrid, type TableGrid } from './build-grid.ts';
import { joinEngineTables } from './engine-tables.ts';
import { extractedTable } from './extracted-table.ts';
import { filledGrids, mayHaveFilledTables } from './filled-tables.ts';
import { isTable, isWhole } from './judge.ts';
import { candidateLines, isTypedRule, linesIn, monospacedShare } from './page-lines.ts';
import { candidateRegions, partsOf, type Region } from './regions.ts';
import { repairTable } from './repair-table.ts';
import { type FoundTable, replaceLines } from './replace-lines.ts';
import { withRowsAbove } from './rows-above.ts';
import { type PageRules, pageRules } from './rules.ts';
import { taggedGrids } from './tagged-tables.ts';
import { rowsOf, type TextRow } from './text-rows.ts';
import { isUpright } from './words.ts';

/** Pages with more lines are left as they are: time stays bounded. */
const linesMax = 10_000;

function repaired(elements: readonly Element[], rules: PageRules): readonly Element[] {
  if (!elements.some((element) => element.type === 'table')) return elements;
  const joined = joinEngineTables(elements);
  const tables = joined.map((element) => (element.type === 'table' ? repairTable(element, rules) : element));
  return tables.every((element, at) => element === elements[at]) ? elements : tables;
}

function withTypedRules(rules: PageRules, typed: readonly ExtractedLine[]): PageRules {
  if (typed.length === 0) return rules;
  const lines = typed.map(({ box }) => ({ at: (box[1] + box[3]) / 2, from: box[0], to: box[2] }));
  return { ...rules, horizontal: [...rules.horizontal, ...lines] };
}

function gridOf(region: Region, rules: PageRules): TableGrid | undefined {
  const grid = buildGrid(region.rows, rules);
  if (!grid) return undefined;
  const rows = withRowsAbove(region, grid.columns, rules);
  return rows.length === region.rows.length ? grid : buildGrid(rows, rules);
}

function foundTable(grid: TableGrid, page: number): FoundTable {
  return {
    table: extractedTable(grid, page),
    words: grid.cells.flatMap((cell) => cell.lines.flat()),
  };
}

/** Where the places of the words show no table. */
function filledIn(
  page: ExtractedPage,
  elements: readonly Element[],
  found: readonly FoundTable[],
): readonly FoundTable[] {
  if (!mayHaveFilledTables(page)) return [];
  const lines = elements.flatMap((element) => (element.type === 'table' ? [] : [...linesIn(element)]));
  if (lines.length > linesMax) return [];
  const taken = new Set(found.flatMap(({ words }) => words));
  return filledGrids(page, lines.filter(isUpright))
    .map((grid) => foundTable(grid, page.page))
    .filter(({ words }) => !words.some((word) => taken.has(word)));
}

function taggedIn(page: ExtractedPage, elements: readonly Element[]): readonly FoundTable[] {
  if (!page.structure || page.structure.tables.length === 0) return [];
  const lines = elements.flatMap((element) => [...linesIn(element)]);
  if (lines.length > linesMax) return [];
  return taggedGrids(page, lines.filter(isUpright)).map((grid) => foundTable(grid, page.page));
}

function foundIn(
  elements: readonly Element[],
  drawn: PageRules,
  page: number,
  taken: ReadonlySet<ExtractedLine>,
): readonly FoundTable[] {
  const candidates = candidateLines(elements).filter((line) => !taken.has(line));
  if (candidates.length < 2 || candidates.length > linesMax) return [];
  const typed = candidates.filter(isTypedRule);
  const lines = typed.length === 0 ? candidates : candidates.filter((line) => !typed.includes(line));
  const regions = candidateRegions(rowsOf(lines));
  if (regions.length === 0) return [];
  const rules = withTypedRules(drawn, typed);
  const mono = monospacedShare(elements);
  const used = new Set<TextRow>();
  const tableIn = (region: Region, isPart: boolean): readonly FoundTable[] => {
    // The rows of one table are not titles of the next.
    const last = region.above.findIndex((row) => used.has(row));
    const above = last < 0 ? region.above : region.above.slice(0, last);
    const grid = gridOf({ ...region, above }, rules);
    if (!grid || !isTable(grid, rules, mono) || (isPart && !isWhole(grid))) return [];
    for (const row of grid.textRows) used.add(row);
    return [foundTable(grid, page)];
  };
  return regions.flatMap((region) => {
    const found = tableIn(region, false);
    return found.length > 0 ? found : partsOf(region).flatMap((part) => tableIn(part, true));
  });
}

export function findTables(page: ExtractedPage): ExtractedPage {
  const rules = pageRules(page.rules);
  const elements = repaired(page.elements, rules);
  const tagged = taggedIn(page, elements);
  const taken = new Set(tagged.flatMap(({ words }) => words.map(({ line }) => line)));
  const byWords = [...tagged, ...foundIn(elements, rules, page.page, taken)];
  const found = [...byWords, ...filledIn(page, elements, byWords)];
  if (found.length === 0 && elements === page.elements) return page;
  return { ...page, elements: replaceLines(elements, found, linesIn) };
}
