/** Builds extraction records for tests: words are laid out with the places of their glyphs. */
import type { Box } from '../model/document.ts';
import type {
  Element,
  ExtractedDocument,
  ExtractedLine,
  ExtractedPage,
  ExtractionRecord,
  Run,
} from '../model/extraction.ts';
import type { ExtractionSource } from '../read/read-extraction.ts';

type RunLook = Partial<Pick<Run, 'font' | 'size' | 'bold' | 'italic' | 'strike' | 'baseline'>>;

/** All glyphs are half as wide as the size. `glyphs` may hold several letters each. */
export function run(glyphs: string | readonly string[], x = 50, y = 700, look: RunLook = {}): Run {
  const { size = 10 } = look;
  const parts = typeof glyphs === 'string' ? Array.from(glyphs) : glyphs;
  const ends = parts.flatMap((part, at) =>
    Array.from({ length: part.length }, () => x + (at + 1) * size * 0.5),
  );
  const box: Box = [x, y - size * 0.2, x + parts.length * size * 0.5, y + size * 0.8];
  return { text: parts.join(''), box, ends, font: 'Times', size, baseline: y, ...look };
}

export function unionOf(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

export function line(...runs: readonly Run[]): ExtractedLine {
  return { box: unionOf(runs.map((part) => part.box)), runs };
}

type TextType = 'paragraph' | 'caption' | 'formula' | 'footnote';

/** Lines of text below each other, from `y` downwards. */
export function paragraph(
  texts: readonly (string | ExtractedLine)[],
  { page = 1, x = 50, y = 700, type = 'paragraph' as TextType, look = {} as RunLook } = {},
): Element {
  const lines = texts.map((text, at) =>
    typeof text === 'string' ? line(run(text, x, y - at * 12, look)) : text,
  );
  return { type, page, box: unionOf(lines.map((part) => part.box)), lines };
}

export function heading(
  text: string,
  level: number,
  { page = 1, x = 50, y = 750, look = {} as RunLook } = {},
): Element {
  const lines = [line(run(text, x, y, { size: 16, ...look }))];
  return { type: 'heading', page, box: unionOf(lines.map((part) => part.box)), lines, level };
}

/** Each item is one line at its own indent. */
export function list(
  items: readonly (readonly [text: string, x: number])[],
  { page = 1, y = 600 } = {},
): Element {
  const kids = items.map(([text, x], at) => {
    const lines = [line(run(text, x, y - at * 12))];
    return { type: 'list_item' as const, page, box: unionOf(lines.map((part) => part.box)), lines, kids: [] };
  });
  return { type: 'list', page, box: unionOf(kids.map((item) => item.box)), kids };
}

/** A grid of texts, all spans 1. */
export function table(
  rows: readonly (readonly string[])[],
  { page = 1, x = 50, y = 500, looks = [] as readonly RunLook[] } = {},
): Element {
  const cells = rows.flatMap((texts, row) =>
    texts.map((text, column) => {
      const [left, top] = [x + column * 100, y - row * 20];
      const look = looks[row] ?? {};
      const kids = text === '' ? [] : [paragraph([text], { page, x: left + 2, y: top - 14, look })];
      const box: Box = [left, top - 20, left + 100, top];
      return { page, box, row: row + 1, column: column + 1, row_span: 1, column_span: 1, kids };
    }),
  );
  const columns = Math.max(...rows.map((row) => row.length));
  return {
    type: 'table',
    page,
    box: unionOf(cells.map((cell) => cell.box)),
    rows: rows.length,
    columns,
    cells,
  };
}

export function page(
  number: number,
  elements: readonly Element[],
  rest: Partial<ExtractedPage> = {},
): ExtractedPage {
  const size = { width: 595, height: 842, rotation: 0 as const };
  return {
    record: 'page',
    page: number,
    ...size,
    elements,
    links: [],
    fields: [],
    rules: [],
    fills: [],
    not_carried: {},
    ...rest,
  };
}

export function extraction(
  pages: readonly ExtractedPage[],
  document: Partial<ExtractedDocument> = {},
): ExtractionSource {
  const head: ExtractedDocument = { record: 'document', page_count: pages.length, outline: [], ...document };
  const records: readonly ExtractionRecord[] = [head, ...pages, { record: 'end', pages: pages.length }];
  const lines = records.map((record) => JSON.stringify(record));
  return { lines: () => lines };
}
