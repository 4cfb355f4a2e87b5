/** Page numbers, running titles and imprints in the margins of a page, as far as one page shows them. */
import { unionBox } from '../model/box.ts';
import type { Element, ExtractedLine, ExtractedPage } from '../model/extraction.ts';
import { lineSize } from './line-pieces.ts';
import { isBlankToFill, isImprint, isNumber } from './margin-forms.ts';
import { type Edge, type MarginRow, marginRows } from './margin-lines.ts';

/** Gaps to the text in parts of its font size. */
const [numberGap, loneNumberGap, imprintGap, titleGap, rowsGap, dividedGap, smallGap] = [
  1, 2, 1, 0.5, 2, 1, 2.5,
];
/** Small print and titles in parts of the size of the text. */
const [smallSize, sizeMax, titleSizeMax] = [0.82, 1.3, 1.5];
const [piecesMax, lettersMax] = [5, 200];
/** Gap between number and title in parts of the font size, size in parts of that of the text, highest number. */
const [sectionGapMax, sectionSizeMin, sectionsMax] = [3, 1.1, 30];

type Context = { readonly page: ExtractedPage; readonly edge: Edge; readonly size: number };

/** A raised mark at the beginning. */
function beginsWithMark({ texts }: MarginRow): boolean {
  return texts.some(({ lines: [line] }) => {
    const [first, second] = line?.runs ?? [];
    if (line === undefined || first === undefined) return false;
    if (/^[*†‡§¶]/u.test(first.text)) return true;
    const raised = second === undefined ? 0 : first.baseline - second.baseline;
    return first.text.trim().length <= 3 && raised > 0.15 * lineSize(line);
  });
}

/** A line above it, as for a signature. */
function isUnderRule({ box }: MarginRow, { page, size }: Context): boolean {
  return page.rules.some(({ box: [left, bottom, right, top] }) => {
    const isHorizontal = right - left > 4 * (top - bottom);
    const isShort = right - left < 0.5 * page.width;
    return (
      isHorizontal &&
      isShort &&
      bottom > box[3] - size &&
      bottom < box[3] + size &&
      right > box[0] &&
      left < box[2]
    );
  });
}

type Form = (row: MarginRow, next: MarginRow | undefined, context: Context) => number | undefined;

/** A number and nothing else. Farther inside the page it stands in the middle. */
const loneNumber: Form = (row, next, { page }) => {
  if (row.pieces.length !== 1 || !isNumber(row.pieces[0] ?? '')) return undefined;
  if (next?.pieces.every(isNumber)) return undefined;
  if (!row.isInside) return numberGap;
  const offset = Math.abs((row.box[0] + row.box[2]) / 2 - page.width / 2);
  return offset < 0.03 * page.width ? loneNumberGap : undefined;
};

/** The number of a section with its title beside it, at the top of a page. */
function isSection(
  { pieces, firstGap, isBold, size }: MarginRow,
  { page, size: bodySize }: Context,
): boolean {
  const [number = ''] = pieces;
  if (firstGap > sectionGapMax * size) return false;
  if (/^[A-Z]?\d{0,2}(?:\.\d{1,2})+\.?$/.test(number)) return true;
  const count = /^\d{1,2}\.?$/.test(number) ? Number.parseInt(number, 10) : sectionsMax + 1;
  return count <= sectionsMax && count !== page.page && (isBold || size > sectionSizeMin * bodySize);
}

/** One piece is a number, the first or the last. Of two numbers, one is that of the page, the other of the section. */
function isNumbered(pieces: readonly string[], { page, label }: ExtractedPage): boolean {
  const outer = [pieces[0] ?? '', pieces.at(-1) ?? ''].filter(isNumber);
  const { length } = pieces.filter(isNumber);
  const isPage = (number: string): boolean => number === (label ?? `${page}`);
  return length === 1 ? outer.length === 1 : length === 2 && pieces.length === 3 && outer.some(isPage);
}

/** A number at the outer side of a running title. */
const numberedTitle: Form = (row, next, context) => {
  const { pieces, texts } = row;
  if (pieces.length < 2 || pieces.length > piecesMax || isSection(row, context)) return undefined;
  if (!isNumbered(pieces, context.page)) return undefined;
  if (texts.some((text) => text.isPart)) return pieces.length >= 3 ? Number.NEGATIVE_INFINITY : titleGap;
  return (next?.pieces.length ?? 1) === 1 ? titleGap : rowsGap;
};

