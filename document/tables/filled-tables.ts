/** Tables whose cells are drawn as filled rectangles next to each other, with or without lines between them. */
import { areaOf, overlapOf, sharedSize, unionBox } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedLine, ExtractedPage } from '../model/extraction.ts';
import type { TableGrid } from './build-grid.ts';
import type { TableCell } from './table-cells.ts';
import { hasTableShape } from './table-shape.ts';
import { rowsOf, type TextRow } from './text-rows.ts';
import type { Word } from './words.ts';

/** Pages with more areas are drawings. */
const areasMax = 1_000;
/** Points between the edges of cells that touch, and how far a word may reach over the edge of its cell. */
const [touchMax, overhangMax] = [3, 2];
/** The share of the page that the background of a cell covers at most. */
const pageShareMax = 0.5;
const [cellsMin, coveredMin] = [6, 0.8];
/** The share of words that stand over an edge, such as text behind the table. */
const astrayMax = 0.1;

/** They share a part of an edge. */
function touch(one: Box, other: Box): boolean {
  const [width, height] = sharedSize(one, other);
  return width > -touchMax && height > -touchMax && Math.max(width, height) > touchMax;
}

/** Most pages have none. */
export function mayHaveFilledTables({ fills }: ExtractedPage): boolean {
  return fills.length >= cellsMin && fills.length <= areasMax;
}

/** Without backgrounds of what lies on top of them, and without areas that are drawn twice. */
function cellAreas({ fills, width, height }: ExtractedPage): readonly Box[] {
  const boxes = fills.map(({ box }) => box).filter((box) => areaOf(box) < pageShareMax * width * height);
  return boxes.filter((box, at) =>
    boxes.every((other, otherAt) => {
      const overlap = overlapOf(box, other);
      if (overlap < 0.8 * areaOf(other)) return true;
      // The same area: the first stays. A larger one is behind the other.
      return overlap > 0.8 * areaOf(box) ? at <= otherAt : false;
    }),
  );
}

function groupsOf(areas: readonly Box[]): readonly (readonly Box[])[] {
  const groups: Box[][] = [];
  const open = new Set(areas);
  for (const seed of areas) {
    if (!open.delete(seed)) continue;
    const group = [seed];
    for (const area of group)
      for (const other of open)
        if (touch(area, other)) {
          open.delete(other);
          group.push(other);
        }
    groups.push(group);
  }
  return groups;
}

/** Edges that are nearly the same are one. */
function edgesOf(values: readonly number[]): readonly number[] {
  const edges: number[][] = [];
  for (const value of [...values].sort((one, other) => one - other)) {
    const last = edges.at(-1);
    if (last && value - (last[0] ?? value) <= touchMax) last.push(value);
    else edges.push([value]);
  }
  return edges.map((near) => near.reduce((sum, value) => sum + value, 0) / near.length);
}

const nearest = (edges: readonly number[], value: number): number =>
  edges.reduce(
    (best, edge, at) => (Math.abs(edge - value) < Math.abs((edges[best] ?? 0) - value) ? at : best),
    0,
  );

type Place = Pick<TableCell, 'row' | 'rowEnd' | 'column' | 'columnEnd'>;
type FilledGrid = {
  readonly lefts: readonly number[];
  readonly rows: number;
  readonly places: ReadonlyMap<Box, Place>;
};

/** Every area is one or more places of the grid, no place has two, and few have none. */
function gridOf(areas: readonly Box[]): FilledGrid | undefined {
  if (areas.length < cellsMin) return undefined;
  const xs = edgesOf(areas.flatMap(([left, , right]) => [left, right]));
  const ys = edgesOf(areas.flatMap(([, bottom, , top]) => [bottom, top]));
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 2 || rows < 2 || columns * rows > 4 * areas.length) return undefined;
  const places = new Map<Box, Place>();
  const taken = new Set<number>();
  for (const area of areas) {
    const place = {
      column: nearest(xs, area[0]),
      columnEnd: nearest(xs, area[2]) - 1,
      row: rows - nearest(ys, area[3]),
      rowEnd: rows - nearest(ys, area[1]) - 1,
    };
    for (let row = place.row; row <= place.rowEnd; row += 1)
      for (let column = place.column; column <= place.columnEnd; column += 1) {
        const at = row * columns + column;
        if (taken.has(at)) return undefined;
        taken.add(at);
      }
    places.set(area, place);
  }
  return taken.size < coveredMin * columns * rows ? undefined : { lefts: xs, rows, places };
}

type Texts = Map<Box, (readonly Word[])[]>;

function areaOfWord(areas: readonly Box[], word: Word, middle: number): Box | undefined {
  return areas.find(
    ([left, bottom, right, top]) =>
      bottom <= middle &&
      middle <= top &&
      word.left >= left - overhangMax &&
      word.right <= right + overhangMax,
  );
}

/** The words of each area by printed rows; nothing if many of them reach over edges. */
function textsIn(areas: readonly Box[], rows: readonly TextRow[]): Texts | undefined {
  const [left, bottom, right, top] = unionBox(areas);
  const texts: Texts = new Map(areas.map((area) => [area, []]));
  let [all, astray] = [0, 0];
  for (const row of rows) {
    const middle = (row.top + row.bottom) / 2;
    if (middle < bottom || middle > top) continue;
    const words = row.segments.flatMap((segment) => segment.words);
    const inside = words.filter((word) => word.right > left && word.left < right);
    const byArea = Map.groupBy(inside, (word) => areaOfWord(areas, word, middle));
    for (const [area, own] of byArea) {
      if (area) texts.get(area)?.push(own);
      else astray += own.length;
      all += own.length;
    }
  }
  return astray > astrayMax * all ? undefined : texts;
}

function cellAt(place: Place, lines: readonly (readonly Word[])[]): TableCell {
  const text = lines.flatMap((words) => words.map((word) => word.text)).join(' ');
  return { ...place, lines, text, isNumeric: false };
}

export function filledGrids(page: ExtractedPage, lines: readonly ExtractedLine[]): readonly TableGrid[] {
  const areas = cellAreas(page);
  if (areas.length < cellsMin) return [];
  const textRows = rowsOf(lines);
  return groupsOf(areas).flatMap((group) => {
    const grid = gridOf(group);
    const texts = grid && textsIn(group, textRows);
    if (!grid || !texts) return [];
    const cells = [...grid.places].flatMap(([area, place]) => {
      const own = texts.get(area) ?? [];
      return own.length === 0 ? [] : [cellAt(place, own)];
    });
    if (!hasTableShape(cells, grid.rows)) return [];
    const columns = grid.lefts.slice(1).map((right, at) => ({ left: grid.lefts[at] ?? right, right }));
    const used = new Set(cells.flatMap((cell) => cell.lines.flat()));
    const own = textRows.filter((row) =>
      row.segments.some(({ words }) => words.some((word) => used.has(word))),
    );
    return [{ columns, rows: grid.rows, headerRows: 0, cells, textRows: own }];
  });
}
