/**
 * A table as a spreadsheet file with its merged cells. The five parts that a workbook needs are written here, because the
 * libraries for the format bring whole archivers with them; fflate packs them.
 */
import type { ExtractedTable, Table } from '@octavo/sdk';
import { strToU8, zipSync } from 'fflate';

const namespace = 'http://schemas.openxmlformats.org';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const parts = {
  '[Content_Types].xml': `${head}<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="rId1" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="rId1" Type="${namespace}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** A, B, …, Z, AA, … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const address = (row: number, column: number) => `${columnName(column)}${row + 1}`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without characters that XML cannot contain. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (found) => entities[found] ?? '');

/** Only what reads the same in every language: no separators of thousands, no leading zeros. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;

function cellXml(text: string, row: number, column: number): string {
  if (text === '') return '';
  const at = address(row, column);
  if (plainNumber.test(text)) return `<c r="${at}"><v>${text}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Spans come from an untrusted document: they end with the table, and none overlaps another. */
export function mergedRanges(table: Table, rows: number, columns: number): string[] {
  const taken = new Set<number>();
  const ranges: string[] = [];
  for (const { row, column, rowSpan, columnSpan } of table.kids.flatMap(({ kids }) => kids)) {
    const [top, left] = [row - 1, column - 1];
    const [bottom, right] = [Math.min(top + rowSpan, rows) - 1, Math.min(left + columnSpan, columns) - 1];
    if (top < 0 || left < 0 || bottom < top || right < left || (top === bottom && left === right)) continue;
    const covered: number[] = [];
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) covered.push(y * columns + x);
    }
    if (covered.some((place) => taken.has(place))) continue;
    for (const place of covered) taken.add(place);
    ranges.push(`${address(top, left)}:${address(bottom, right)}`);
  }
  return ranges;
}

export function toXlsx({ node, rows }: Pick<ExtractedTable, 'node' | 'rows'>): Uint8Array<ArrayBuffer> {
  const data = rows
    .map((row, y) => `<row r="${y + 1}">${row.map((text, x) => cellXml(text, y, x)).join('')}</row>`)
    .join('');
  const ranges = mergedRanges(node, rows.length, rows[0]?.length ?? 0);
  const merges =
    ranges.length === 0
      ? ''
      : `<mergeCells count="${ranges.length}">${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
  const sheet = `${head}<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetData>${data}</sheetData>${merges}</worksheet>`;
  const files = Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
  return zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])));
}
