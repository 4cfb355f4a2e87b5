/** Makes elements of the units of a region again. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedLine, ExtractedListItem } from '../model/extraction.ts';
import type { Region } from './reading-order.ts';
import type { Unit } from './units.ts';

const inEngineOrder = (one: Unit, other: Unit): number =>
  one.item - other.item || one.line - other.line || one.box[0] - other.box[0];

/** Pieces of a line that stayed on one side are the line again. */
function linesOf(units: readonly Unit[], source: readonly ExtractedLine[]): readonly ExtractedLine[] {
  const lines: ExtractedLine[] = [];
  for (let at = 0; at < units.length; ) {
    const first = units[at];
    if (first === undefined) break;
    let end = at + 1;
    while (units[end]?.line === first.line) end += 1;
    const pieces = units.slice(at, end).flatMap(({ text }) => (text === undefined ? [] : [text]));
    lines.push(joinedPieces(pieces, source[first.line]));
    at = end;
  }
  return lines;
}

function spaced(line: ExtractedLine): ExtractedLine {
  const last = line.runs.at(-1);
  if (last === undefined || last.text.endsWith(' ')) return line;
  const ends = last.ends && [...last.ends, last.box[2]];
  const starts = last.starts && [...last.starts, last.box[2]];
  return {
    ...line,
    runs: [
      ...line.runs.slice(0, -1),
      { ...last, text: `${last.text} `, ...(ends && { ends }), ...(starts && { starts }) },
    ],
  };
}

function joinedPieces(pieces: readonly ExtractedLine[], source: ExtractedLine | undefined): ExtractedLine {
  const letters = (line: ExtractedLine): number =>
    line.runs.reduce((sum, run) => sum + run.text.replaceAll(' ', '').length, 0);
  const own = pieces.reduce((sum, piece) => sum + letters(piece), 0);
  if (source !== undefined && own === letters(source)) return source;
  const runs = pieces.flatMap((piece, at) => (at < pieces.length - 1 ? spaced(piece) : piece).runs);
  return { runs, box: unionBox(pieces.map((piece) => piece.box)) };
}

function listPart(element: Extract<Element, { type: 'list' }>, units: readonly Unit[]): readonly Element[] {
  const kids: ExtractedListItem[] = [];
  const loose: Element[] = [];
  for (const [index, item] of element.kids.entries()) {
    const own = units.filter((unit) => unit.item === index);
    if (own.length === 0) continue;
    const lines = item.kids.length > 0 ? item.lines : linesOf(own, item.lines);
    const box = item.kids.length > 0 ? item.box : unionBox(lines.map((line) => line.box));
    if (own[0]?.line === 0) kids.push({ ...item, lines, box });
    else loose.push({ type: 'paragraph', page: item.page, box, lines });
  }
  if (kids.length === 0) return loose;
  return [...loose, { ...element, kids, box: unionBox(kids.map((item) => item.box)) }];
}

/** A heading that was torn apart was lines of text in two columns. */
function textPart(element: Extract<Element, { lines: unknown }>, units: readonly Unit[]): Element {
  const lines = linesOf(units, element.lines);
  const box = unionBox(lines.map((line) => line.box));
  if (element.type === 'heading' && lines.some((line, at) => line !== element.lines[units[at]?.line ?? 0]))
    return { type: 'paragraph', page: element.page, box, lines };
  return { ...element, lines, box };
}

function elementPart(element: Element, count: number, units: readonly Unit[]): readonly Element[] {
  if (units.length === count) return [element];
  const ordered = [...units].sort(inEngineOrder);
  if (element.type === 'list') return listPart(element, ordered);
  return 'lines' in element ? [textPart(element, ordered)] : [element];
}

const topOf = (units: readonly Unit[]): number =>
  units.reduce((top, unit) => Math.max(top, unit.box[3]), Number.NEGATIVE_INFINITY);

/** `counts` are the units of each element on the page. */
export function regroup(
  region: Region,
  elements: readonly Element[],
  counts: readonly number[],
): readonly Element[] {
  const groups = new Map<number, Unit[]>();
  for (const unit of region.units) {
    const group = groups.get(unit.element);
    if (group === undefined) groups.set(unit.element, [unit]);
    else group.push(unit);
  }
  const ordered = [...groups].sort(([one], [other]) => one - other);
  if (region.isColumn) ordered.sort(([, one], [, other]) => topOf(other) - topOf(one));
  return ordered.flatMap(([at, units]) => {
    const element = elements[at];
    return element === undefined ? [] : elementPart(element, counts[at] ?? 0, units);
  });
}
