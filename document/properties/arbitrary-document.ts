/** Documents at random, with text that is syntax in markdown and html, or that breaks formats. */
import fc from 'fast-check';
import type { Block, Cell, Line, ListItem, Row, Span, Text } from '../model/blocks.ts';
import { type DocumentStream, schemaId } from '../model/document.ts';

const pieces = [
  ...[
    'word',
    'Ärger',
    'naïve',
    'a',
    'b1',
    '12',
    '1.',
    '2)',
    '-',
    '+',
    '*',
    '_',
    '**',
    '__',
    '~',
    '~~',
    '`',
    '```',
    '~~~',
  ],
  ...[
    '#',
    '##',
    '>',
    '|',
    '||',
    '=',
    '===',
    '---',
    ':-',
    '\\',
    '\\\\',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '[^1]',
    '[^1]:',
  ],
  ...[
    '[x]',
    '[ ]',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '<?',
    '<![CDATA[',
    '<script>',
    '&',
    '&amp;',
    '&#35;',
    '&lt',
    '<',
    '"',
  ],
  ...[
    'www.example.com',
    'http://x.example/a_b',
    'a@b.example',
    'mailto:a@b.co',
    'javascript:alert(1)',
    'data:text/html,x',
  ],
  ...[
    '\u05e9\u05dc\u05d5\u05dd',
    '\u0627\u0644\u0639\u0631\u0628\u064a\u0629',
    '\u200f',
    '\u202e',
    '\u00ad',
    '\u200b',
  ],
  ...[
    '\u{1f600}',
    '\u{1f468}\u200d\u{1f469}',
    '\ud800',
    '\udc00',
    '\u0000',
    '\u0007',
    '\u0085',
    '\u2028',
    '\ufffe',
    '\ufeff',
  ],
  ...[
    '\t',
    '\n',
    '\r\n',
    '  ',
    '\u00a0',
    '    ',
    'x'.repeat(300),
    '%page-number%',
    '$a$',
    '{',
    '}',
    '::',
    '!',
    '?',
    '.',
    ',',
  ],
  ...[
    'Plain words, with (parentheses); a colon: and more.',
    'steps:',
    'w.',
    '3) x',
    '10.',
    'a-b',
    '(c)',
    'Word & Co.',
    'http:',
    '/',
  ],
];

export const nastyText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', ' ', ' ')), { maxLength: 9 })
  .map((parts) => parts.map((part) => part.join('')).join(''));

const box = fc.constant([1.005, 2, 3.456, 4] as const);
const place = fc.record({ page: fc.constant(1), box });
const mark = fc.constantFrom('bold', 'italic', 'strike', 'code', 'sup', 'sub');

const link = fc.oneof(
  fc
    .constantFrom(
      'https://a.example/x(y)_z',
      'http://b.example',
      'mailto:a@b.example',
      'javascript:alert(1)',
      'tel:+1',
    )
    .map((url) => ({ url })),
  fc.integer({ min: 1, max: 3 }).map((page) => ({ page })),
);

/** Sorted, as the model demands, but free to cross, to be empty, and to reach beyond the text. */
const spansOf = (length: number): fc.Arbitrary<readonly Span[]> =>
  fc
    .array(
      fc.record({
        start: fc.integer({ min: 0, max: length }),
        size: fc.integer({ min: 0, max: 12 }),
        marks: fc.uniqueArray(mark, { maxLength: 2 }),
        link: fc.option(link, { nil: undefined, freq: 2 }),
      }),
      { maxLength: 4 },
    )
    .map((spans) =>
      spans
        .map(({ start, size, marks, link: to }) => ({
          start,
          end: start + size,
          ...Object.fromEntries(marks.map((name) => [name, true])),
          ...(to && { link: to }),
        }))
        .sort((a, b) => a.start - b.start),
    );

const linesOf = (content: string): readonly Line[] => {
  const starts = [
    0,
    ...[...content.matchAll(/ /g)].map(({ index }) => index + 1).filter((at) => at % 3 === 0),
  ];
  return starts.map((start, index) => ({
    page: 1,
    box: [0, 0, 1, 1] as const,
    start,
    end: starts[index + 1] ?? content.length,
  }));
};

const text: fc.Arbitrary<Text> = nastyText.chain((content) =>
  fc
    .record({
      spans: spansOf(content.length),
      direction: fc.option(fc.constant('rtl' as const), { nil: undefined }),
    })
    .map(({ spans, direction }) => ({
      content,
      spans,
      lines: linesOf(content),
      ...(direction && { direction }),
    })),
);

const leaf: fc.Arbitrary<Block> = fc
  .tuple(
    fc.constantFrom('paragraph', 'paragraph', 'heading', 'code', 'formula', 'footnote', 'caption'),
    place,
    text,
  )
  .chain(
    ([type, at, words]): fc.Arbitrary<Block> =>
      type === 'heading'
        ? fc
            .constantFrom(1 as const, 2 as const, 6 as const)
            .map((level) => ({ type, ...at, ...words, level, kids: [] as const }))
        : fc.constant({ type: type as 'paragraph', ...at, ...words, kids: [] as const }),
  );

const field: fc.Arbitrary<Block> = fc
  .record({
    at: place,
    name: nastyText,
    label: fc.option(nastyText, { nil: undefined }),
    value: nastyText,
    box: fc.boolean(),
  })
  .map(({ at, name, label, value, box: isBox }) => ({
    type: 'field',
    ...at,
    name,
    ...(label !== undefined && { label }),
    field_type: isBox ? 'checkbox' : 'text',
    value: isBox ? value.length % 2 === 0 : value,
    content: isBox ? '' : value,
    kids: [] as const,
  }));

