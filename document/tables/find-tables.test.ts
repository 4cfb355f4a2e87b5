/** Tables from the places of words: what is one, what is none, and that no letter is lost. */
import { describe, expect, it } from 'vitest';
import type { Element, ExtractedPage, ExtractedTable, Rule } from '../model/extraction.ts';
import { line, list, page, paragraph, run, table } from '../testing/extraction-builder.ts';
import { findTables } from './find-tables.ts';
import { linesIn } from './page-lines.ts';

type Look = Parameters<typeof run>[3];

/** One printed row: each text at its place. Each row is an element, as the engine often reads them. */
const row = (y: number, texts: Readonly<Record<number, string>>, look: Look = {}): Element =>
  paragraph([line(...Object.entries(texts).map(([x, text]) => run(text, Number(x), y, look)))]);

const rows = (top: number, columns: readonly number[], texts: readonly (readonly string[])[]): Element[] =>
  texts.map((cells, at) =>
    row(
      top - at * 14,
      Object.fromEntries(cells.flatMap((text, column) => (text ? [[columns[column] ?? 0, text]] : []))),
    ),
  );

const rule = (y: number, from: number, to: number): Rule => ({ box: [from, y, to, y + 0.5] });

const letters = ({ elements }: ExtractedPage): string =>
  elements
    .flatMap((element) => [...linesIn(element)].flatMap((each) => each.runs.map((part) => part.text)))
    .join('')
    .replaceAll(' ', '')
    .split('')
    .sort()
    .join('');

const tablesOf = ({ elements }: ExtractedPage): readonly ExtractedTable[] =>
  elements.filter((element) => element.type === 'table');

const textsOf = (element: Element): string =>
  [...linesIn(element)].map((each) => each.runs.map((part) => part.text).join('')).join(' ');

/** Rows of texts; a span is written behind its text. */
const show = (found: ExtractedTable | undefined): readonly (readonly string[])[] => {
  const shown: string[][] = Array.from({ length: found?.rows ?? 0 }, () => []);
  for (const cell of found?.cells ?? []) {
    const span = cell.row_span * cell.column_span > 1 ? `{${cell.row_span}x${cell.column_span}}` : '';
    shown[cell.row - 1]?.push(`${cell.column}:${cell.kids.map(textsOf).join(' ')}${span}`);
  }
  return shown;
};

const numbers = [
  ['Station', 'Depth', 'Flow', 'Mean'],
  ['Amsterdam', '12.5', '1,200', '7'],
  ['Barcelona', '8.1', '900', '12'],
  ['Copenhagen', '33.0', '14', '9'],
];

