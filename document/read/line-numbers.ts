/** Takes the numbers that are printed beside the lines of a listing, a transcript or an edition out of the text. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedLine, ExtractedListItem, ExtractedPage, Run } from '../model/extraction.ts';
import { cutRun, startOf } from './cut-run.ts';
import { isMonospaced } from './monospaced.ts';

/** In points: numbers of one column end, or begin, at the same place. */
const edgeStep = 1;
/** Every line has a number, or every second, fifth or tenth. */
const steps: readonly number[] = [1, 2, 5, 10];
/** The share of numbers that follow the one above by exactly one step: a line may be lost, or a title have none. */
const regularMin = 0.7;
/** In parts of the size of the text: numbers are smaller than it, and stand on its baseline, unlike marks of notes. */
const [smallMax, raisedMax] = [0.88, 0.12];
/** In parts of the size of the text: the least distance of lines, and the least gap after a number of its size. */
const [lineHeightMin, wideGapMin] = [0.9, 0.9];
/** So many numbers prove a column; beside every line of a text that is not code, so many. */
const [countMin, everyLineMin] = [3, 8];
/** Shares of the numbers of a column that have text beside them, code (others may have a comment), or are small. */
const [withTextMin, codeMin, smallShareMin] = [0.5, 0.6, 0.9];
/** The share of lines that begin in the middle of a sentence, of those that are full, and how ragged these may be. */
const [continuedMin, fullMin, ragged] = [0.2, 0.6, 0.1];
/** So many numbers without text in their lines, more than hours of a day or rows of most tables. */
const marginMin = 18;
/** Most of them are at equal distances but for this part of it, and not farther apart than rows of the text. */
const [evenMin, unevenMax, closeMax] = [0.9, 0.1, 1.3];
/** Pages with more lines are left as they are. */
const linesMax = 5_000;

type Numbered = {
  readonly line: ExtractedLine;
  readonly value: number;
  /** Units of the first run that hold the number and the space after it. */
  readonly units: number;
  readonly left: number;
  readonly right: number;
  readonly size: number;
  readonly baseline: number;
  /** The first run with text after the number. */
  readonly text: Run | undefined;
  readonly gap: number;
};

type Place = { readonly element: Element | ExtractedListItem; readonly lines: readonly ExtractedLine[] };

function* textPlaces(elements: readonly (Element | ExtractedListItem)[]): Generator<Place> {
  for (const element of elements) {
    if (element.type === 'list' || element.type === 'list_item') yield* textPlaces(element.kids);
    if (element.type !== 'formula' && 'lines' in element) yield { element, lines: element.lines };
  }
}

const leadingNumber = /^(\d{1,5})(?: +|$)/;

function numberedLine(line: ExtractedLine): Numbered | undefined {
  const [first, next] = line.runs;
  const found = first?.ends && leadingNumber.exec(first.text);
  if (!first?.ends || !found) return undefined;
  const [{ length: units }, digits = ''] = found;
  const isWhole = units === first.text.length;
  const text = isWhole ? next : first;
  const right = first.ends[digits.length - 1] ?? first.box[2];
  const textLeft = isWhole ? (next?.box[0] ?? right) : startOf(first, units);
  return {
    ...{ line, units, right, text },
    value: Number(digits),
    left: startOf(first, 0),
    size: first.size,
    baseline: first.baseline,
    gap: textLeft - right,
  };
}

/** Numbers below each other, by the edge that they share. */
function columnsOf(numbers: readonly Numbered[], edge: 'left' | 'right'): readonly (readonly Numbered[])[] {
  const sorted = [...numbers].sort((one, other) => one[edge] - other[edge]);
  const columns: Numbered[][] = [];
  for (const number of sorted) {
    const last = columns.at(-1);
    if (last?.[0] && number[edge] - last[0][edge] <= edgeStep) last.push(number);
    else columns.push([number]);
  }
  return columns.map((column) => column.sort((one, other) => other.baseline - one.baseline));
}

