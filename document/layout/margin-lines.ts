/** The rows of text nearest to the upper or lower edge of a page, from the edge inwards. */
import { unionBox } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import type { Element, ExtractedLine, ExtractedPage } from '../model/extraction.ts';
import { linePieces, lineSize, lineText } from './line-pieces.ts';

export type Edge = 'header' | 'footer';

/** Lines of one element, or the outermost line of a longer one. */
type MarginText = {
  readonly element: number;
  readonly lines: readonly ExtractedLine[];
  readonly isPart: boolean;
  readonly near: number;
  readonly far: number;
};

/** Texts side by side. `near` and `far` are distances from the edge of the page. */
export type MarginRow = {
  readonly texts: readonly MarginText[];
  /** From left to right, between wide gaps. */
  readonly pieces: readonly string[];
  /** Between the first two pieces; infinite if there is only one. */
  readonly firstGap: number;
  readonly isBold: boolean;
  readonly lines: number;
  readonly size: number;
  readonly near: number;
  readonly far: number;
  readonly box: Box;
  /** Beyond the margin, which is empty. */
  readonly isInside: boolean;
  /** Distance to the next row or table inwards; infinite if there is none. */
  readonly gap: number;
};

/** The margin is this part of the height; texts of more lines are not looked at as a whole. */
const [marginShare, linesMax, rowsMax] = [0.12, 3, 4];

function linesOf(element: Element): readonly ExtractedLine[] | undefined {
  if (element.type === 'paragraph' || element.type === 'heading' || element.type === 'footnote')
    return element.lines;
  const item = element.type === 'list' && element.kids.length === 1 ? element.kids[0] : undefined;
  return item?.kids.length === 0 ? item.lines : undefined;
}

type Span = { readonly near: number; readonly far: number };

const spanOf = (box: Box, edge: Edge, height: number): Span =>
  edge === 'footer' ? { near: box[1], far: box[3] } : { near: height - box[3], far: height - box[1] };

function outermost(
  lines: readonly ExtractedLine[],
  edge: Edge,
  height: number,
): readonly [ExtractedLine, Span][] {
  return lines
    .map((line): [ExtractedLine, Span] => [line, spanOf(line.box, edge, height)])
    .sort(([, one], [, other]) => one.near - other.near);
}

type Found = { readonly texts: readonly MarginText[]; readonly content: readonly Span[] };

/** A short text as a whole, of a longer one the line nearest to the edge. */
function marginText(
  lines: readonly ExtractedLine[],
  { element, whole, edge, page }: { element: number; whole: Span; edge: Edge; page: ExtractedPage },
): MarginText & { readonly rest?: Span } {
  const sorted = outermost(lines, edge, page.height);
  const [line, span] = sorted[0] ?? [undefined, whole];
  if (lines.length <= linesMax && whole.far - whole.near <= page.height * marginShare)
    return { element, lines, isPart: false, ...whole };
  const rest = { near: sorted[1]?.[1].near ?? span.far, far: whole.far };
  return { element, lines: line === undefined ? [] : [line], isPart: lines.length > 1, ...span, rest };
}

/** Texts near the edge, and the rest. If the margin is empty, the outermost texts are looked at. */
function findTexts(page: ExtractedPage, edge: Edge): Found {
  const [texts, content]: [MarginText[], Span[]] = [[], []];
  const spans = page.elements.map((element) => spanOf(element.box, edge, page.height));
  const nearest = spans.reduce((least, span, at) => {
    const element = page.elements[at];
    return element !== undefined && linesOf(element) !== undefined ? Math.min(least, span.near) : least;
  }, Number.POSITIVE_INFINITY);
  const limit = Math.max(page.height * marginShare, nearest);
  for (const [at, element] of page.elements.entries()) {
    const whole = spans[at];
    if (whole === undefined || ['image', 'header', 'footer'].includes(element.type)) continue;
    const lines = linesOf(element);
    if (whole.near > limit || lines === undefined) content.push(whole);
    else {
      const { rest, ...text } = marginText(lines, { element: at, whole, edge, page });
      if (text.lines.length > 0) texts.push(text);
      if (rest !== undefined) content.push(rest);
    }
  }
  return { texts, content };
}

function rowOf(texts: readonly MarginText[], gap: number, margin: number): MarginRow {
  const lines = texts.flatMap((text) => text.lines);
  const pieces = lines.flatMap((line) => linePieces(line)).sort((one, other) => one.box[0] - other.box[0]);
  const [first, second] = pieces;
  const near = Math.min(...texts.map((text) => text.near));
  return {
    texts,
    pieces: pieces.map((piece) => lineText(piece).trim()),
    firstGap: first && second ? second.box[0] - first.box[2] : Number.POSITIVE_INFINITY,
    isBold: lines.every(({ runs }) => runs.every((run) => run.bold === true || run.text.trim() === '')),
    lines: Math.max(...texts.map((text) => text.lines.length)),
    size: Math.max(...lines.map(lineSize)),
    near,
    isInside: near > margin,
    far: Math.max(...texts.map((text) => text.far)),
    box: unionBox(lines.map((line) => line.box)),
    gap,
  };
}

export function marginRows(page: ExtractedPage, edge: Edge): readonly MarginRow[] {
  const { texts, content } = findTexts(page, edge);
  const sorted = [...texts].sort((one, other) => one.near - other.near);
  const groups: MarginText[][] = [];
  let far = Number.NEGATIVE_INFINITY;
  for (const text of sorted) {
    const last = groups.at(-1);
    const overlap = far - text.near;
    if (last !== undefined && overlap > 0.3 * (text.far - text.near)) last.push(text);
    else groups.push([text]);
    far = Math.max(overlap > 0 ? far : text.far, text.far);
  }
  return groups.slice(0, rowsMax).map((group, at) => {
    const end = Math.max(...group.map((text) => text.far));
    const next = Math.min(
      ...(groups[at + 1]?.map((text) => text.near) ?? []),
      ...content.map((span) => (span.far > end ? span.near : Number.POSITIVE_INFINITY)),
    );
    return rowOf(group, next - end, page.height * marginShare);
  });
}