describe('a table without rules', () => {
  it('may have names in a monospaced font in its first column', () => {
    const named = ['M_E', 'M_PI', 'M_LN2', 'M_SQRT2'].map((name, at) => {
      const y = 686 - at * 14;
      const code = run(name, 50, y, { font: 'Courier' });
      return paragraph([line(code, run(`log ${at}`, 200, y), run(`0.${at}4`, 300, y))]);
    });
    const header = row(700, { 50: 'Name', 200: 'Definition', 300: 'Value' }, { bold: true });
    const prose = paragraph(['Constants that are defined in a header, with their values.'], { y: 740 });
    const after = findTables(page(1, [prose, header, ...named]));
    expect(show(tablesOf(after)[0])).toContainEqual(['1:M_PI', '2:log 1', '3:0.14']);
  });

  it('is found by its columns, with the titles as header', () => {
    const before = page(1, rows(700, [50, 200, 300, 400], numbers));
    const after = findTables(before);
    expect(tablesOf(after)).toHaveLength(1);
    expect(show(tablesOf(after)[0])).toEqual(
      numbers.map((cells) => cells.map((text, at) => `${at + 1}:${text}`)),
    );
    expect(tablesOf(after)[0]?.cells.filter((cell) => cell.header === 'column')).toHaveLength(4);
    expect(letters(after)).toBe(letters(before));
  });

  it('has a column for row numbers, also if the label of a sum stands over it', () => {
    const texts = [
      ['#', 'Task', 'First', 'Second'],
      ['1', 'Sorting', '0.87', '0.20'],
      ['2', 'Counting', '0.88', '0.40'],
      ['3', 'Measuring', '0.58', '0.60'],
    ];
    const sum = row(644, { 50: 'Average', 200: '0.77', 300: '0.40' });
    const found = tablesOf(findTables(page(1, [...rows(700, [50, 70, 200, 300], texts), sum])))[0];
    expect(show(found).slice(1)).toEqual([
      ['1:1', '2:Sorting', '3:0.87', '4:0.20'],
      ['1:2', '2:Counting', '3:0.88', '4:0.40'],
      ['1:3', '2:Measuring', '3:0.58', '4:0.60'],
      ['1:Average{1x2}', '3:0.77', '4:0.40'],
    ]);
  });

  it.each([
    ['as its last row, at the distance of the rows', 644, 5],
    ['outside of it, farther away', 634, 4],
  ])('has a number below its numbers %s', (_, y, count) => {
    const values = ['40.00', '200.00', '180.00'];
    const elements = values.map((value, at) =>
      row(686 - at * 14, { 50: `Part ${at}`, 200: `${at + 1}`, [330 - value.length * 5]: value }),
    );
    const titles = row(700, { 50: 'Part', 200: 'Quantity', 300: 'Amount' });
    const after = findTables(page(1, [titles, ...elements, row(y, { 300: '420.00' })]));
    expect(show(tablesOf(after)[0])).toHaveLength(count);
    if (count === 5) expect(show(tablesOf(after)[0]).at(-1)).toContainEqual('3:420.00');
  });

  it('is found below lines that only happen to have gaps, with a text that nearly touches its number', () => {
    const elements = [
      row(760, { 90: 'Receipt 88 at the till', 240: '14.02.2026' }),
      row(748, { 150: '17:32' }),
      ...rows(
        722,
        [50, 280],
        [
          ['Article', 'EUR'],
          ['Hinge', '3.71'],
          ['Paint brush', '8.54'],
        ],
      ),
      row(680, { 50: 'Delivery to the very last ground floor here', 275: '25.10' }),
      ...rows(
        666,
        [50, 280],
        [
          ['Pine board', '4.48'],
          ['Screws', '9.54'],
        ],
      ),
    ];
    const before = page(1, elements);
    const after = findTables(before);
    expect(show(tablesOf(after)[0]).map((cells) => cells.join(' '))).toEqual([
      '1:Article 2:EUR',
      '1:Hinge 2:3.71',
      '1:Paint brush 2:8.54',
      '1:Delivery to the very last ground floor here 2:25.10',
      '1:Pine board 2:4.48',
      '1:Screws 2:9.54',
    ]);
    expect(letters(after)).toBe(letters(before));
  });

  it('keeps close rows apart where most rows are farther from each other', () => {
    const values = (y: number, name: string): Element => row(y, { 50: name, 200: '12.5', 300: '7.0' });
    const elements = [
      values(700, 'Apples'),
      row(686, { 50: 'Pears', 200: '12.5' }),
      values(668, 'Plums'),
      values(650, 'Quinces'),
    ];
    const rules = [rule(711, 50, 320), rule(640, 50, 320)];
    const found = tablesOf(findTables(page(1, elements, { rules })))[0];
    expect(show(found).map((cells) => cells[0])).toEqual(['1:Apples', '1:Pears', '1:Plums', '1:Quinces']);
  });

  it('is found in lines that the engine read across the columns', () => {
    const text = paragraph(
      numbers.map((cells, at) =>
        line(...cells.map((cell, column) => run(`${cell} `, 50 + column * 110, 700 - at * 14))),
      ),
    );
    const before = page(1, [paragraph(['A title of the section'], { y: 760 }), text]);
    const after = findTables(before);
    expect(show(tablesOf(after)[0])[2]).toEqual(['1:Barcelona', '2:8.1', '3:900', '4:12']);
    expect(after.elements.map((element) => element.type)).toEqual(['paragraph', 'table']);
    expect(letters(after)).toBe(letters(before));
  });

  it('has titles over several columns as cells over them', () => {
    const elements = [
      row(700, { 235: 'Before', 435: 'After' }),
      ...rows(
        686,
        [50, 200, 300, 400, 500],
        [
          ['Station', 'Low', 'High', 'Low', 'High'],
          ['Amsterdam', '1.0', '2.0', '3.0', '4.0'],
          ['Barcelona', '1.5', '2.5', '3.5', '4.5'],
          ['Copenhagen', '1.7', '2.7', '3.7', '4.7'],
        ],
      ),
    ];
    expect(show(tablesOf(findTables(page(1, elements)))[0]).slice(0, 2)).toEqual([
      ['1:Station{2x1}', '2:Before{1x2}', '4:After{1x2}'],
      ['2:Low', '3:High', '4:Low', '5:High'],
    ]);
  });

  it('keeps a label of two lines in one cell', () => {
    const elements = rows(
      700,
      [50, 250, 350],
      [
        ['Group', 'Men', 'Women'],
        ['Total', '10', '20'],
        ['Persons in training or', '11', '21'],
        ['in education', '', ''],
        ['Others', '12', '22'],
      ],
    );
    const found = show(tablesOf(findTables(page(1, elements)))[0]);
    expect(found[2]).toEqual(['1:Persons in training or in education', '2:11', '3:21']);
    expect(found).toHaveLength(4);
  });

  it('does not take rows of the table above it for its titles', () => {
    const elements = [
      ...rows(700, [50, 200, 300, 400], numbers),
      row(630, { 250: 'Second part' }),
      ...rows(616, [50, 200, 300, 400], numbers),
    ];
    const before = page(1, elements);
    expect(letters(findTables(before))).toBe(letters(before));
  });

  it('leaves its caption and its notes outside', () => {
    const elements = [
      row(714, { 50: 'Table 1: Stations and what was measured there' }),
      ...rows(700, [50, 200, 300, 400], numbers),
      row(630, { 50: 'Source: measured by the authors in the summer of the year before' }),
    ];
    const after = findTables(page(1, elements));
    expect(after.elements.map((element) => element.type)).toEqual(['paragraph', 'table', 'paragraph']);
  });

  it('may be full of values with units below a caption that stands beside a title of the other column', () => {
    const columns = [326, 370, 448];
    const body = [
      ['Top', '37mm', '0.75in'],
      ['Bottom', '19mm', '0.75in'],
      ['Left', '20mm', '0.79in'],
      ['Right', '20mm', '1.02in'],
    ];
    const lines = body.map((cells, at) =>
      line(...cells.map((text, column) => run(text, columns[column], 588 - at * 12, { size: 9 }))),
    );
    const found = findTables(
      page(
        1,
        [
          row(630, { 56: 'Abstract', 330: 'Table 1: Margin Specifications' }, { size: 9 }),
          row(612, { 326: 'Margin', 370: 'Paper', 448: 'Letter' }, { size: 9, bold: true }),
          paragraph(lines),
        ],
        { rules: [rule(624, 320, 520), rule(606, 320, 520), rule(548, 320, 520)] },
      ),
    );
    expect(tablesOf(found).map(show)).toEqual([
      [
        ['1:Margin', '2:Paper', '3:Letter'],
        ...body.map((cells) => cells.map((text, column) => `${column + 1}:${text}`)),
      ],
    ]);
    expect(found.elements.map(textsOf)).toContain('AbstractTable 1: Margin Specifications');
  });

  it('stands next to prose in the other column of the page', () => {
    const prose = paragraph(
      Array.from({ length: 6 }, () => 'these are words of a text that goes on'),
      { x: 320, y: 700 },
    );
    const elements = [...rows(700, [50, 130, 180, 230], numbers), prose];
    const after = findTables(page(1, elements));
    expect(tablesOf(after)).toHaveLength(1);
    expect(after.elements).toContain(prose);
  });
});