/** By how much the numbers grow from line to line; undefined if they do not count. */
function stepOf(column: readonly Numbered[]): number | undefined {
  const growth = column.slice(1).map(({ value }, at) => value - (column[at]?.value ?? 0));
  const step = Math.min(...growth);
  if (!steps.includes(step) || growth.some((by) => by % step !== 0)) return undefined;
  if (step > 1 && column.some(({ value }) => value % step !== 0)) return undefined;
  return growth.filter((by) => by === step).length >= regularMin * growth.length ? step : undefined;
}

/** Lines without a number stand between those that have one. */
function isSpread(column: readonly Numbered[], step: number): boolean {
  return column.slice(1).every(({ value, baseline, text }, at) => {
    const above = column[at];
    const lines = above === undefined || step === 1 ? 1 : value - above.value;
    return above === undefined || above.baseline - baseline >= lineHeightMin * lines * (text?.size ?? 0);
  });
}

function isBesideText({ text, size, baseline }: Numbered): boolean {
  return text === undefined || Math.abs(baseline - text.baseline) <= raisedMax * Math.max(size, text.size);
}

const isSmall = ({ text, size }: Numbered): boolean => text !== undefined && size <= smallMax * text.size;

/** Beside code, a number in the font and the size of the code may be a part of it. */
function isBesideCode(number: Numbered): boolean {
  const { text, line } = number;
  const [first] = line.runs;
  if (!text || text === first || !isMonospaced(text.font)) return false;
  return isSmall(number) || !isMonospaced(first?.font ?? '');
}

const textOf = ({ text, line: { runs }, units }: Numbered): string =>
  text === runs[0] ? (text?.text.slice(units) ?? '') : (text?.text ?? '');

/** Most lines end where the longest one does: a text that is read on, not steps of an algorithm or items. */
function isFull(column: readonly Numbered[]): boolean {
  const [right, left] = [
    Math.max(...column.map(({ line: { box } }) => box[2])),
    Math.min(...column.map(({ line: { box } }) => box[0])),
  ];
  const full = column.filter(({ line: { box } }) => box[2] >= right - ragged * (right - left));
  return full.length >= fullMin * column.length;
}

function isColumn(column: readonly Numbered[]): boolean {
  const step = column.length < countMin ? undefined : stepOf(column);
  if (step === undefined || !column.every(isBesideText) || !isSpread(column, step)) return false;
  const withText = column.filter(({ text }) => text !== undefined);
  if (withText.length < withTextMin * column.length) return false;
  const shareOf = (holds: (one: Numbered) => boolean) => withText.filter(holds).length / withText.length;
  if (shareOf(isBesideCode) >= codeMin) return true;
  const isSmaller = shareOf(isSmall) >= smallShareMin;
  if (!isSmaller && shareOf(({ gap, text }) => gap >= wideGapMin * (text?.size ?? 0)) < 1) return false;
  if (step > 1) return true;
  const isContinued = shareOf((one) => /^\p{Ll}/u.test(textOf(one))) >= continuedMin;
  return column.length >= everyLineMin && isContinued && isFull(withText);
}

const distancesOf = (baselines: readonly number[]): readonly number[] =>
  baselines.slice(1).map((baseline, at) => (baselines[at] ?? 0) - baseline);

/** From row to row of the text. */
function rowDistance(lines: readonly ExtractedLine[]): number {
  const rows = new Set(lines.map(({ runs: [first] }) => Math.round(first?.baseline ?? 0)));
  return medianOf(distancesOf([...rows].sort((one, other) => other - one)));
}

