/** Whether lines on both sides of a gap are columns to read one after the other, not cells of rows. */
import { unionBox } from '../model/box.ts';
import { columnGap, lineText } from './line-pieces.ts';
import type { Unit } from './units.ts';

/** The least width of a column in parts of the font size, letters of its lines, and their number. */
const [widthMin, lettersMin, linesMin] = [7, 7, 3];
/** A line of prose has this many letters, and one piece that takes this part of the column. */
const [proseLetters, proseWidth, proseShare] = [20, 0.6, 0.5];
/** Two lines are on one row if their baselines differ by less than this part of the font size. */
const rowTolerance = 0.25;

/** A line on one side; `widest` of its pieces. */
type SideLine = Pick<Unit, 'box' | 'size' | 'letters'> & { readonly widest: number };

type Side = {
  /** In parts of the font size. */
  readonly width: number;
  /** Mean of a line. */
  readonly letters: number;
  /** Most of it is lines of prose. */
  readonly isProse: boolean;
  readonly top: number;
  readonly bottom: number;
};

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Pieces of one line as one. */
function linesOf(units: readonly Unit[]): readonly SideLine[] {
  const lines = new Map<number, SideLine>();
  for (const { row, box, size, letters } of units) {
    const line = lines.get(row);
    const widest = Math.max(line?.widest ?? 0, box[2] - box[0]);
    if (line === undefined) lines.set(row, { box, size, letters, widest });
    else
      lines.set(row, {
        ...line,
        box: unionBox([line.box, box]),
        letters: line.letters + letters,
        widest,
      });
  }
  return [...lines.values()];
}

const lettersOf = (lines: readonly SideLine[]): number => lines.reduce((sum, line) => sum + line.letters, 0);

/** Units above each other, apart from others: one side of a gutter may hold several columns. */
function bandsOf(units: readonly Unit[], gap: number): readonly (readonly Unit[])[] {
  const bands: Unit[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const unit of [...units].sort((one, other) => one.box[0] - other.box[0])) {
    if (unit.box[0] - right >= gap) bands.push([unit]);
    else bands.at(-1)?.push(unit);
    right = Math.max(right, unit.box[2]);
  }
  return bands;
}

function proseLines(units: readonly Unit[]): readonly SideLine[] {
  const lines = linesOf(units);
  const [left, , right] = unionBox(lines.map((line) => line.box));
  const width = Math.max(0.1, right - left);
  const prose = lines.filter((line) => line.letters >= proseLetters && line.widest >= proseWidth * width);
  return prose.length >= linesMin ? prose : [];
}

function sideOf(units: readonly Unit[], lines: readonly SideLine[]): Side {
  const [left, bottom, right, top] = unionBox(lines.map((line) => line.box));
  const size = Math.max(0.1, median(lines.map((line) => line.size)));
  const letters = lettersOf(lines);
  const prose = bandsOf(units, columnGap * size).flatMap(proseLines);
  return {
    width: Math.max(0.1, right - left) / size,
    letters: letters / lines.length,
    isProse: lettersOf(prose) >= proseShare * letters,
    top,
    bottom,
  };
}

/** The part of the lines of one side that have a line of the other on their row. */
function rowShare(lines: readonly SideLine[], others: readonly SideLine[]): number {
  const bottoms = others.map((line) => line.box[1]).sort((one, other) => one - other);
  let shared = 0;
  for (const { box, size } of lines) {
    let [low, high] = [0, bottoms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bottoms[middle] ?? 0) < box[1] - rowTolerance * size) low = middle + 1;
      else high = middle;
    }
    if ((bottoms[low] ?? Number.POSITIVE_INFINITY) <= box[1] + rowTolerance * size) shared += 1;
  }
  return shared / Math.max(1, lines.length);
}

const itemNumber = /^\(?(\d{1,3})[.)]\s/;

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
}

type Numbered = { readonly number: number; readonly unit: Unit };

function numbered(units: readonly Unit[]): readonly Numbered[] {
  return units.flatMap((unit) => {
    const match = unit.text === undefined ? null : itemNumber.exec(lineText(unit.text).slice(0, 8));
    return match === null ? [] : [{ number: Number(match[1]), unit }];
  });
}

/** The numbers at the beginning of lines count on from left to right, row by row. */
function isNumberedByRows(left: readonly Unit[], right: readonly Unit[]): boolean {
  const [before, after] = [numbered(left), numbered(right)];
  const all = [...before, ...after];
  if (before.length < 2 || after.length < 2 || isAscending(all.map(({ number }) => number))) return false;
  const rowOf = ({ unit }: Numbered): number => Math.round(unit.box[1] / Math.max(1, unit.size));
  const byRows = all.sort((one, other) => rowOf(other) - rowOf(one) || one.unit.box[0] - other.unit.box[0]);
  return isAscending(byRows.map(({ number }) => number));
}

/** Units of the left and of the right side. */
export function areColumns(left: readonly Unit[], right: readonly Unit[]): boolean {
  const [before, after] = [linesOf(left), linesOf(right)];
  if (Math.min(before.length, after.length) < linesMin) return false;
  const sides = [sideOf(left, before), sideOf(right, after)] as const;
  const [one, other] = sides;
  if (sides.some((side) => side.width < widthMin || side.letters < lettersMin)) return false;
  const overlap = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom);
  if (overlap < 0.5 * Math.min(one.top - one.bottom, other.top - other.bottom)) return false;
  if (isNumberedByRows(left, right)) return false;
  if (one.isProse && other.isProse) return true;
  const shared = Math.max(rowShare(before, after), rowShare(after, before));
  if (one.isProse || other.isProse) return shared < 0.7;
  return shared < 0.5 && Math.min(before.length, after.length) >= 2 * linesMin;
}