describe('a table with rules above, below and under its titles', () => {
  it('may hold texts in two columns', () => {
    const elements = rows(
      700,
      [50, 250],
      [
        ['Term', 'Meaning'],
        ['Lease', 'A claim on a job'],
        ['Fence', 'A number that grows'],
      ],
    );
    const rules = [rule(712, 50, 400), rule(696, 50, 400), rule(666, 50, 400)];
    expect(show(tablesOf(findTables(page(1, elements, { rules })))[0])[1]).toEqual([
      '1:Lease',
      '2:A claim on a job',
    ]);
    expect(tablesOf(findTables(page(1, elements)))).toEqual([]);
  });
});

describe('no table', () => {
  const unchanged = (elements: readonly Element[]): void => {
    const before = page(1, elements);
    expect(findTables(before)).toBe(before);
  };

  it('is prose in two columns', () => {
    const text = 'these are words of a text that goes on';
    unchanged(
      [50, 320].map((x) =>
        paragraph(
          Array.from({ length: 8 }, () => text),
          { x, y: 700 },
        ),
      ),
    );
  });

  it('is a contents page', () => {
    unchanged(
      ['1 Introduction', '2 Objects', '2.1 Basic types', '3 Evaluation'].map((title, at) =>
        row(700 - at * 14, { 50: `${title} ........................................`, 420: `${at * 3 + 1}` }),
      ),
    );
    unchanged(
      ['1', '2', '3', '4'].map((number, at) =>
        row(700 - at * 14, { 50: number, 80: 'Chapter', 420: `${at * 3 + 1}` }),
      ),
    );
  });

  it('is a contents page beside the titles of the other column', () => {
    const titles = Array.from({ length: 12 }, (_, at) => `Chapter ${'abc'.charAt(at % 3)}`);
    const elements = titles.map((title, at) =>
      row(700 - at * 14, {
        50: `${at + 1} ${title}`,
        250: `${at + 2}`,
        ...(at === 1 && { 320: 'Abstract' }),
        ...(at === 5 && { 320: '1', 340: 'Introduction' }),
      }),
    );
    const before = page(1, elements);
    expect(findTables(before)).toBe(before);
  });

  it('is a list of bullets, an address or a column of equations', () => {
    unchanged([1, 2, 3, 4].map((at) => row(700 - at * 14, { 50: '•', 70: 'an item of the list' })));
    unchanged([
      row(700, { 50: 'Octavo', 300: 'Telephone' }),
      row(686, { 50: 'Main Street', 300: 'Electronic mail' }),
      row(672, { 50: 'Vienna', 300: 'Office hours' }),
    ]);
    unchanged([1, 2, 3, 4].map((at) => row(700 - at * 24, { 150: 'a = b + c', 420: `(${at})` })));
  });

  it('is a listing on a page of other text', () => {
    const code = [1, 2, 3, 4].map((at) =>
      row(500 - at * 12, { 50: `[${at},]`, 120: '10', 170: '20', 220: '30' }, { font: 'Courier' }),
    );
    unchanged([
      paragraph(Array.from({ length: 9 }, () => 'words of a text that goes on and on here')),
      ...code,
    ]);
  });

  it('is a list', () => {
    unchanged([
      list([
        ['1. the first', 50],
        ['2. the second', 50],
        ['3. the third', 50],
      ]),
    ]);
  });
});