const imprint: Form = ({ pieces }) => (isImprint(pieces.join(' ')) ? imprintGap : undefined);

/** Texts at two or three places of the last row, with a number or date. At the top, such rows are headings too often. */
const dividedRow: Form = (row, next, context) => {
  const { pieces, lines } = row;
  if (
    context.edge === 'header' ||
    lines > 1 ||
    pieces.length < 2 ||
    pieces.length > piecesMax ||
    next !== undefined
  )
    return undefined;
  if (!pieces.some((piece) => /\d/.test(piece)) || pieces.some((piece) => piece.length > 60))
    return undefined;
  return isUnderRule(row, context) ? undefined : dividedGap;
};

const smallPrint: Form = ({ size, lines, near }, _next, context) =>
  size <= smallSize * context.size && lines === 1 && near < 0.08 * context.page.height ? smallGap : undefined;

/** The gap that the row must have to the text, in parts of the font size, to be furniture. */
const formGap: Form = (row, next, context) => {
  const { pieces, size, texts, isInside } = row;
  const text = pieces.join(' ');
  if (text.length > lettersMax || isBlankToFill(text) || beginsWithMark(row)) return undefined;
  const number = loneNumber(row, next, context);
  if (number !== undefined || isInside || size > titleSizeMax * context.size) return number;
  const isPart = texts.some((one) => one.isPart);
  const isLarge = size > sizeMax * context.size;
  const forms = isPart || isLarge ? [numberedTitle] : [numberedTitle, imprint, dividedRow, smallPrint];
  for (const form of forms) {
    const gap = form(row, next, context);
    if (gap !== undefined) return gap;
  }
  return undefined;
};

/** From the edge inwards, up to the last row that is far enough from the text. */
function furnitureRows(page: ExtractedPage, edge: Edge, size: number): readonly MarginRow[] {
  const rows = marginRows(page, edge);
  const [taken, pending]: [MarginRow[], MarginRow[]] = [[], []];
  for (const [at, row] of rows.entries()) {
    if (!row.pieces.some((piece) => /[\p{L}\p{N}]/u.test(piece))) continue;
    const needed = formGap(row, rows[at + 1], { page, edge, size });
    if (needed === undefined) break;
    pending.push(row);
    if (Number.isFinite(row.gap) && row.gap >= needed * size) taken.push(...pending.splice(0));
  }
  return taken;
}

type Taken = {
  readonly edge: Edge;
  readonly element: Element;
  readonly from: number;
  readonly lines: readonly ExtractedLine[];
};

function takenFrom(page: ExtractedPage, edge: Edge, size: number): readonly Taken[] {
  const taken: Taken[] = [];
  for (const row of furnitureRows(page, edge, size)) {
    for (const { element: from, lines } of row.texts) {
      const [source, first] = [page.elements[from], lines[0]];
      if (source === undefined || first === undefined) continue;
      const box = unionBox(lines.map((line) => line.box));
      const kids: Element[] = [{ type: 'paragraph', page: source.page, box, lines }];
      taken.push({ edge, from, lines, element: { type: edge, page: source.page, box, kids } });
    }
  }
  return taken;
}

/** The element without the lines that were taken, if any are left. */
function remainder(element: Element, taken: ReadonlySet<ExtractedLine>): readonly Element[] {
  if (!('lines' in element)) return [];
  const lines = element.lines.filter((line) => !taken.has(line));
  return lines.length === 0 ? [] : [{ ...element, lines, box: unionBox(lines.map((line) => line.box)) }];
}

/** Headers come first and footers last. A page without any stays the same. `size` is that of the text. */
export function takeFurniture(page: ExtractedPage, size: number): ExtractedPage {
  const found = [...takenFrom(page, 'header', size), ...takenFrom(page, 'footer', size)];
  if (found.length === 0) return page;
  const taken = new Set(found.flatMap(({ lines }) => lines));
  const touched = new Set(found.map(({ from }) => from));
  const rest = page.elements.flatMap((element, at) =>
    touched.has(at) ? remainder(element, taken) : [element],
  );
  const at = (edge: Edge): readonly Element[] =>
    found.filter((one) => one.edge === edge).map(({ element }) => element);
  return { ...page, elements: [...at('header'), ...rest, ...at('footer')] };
}