const listOf = (kids: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Block> => {
  const label = fc.option(fc.oneof(fc.constantFrom('1.', '•', '(iv)', '2.', 'o'), nastyText), {
    nil: undefined,
  });
  const item: fc.Arbitrary<ListItem> = fc
    .tuple(place, text, label, kids)
    .map(([at, words, name, inside]) => ({
      type: 'list_item',
      ...at,
      ...(name !== undefined && { label: name }),
      ...words,
      kids: inside,
    }));
  return fc
    .record({
      at: place,
      ordered: fc.boolean(),
      start: fc.option(fc.nat(20), { nil: undefined }),
      kids: fc.array(item, { maxLength: 3 }),
    })
    .map(({ at, ordered, start, kids: items }) => ({
      type: 'list',
      ...at,
      ordered,
      ...(ordered && start !== undefined && { start }),
      kids: items,
    }));
};

type CellDraft = Pick<Cell, 'row_span' | 'column_span' | 'kids' | 'page' | 'box'> & {
  readonly header?: 'row' | 'column';
};

/** Cuts spans to the places that are free, so that the table has one reading. */
function placeCells(drafts: readonly (readonly (CellDraft | undefined)[])[], columns: number): Cell[][] {
  const taken = drafts.map(() => Array<boolean>(columns).fill(false));
  return drafts.map((row, r) => {
    const cells: Cell[] = [];
    for (let c = 0; c < columns; c++) {
      const draft = row[c];
      if (!draft || taken[r]?.[c]) continue;
      let columnSpan = 1;
      while (columnSpan < draft.column_span && taken[r]?.[c + columnSpan] === false) columnSpan++;
      const rowSpan = Math.min(draft.row_span, drafts.length - r);
      for (let y = r; y < r + rowSpan; y++) taken[y]?.fill(true, c, c + columnSpan);
      cells.push({
        ...draft,
        type: 'cell',
        row: r + 1,
        column: c + 1,
        row_span: rowSpan,
        column_span: columnSpan,
      });
    }
    return cells;
  });
}

/** With `wild`, spans collide and leave the table. */
const tableOf = (kids: fc.Arbitrary<readonly Block[]>, wild: boolean): fc.Arbitrary<Block> => {
  const span = fc.constantFrom(1, 1, 1, 2, 3);
  const header = fc.constantFrom({}, {}, { header: 'row' as const }, { header: 'column' as const });
  const cell = fc
    .record({ at: place, row_span: span, column_span: span, kids, header })
    .map(({ at, header: of, ...rest }): CellDraft => ({ ...at, ...rest, ...of }));
  const row = fc.array(fc.option(cell, { nil: undefined, freq: 6 }), { minLength: 1, maxLength: 3 });
  return fc.tuple(place, fc.array(row, { maxLength: 4 })).map(([at, drafts]) => {
    const columns = Math.max(0, ...drafts.map((cells) => cells.length));
    const wildCells = () =>
      drafts.map((cells, r) =>
        cells.flatMap((draft, c): Cell[] =>
          draft ? [{ ...draft, type: 'cell', row: r + 1, column: c + 1 }] : [],
        ),
      );
    const placed = wild ? wildCells() : placeCells(drafts, columns);
    const rows = placed.map((cells): Row => ({ type: 'row', ...at, kids: cells }));
    return { type: 'table', ...at, rows: rows.length, columns, kids: rows };
  });
};

const figureOf = (kids: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Block> =>
  fc
    .record({
      at: place,
      image: fc.constantFrom(
        undefined,
        'images/a_b-1.png',
        'data:image/png;base64,AAAA',
        'http://x.example/beacon.png',
      ),
      alt: fc.option(nastyText, { nil: undefined }),
      kids,
    })
    .map(({ at, image, alt, kids: inside }) => ({
      type: 'figure',
      ...at,
      ...(image !== undefined && { image }),
      ...(alt !== undefined && { alt }),
      kids: inside,
    }));

function block(depth: number, wild: boolean): fc.Arbitrary<Block> {
  if (depth === 0) return fc.oneof({ weight: 5, arbitrary: leaf }, field);
  const kids = fc.array(block(depth - 1, wild), { maxLength: 2 });
  return fc.oneof({ weight: 3, arbitrary: leaf }, field, listOf(kids), tableOf(kids, wild), figureOf(kids));
}

export const arbitraryDocument = (wild: boolean): fc.Arbitrary<DocumentStream> =>
  fc
    .record({
      title: fc.option(nastyText, { nil: undefined }),
      language: fc.constantFrom(undefined, 'en', 'ar-EG', 'not a tag'),
      pages: fc.array(fc.array(block(2, wild), { maxLength: 4 }), { minLength: 1, maxLength: 2 }),
    })
    .map(({ title, language, pages }) => ({
      head: {
        schema: schemaId,
        ...(title !== undefined && { title }),
        ...(language !== undefined && { language }),
        page_count: pages.length,
        pages: pages.map((_, index) => ({ page: index + 1, width: 612, height: 792, rotation: 0 as const })),
        outline: [],
      },
      parts: () => pages.map((kids, index) => ({ page: index + 1, kids })),
    }));
