/** The boxes of a range of canonical text: its printed lines, the first and the last cut to the words of the range. */
import { textLines } from '../model/block-text.ts';
import type { Cell, DocumentNode, Line } from '../model/blocks.ts';
import { type Box, unionBox } from '../model/box.ts';
import { textWidth } from './character-widths.ts';
import type { PlacedBlock } from './reading.ts';
import { contentStart, hasLines, type LinedNode, type TextSegment, textSegments } from './text-segments.ts';

export type PageBox = { readonly page: number; readonly box: Box };

/** In reading order; `start` and `end` count in the canonical text of the document. */
export function rangeBoxes(
  placed: Pick<PlacedBlock, 'block' | 'start'>,
  start: number,
  end: number,
): readonly PageBox[] {
  const [from, to] = [start - placed.start, end - placed.start];
  const boxes: PageBox[] = [];
  for (const segment of textSegments(placed.block)) {
    if (segment.start >= to) break;
    if (segment.end > from) boxes.push(...segmentBoxes(segment, from, to));
  }
  return boxes;
}

function segmentBoxes(segment: TextSegment, from: number, to: number): readonly PageBox[] {
  const { node } = segment;
  const range = { from: Math.max(from - segment.start, 0), to: Math.min(to, segment.end) - segment.start };
  if (node.type === 'cell') return cellBoxes(node, range);
  if (!hasLines(node)) return [{ page: node.page, box: node.box }];
  const before = contentStart(node);
  return lineBoxes(node, { from: range.from - before, to: range.to - before });
}

type Range = { readonly from: number; readonly to: number };

const visible = /\S/gu;
const countVisible = (text: string) => text.match(visible)?.length ?? 0;

/** A cell's text is that of its blocks with white space squeezed, so places are found by counting visible characters. */
function cellBoxes(cell: Cell, { from, to }: Range): readonly PageBox[] {
  const texts = [...textLines(cell.kids)];
  const squeezed = texts.join(' ').replace(/\s+/g, ' ').trim();
  const [first, last] = [countVisible(squeezed.slice(0, from)), countVisible(squeezed.slice(0, to))];
  const boxes: PageBox[] = [];
  let seen = 0;
  for (const block of cell.kids) {
    for (const { node, start, end } of textSegments(block)) {
      const text = segmentText(node);
      const count = countVisible(text);
      const range = visibleRange(text, first - seen, last - seen);
      seen += count;
      if (range) boxes.push(...segmentBoxes({ node, start: 0, end: end - start }, range.from, range.to));
    }
  }
  return boxes.length > 0 ? boxes : [{ page: cell.page, box: cell.box }];
}

const segmentText = (node: DocumentNode) => [...textLines([node])][0] ?? '';

/** The part of a text from its `first` visible character up to the `last` (excluded); null if there is none. */
function visibleRange(text: string, first: number, last: number): Range | null {
  let [from, to, count] = [-1, -1, 0];
  for (const { index, 0: character } of text.matchAll(visible)) {
    if (count >= first && from < 0) from = index;
    if (count < last) to = index + character.length;
    count++;
  }
  return from >= 0 && to > from && last > 0 ? { from, to } : null;
}

function lineBoxes(node: LinedNode, { from, to }: Range): readonly PageBox[] {
  const touched = node.lines.filter((line) => line.start < to && line.end > from);
  // The label of a list item stands before its first line; a text without lines has only its own box.
  if (touched.length === 0) return [firstBox(node)];
  return touched.map((line) => ({ page: line.page, box: cutLine(node, line, from, to) }));
}

function firstBox(node: LinedNode): PageBox {
  const [line] = node.lines;
  return line ? { page: line.page, box: line.box } : { page: node.page, box: node.box };
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const leftToRight =
  /[\p{L}--[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]]/v;

/** Cut along the line by estimated widths. Lines of both directions and vertical ones stay whole. */
function cutLine(node: LinedNode, line: Line, from: number, to: number): Box {
  const text = node.content.slice(line.start, line.end);
  const [left, bottom, right, top] = line.box;
  if (from <= line.start && to >= line.end) return line.box;
  if (isVertical(line.box, text)) return line.box;
  const isRtl = rightToLeft.test(text);
  if (isRtl && leftToRight.test(text)) return line.box;
  const total = textWidth(text);
  if (total === 0) return line.box;
  const share = (offset: number) =>
    textWidth(text.slice(0, Math.min(Math.max(offset - line.start, 0), text.length))) / total;
  const [begin, finish] = [share(from) * (right - left), share(to) * (right - left)];
  return isRtl
    ? [round(right - finish), bottom, round(right - begin), top]
    : [round(left + begin), bottom, round(left + finish), top];
}

const round = (value: number) => Math.round(value * 100) / 100;

const isVertical = ([left, bottom, right, top]: Box, text: string) =>
  text.length > 2 && top - bottom > 1.5 * (right - left);

/** One box for each page, in order of the pages. */
export function boxesByPage(boxes: readonly PageBox[]): readonly PageBox[] {
  const pages = new Map<number, Box[]>();
  for (const { page, box } of boxes) pages.set(page, [...(pages.get(page) ?? []), box]);
  return [...pages].sort(([a], [b]) => a - b).map(([page, found]) => ({ page, box: unionBox(found) }));
}