describe("the engine's tables", () => {
  it('stay as they are if nothing is wrong with them', () => {
    const before = page(1, [
      table([
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ]),
    ]);
    expect(findTables(before)).toBe(before);
  });

  it('get back rows that the engine put into one', () => {
    const cell = (column: number, texts: readonly string[], row = 1) => ({
      page: 1,
      box: [50 + (column - 1) * 100, 400, 150 + (column - 1) * 100, 500] as const,
      row,
      column,
      row_span: 1,
      column_span: 1,
      kids: [paragraph([...texts], { x: 52 + (column - 1) * 100, y: 490 })],
    });
    const cells = [
      cell(1, ['Austria', 'Belgium', 'Cyprus']),
      cell(2, ['1', '2', '3']),
      cell(3, ['4', '5', '6']),
    ];
    const collapsed: Element = {
      type: 'table',
      page: 1,
      box: [50, 400, 350, 500],
      rows: 1,
      columns: 3,
      cells,
    };
    const before = page(1, [collapsed]);
    const after = findTables(before);
    expect(show(tablesOf(after)[0])).toEqual([
      ['1:Austria', '2:1', '3:4'],
      ['1:Belgium', '2:2', '3:5'],
      ['1:Cyprus', '2:3', '3:6'],
    ]);
    expect(letters(after)).toBe(letters(before));
  });
});

it('takes bounded time for a page full of words', () => {
  const many = Array.from({ length: 3_000 }, (_, at) =>
    row(800 - (at % 100) * 7, { [20 + Math.floor(at / 100) * 18]: `${at}` }, { size: 6 }),
  );
  const before = page(1, many);
  const start = performance.now();
  expect(letters(findTables(before))).toBe(letters(before));
  expect(performance.now() - start).toBeLessThan(5_000);
});
