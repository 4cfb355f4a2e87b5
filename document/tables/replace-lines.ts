/** Takes the lines of tables out of the other elements of a page and puts the tables in their place. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedLine, ExtractedList, ExtractedTable } from '../model/extraction.ts';
import { cutLine, type Word } from './words.ts';

export type FoundTable = { readonly table: ExtractedTable; readonly words: readonly Word[] };

type Taken = ReadonlyMap<ExtractedLine, readonly Word[]>;

function takenWords(tables: readonly FoundTable[]): Taken {
  const taken = new Map<ExtractedLine, Word[]>();
  for (const { words } of tables)
    for (const word of words) {
      const known = taken.get(word.line);
      if (known) known.push(word);
      else taken.set(word.line, [word]);
    }
  return taken;
}

function lengthOf(line: ExtractedLine): number {
  return line.runs.reduce((sum, run) => sum + run.text.length, 0);
}

function isBlank(line: ExtractedLine): boolean {
  return line.runs.every((run) => run.text.trim() === '');
}

/** What is left of a line. */
function rest(line: ExtractedLine, taken: Taken): readonly ExtractedLine[] {
  const words = taken.get(line);
  if (!words) return [line];
  const parts: ExtractedLine[] = [];
  let start = 0;
  for (const word of [...words].sort((one, other) => one.start - other.start)) {
    if (word.start > start) parts.push(cutLine(line, start, word.start));
    start = Math.max(start, word.end);
  }
  const length = lengthOf(line);
  if (start < length) parts.push(cutLine(line, start, length));
  return parts.filter((part) => !isBlank(part));
}

type Split = { readonly above: readonly Element[]; readonly below: readonly Element[] };

function textParts<T extends Element & { lines: readonly ExtractedLine[] }>(
  element: T,
  lines: readonly ExtractedLine[],
): readonly T[] {
  if (lines.length === 0) return [];
  return [{ ...element, lines, box: unionBox(lines.map((line) => line.box)) }];
}

function splitList(list: ExtractedList, taken: Taken, middle: number): Split {
  const items = list.kids.flatMap((item) => {
    const lines = item.lines.flatMap((line) => rest(line, taken));
    const kids = item.kids.flatMap((kid) => joined(splitElement(kid, taken, middle)));
    if (lines.length === 0 && kids.length === 0 && item.lines.length > 0) return [];
    const box = unionBox([...lines.map((line) => line.box), ...kids.map((kid) => kid.box)]);
    return [{ ...item, lines, kids, box: lines.length + kids.length > 0 ? box : item.box }];
  });
  const part = (kids: typeof items): readonly Element[] =>
    kids.length === 0 ? [] : [{ ...list, kids, box: unionBox(kids.map((kid) => kid.box)) }];
  return {
    above: part(items.filter((item) => item.box[1] >= middle)),
    below: part(items.filter((item) => item.box[1] < middle)),
  };
}

function joined({ above, below }: Split): readonly Element[] {
  return [...above, ...below];
}

function byHeight(elements: readonly Element[], middle: number): Split {
  return {
    above: elements.filter((element) => element.box[1] >= middle),
    below: elements.filter((element) => element.box[1] < middle),
  };
}

/** What is left of an element, above and below the height of a table. */
function splitElement(element: Element, taken: Taken, middle: number): Split {
  switch (element.type) {
    case 'list':
      return splitList(element, taken, middle);
    case 'table': {
      const kids = element.cells.flatMap((cell) =>
        cell.kids.flatMap((kid) => joined(splitElement(kid, taken, middle))),
      );
      return byHeight(kids, middle);
    }
    case 'header':
    case 'footer': {
      const kids = element.kids.flatMap((kid) => joined(splitElement(kid, taken, middle)));
      return { above: kids.length > 0 ? [{ ...element, kids }] : [], below: [] };
    }
    case 'image':
      return byHeight([element], middle);
    default: {
      const lines = element.lines.flatMap((line) => rest(line, taken));
      return {
        above: textParts(
          element,
          lines.filter((line) => line.box[1] >= middle),
        ),
        below: textParts(
          element,
          lines.filter((line) => line.box[1] < middle),
        ),
      };
    }
  }
}

function touches(
  element: Element,
  lines: ReadonlySet<ExtractedLine>,
  linesIn: (element: Element) => Iterable<ExtractedLine>,
): boolean {
  for (const line of linesIn(element)) if (lines.has(line)) return true;
  return false;
}

/** Each table stands where the first element of its lines did. */
export function replaceLines(
  elements: readonly Element[],
  tables: readonly FoundTable[],
  linesIn: (element: Element) => Iterable<ExtractedLine>,
): readonly Element[] {
  const taken = takenWords(tables);
  const all = new Set(taken.keys());
  const lineSets = tables.map(({ words }) => new Set(words.map((word) => word.line)));
  const placed = new Set<FoundTable>();
  const result: Element[] = [];
  for (const element of elements) {
    if (!touches(element, all, linesIn)) {
      result.push(element);
      continue;
    }
    const isMargin = element.type === 'header' || element.type === 'footer';
    const here = tables.filter(
      (found, at) => !isMargin && !placed.has(found) && touches(element, lineSets[at] ?? new Set(), linesIn),
    );
    for (const found of here) placed.add(found);
    const box = here[0]?.table.box;
    const { above, below } = splitElement(element, taken, box ? (box[1] + box[3]) / 2 : 0);
    result.push(...above, ...here.map((found) => found.table), ...below);
  }
  result.push(...tables.filter((found) => !placed.has(found)).map((found) => found.table));
  return result;
}
