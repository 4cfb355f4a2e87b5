/** Tables over page breaks: joined if they go on, with titles that are printed again left out. */
import { describe, expect, it } from 'vitest';
import type { Table } from '../model/blocks.ts';
import { extraction, page, paragraph, table } from '../testing/extraction-builder.ts';
import { refineDocument } from './refine-document.ts';

const bold = [{ bold: true }] as const;
const first = table(
  [
    ['Name', 'Value'],
    ['a', '1'],
    ['b', '2'],
  ],
  { page: 1, y: 100, looks: bold },
);
const second = table(
  [
    ['Name', 'Value'],
    ['c', '3'],
    ['d', '4'],
  ],
  { page: 2, y: 800, looks: bold },
);

const tablesOf = (pages: Parameters<typeof extraction>[0], joinTables?: boolean): readonly Table[] =>
  [...refineDocument(extraction(pages), { ...(joinTables !== undefined && { joinTables }) }).parts()]
    .flatMap((part) => part.kids)
    .filter((block) => block.type === 'table');

describe('tables over a page break', () => {
  it('are one, without the titles of the second page', () => {
    const [whole, ...others] = tablesOf([page(1, [first]), page(2, [second])]);
    expect(others).toEqual([]);
    expect(whole?.rows).toBe(5);
    expect(whole?.kids.map((row) => row.page)).toEqual([1, 1, 1, 2, 2]);
  });

  it('stay apart if that is wanted, or if text or a page is between them', () => {
    expect(tablesOf([page(1, [first]), page(2, [second])], false)).toHaveLength(2);
    const text = paragraph(['And now for the second table.'], { page: 2, y: 820 });
    expect(tablesOf([page(1, [first]), page(2, [text, second])])).toHaveLength(2);
    expect(
      tablesOf([
        page(1, [first]),
        page(3, [
          table(
            [
              ['c', '3'],
              ['d', '4'],
            ],
            { page: 3, y: 800 },
          ),
        ]),
      ]),
    ).toHaveLength(2);
  });

  it('stay apart if the second has titles of its own or other columns', () => {
    const other = table(
      [
        ['City', 'Size'],
        ['c', '3'],
        ['d', '4'],
      ],
      { page: 2, y: 800, looks: bold },
    );
    expect(tablesOf([page(1, [first]), page(2, [other])])).toHaveLength(2);
    const wide = table(
      [
        ['c', '3', 'x'],
        ['d', '4', 'y'],
      ],
      { page: 2, y: 800 },
    );
    expect(tablesOf([page(1, [first]), page(2, [wide])])).toHaveLength(2);
  });
});