/** Small numbers in a margin, at equal distances as close as lines of the text, whatever stands beside them. */
function isMarginColumn(
  column: readonly Numbered[],
  others: readonly ExtractedLine[],
  size: number,
): boolean {
  if (column.length < marginMin || stepOf(column) !== 1) return false;
  if (column.some((one) => one.text !== undefined || one.size > smallMax * size)) return false;
  const distances = distancesOf(column.map(({ baseline }) => baseline));
  const usual = medianOf(distances);
  if (usual > closeMax * rowDistance(others)) return false;
  const even = distances.filter((distance) => Math.abs(distance - usual) <= unevenMax * usual);
  const [left, right] = [
    Math.min(...column.map((one) => one.left)),
    Math.max(...column.map((one) => one.right)),
  ];
  const isFree = others.every(({ box }) => box[2] < left) || others.every(({ box }) => box[0] > right);
  return even.length >= evenMin * distances.length && isFree;
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

function findNumbers(page: ExtractedPage): readonly Numbered[] {
  const lines = [...textPlaces(page.elements)].flatMap((place) => place.lines);
  const numbers = lines.flatMap((line) => numberedLine(line) ?? []);
  if (numbers.length < countMin || numbers.length > linesMax) return [];
  const counted = new Set(numbers.map(({ line }) => line));
  const others = lines.filter((line) => !counted.has(line));
  const size = medianOf(others.flatMap(({ runs }) => runs.map((run) => run.size)));
  const found = (edge: 'left' | 'right') =>
    columnsOf(numbers, edge).filter((column) => isColumn(column) || isMarginColumn(column, others, size));
  const [byRight, byLeft] = [found('right').flat(), found('left').flat()];
  return byLeft.length > byRight.length ? byLeft : byRight;
}

/** The line without its number; undefined if nothing is left. */
function withoutNumber({ line, units }: Numbered): ExtractedLine | undefined {
  const [first, ...others] = line.runs;
  if (!first) return undefined;
  const runs = units < first.text.length ? [cutRun(first, units, first.text.length), ...others] : others;
  return runs.length === 0 ? undefined : { box: unionBox(runs.map((run) => run.box)), runs };
}

function numberLine({ line, units }: Numbered): ExtractedLine {
  const [first] = line.runs;
  const run = first && cutRun(first, 0, first.text.slice(0, units).trimEnd().length);
  return run ? { box: run.box, runs: [run] } : line;
}

type Taken = ReadonlyMap<ExtractedLine, Numbered>;

function linesWithout(lines: readonly ExtractedLine[], taken: Taken): readonly ExtractedLine[] {
  return lines.flatMap((line) => {
    const number = taken.get(line);
    return number === undefined ? [line] : (withoutNumber(number) ?? []);
  });
}

const linesOf = (item: ExtractedListItem): readonly ExtractedLine[] =>
  [...textPlaces([item])].flatMap(({ lines }) => lines);

/** An element whose lines are left without numbers. A list whose labels they were is a text. */
function elementWithout(element: Element, taken: Taken): readonly Element[] {
  if (element.type === 'list') {
    const lines = element.kids.flatMap(linesOf);
    const labels = element.kids.filter(({ lines: [line] }) => line !== undefined && taken.has(line)).length;
    if (labels === 0 && !lines.some((line) => taken.has(line))) return [element];
    if (labels >= 0.5 * element.kids.length) return paragraphOf(element, linesWithout(lines, taken));
    return [{ ...element, kids: element.kids.map((item) => itemWithout(item, taken)) }];
  }
  if (!('lines' in element) || !element.lines.some((line) => taken.has(line))) return [element];
  const lines = linesWithout(element.lines, taken);
  return lines.length === 0 ? [] : [{ ...element, lines, box: unionBox(lines.map(({ box }) => box)) }];
}

function itemWithout(item: ExtractedListItem, taken: Taken): ExtractedListItem {
  const kids = item.kids.flatMap((kid) => elementWithout(kid, taken));
  return { ...item, lines: linesWithout(item.lines, taken), kids };
}

function paragraphOf({ page }: Element, lines: readonly ExtractedLine[]): readonly Element[] {
  if (lines.length === 0) return [];
  return [{ type: 'paragraph', page, box: unionBox(lines.map(({ box }) => box)), lines }];
}

/** A page without such numbers stays the same. The numbers are furniture of the page, as its own number is. */
export function takeLineNumbers(page: ExtractedPage): ExtractedPage {
  const numbers = findNumbers(page);
  if (numbers.length === 0) return page;
  const taken = new Map(numbers.map((number) => [number.line, number]));
  const lines = numbers.map(numberLine);
  const box = unionBox(lines.map((line) => line.box));
  const kids: readonly Element[] = [{ type: 'paragraph', page: page.page, box, lines }];
  return {
    ...page,
    elements: [
      ...page.elements.flatMap((element) => elementWithout(element, taken)),
      { type: 'footer', page: page.page, box, kids },
    ],
  };
}
