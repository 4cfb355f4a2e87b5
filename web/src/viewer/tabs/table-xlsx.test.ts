/**
 * A table as a spreadsheet: its texts, its numbers and its merged cells.
 * @vitest-environment happy-dom
 */
import type { ExtractedTable } from '@octavo/sdk';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { columnName, mergedRanges, toXlsx } from './table-xlsx.ts';

type Node = ExtractedTable['node'];
const cell = (row: number, column: number, rowSpan = 1, columnSpan = 1) => ({
  row,
  column,
  rowSpan,
  columnSpan,
});
const tableOf = (...cells: ReturnType<typeof cell>[]) => ({ kids: [{ kids: cells }] }) as unknown as Node;

function sheetOf(rows: string[][], node = tableOf()): string {
  const files = unzipSync(toXlsx({ node, rows }));
  expect(Object.keys(files).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const parsed = new DOMParser().parseFromString(sheet, 'text/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return sheet;
}

describe('a spreadsheet', () => {
  it('has the texts of the table, also those with special characters', () => {
    const sheet = sheetOf([
      ['a < b & c', ''],
      ['\u0000x', ' kept '],
    ]);
    expect(sheet).toContain(
      '<c r="A1" t="inlineStr"><is><t xml:space="preserve">a &lt; b &amp; c</t></is></c>',
    );
    expect(sheet).not.toContain('r="B1"');
    expect(sheet).toContain('>x</t>');
    expect(sheet).toContain('> kept </t>');
  });

  it('has numbers only where they read the same in every language', () => {
    const sheet = sheetOf([['42', '-3.5', '1,350', '007', '1e9', '1234567890123456']]);
    expect(sheet.match(/<v>[^<]+<\/v>/g)).toEqual(['<v>42</v>', '<v>-3.5</v>']);
  });

  it('has the merged cells of the table', () => {
    const rows = [
      ['a', '', 'b'],
      ['', '', 'c'],
    ];
    const sheet = sheetOf(rows, tableOf(cell(1, 1, 2, 2), cell(1, 3), cell(2, 3)));
    expect(sheet).toContain('<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>');
  });

  it('ends spans with the table, and leaves out those that overlap or lie outside', () => {
    const node = tableOf(
      cell(1, 1, 99, 1),
      cell(2, 1, 1, 2),
      cell(0, 1, 2, 1),
      cell(1, 2, 1, 99),
      cell(9, 9, 2, 2),
    );
    expect(mergedRanges(node, 3, 3)).toEqual(['A1:A3', 'B1:C1']);
  });

  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
  ])('names column %d %s', (index, name) => {
    expect(columnName(index)).toBe(name);
  });
});
