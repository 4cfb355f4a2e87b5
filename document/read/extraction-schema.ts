/** Schemas of the extraction records, with a bound on every array and string. Unknown properties are ignored. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** Far above what a page of a real document has; the host's own budgets are lower. */
const [itemsMax, runCharsMax, nameCharsMax, textCharsMax] = [200_000, 1_000_000, 4_000, 1_000_000];
const pagesMax = 1_000_000;
const coordinateMax = 1e9;

const Coordinate = Type.Number({ minimum: -coordinateMax, maximum: coordinateMax });
const Box = Type.Tuple([Coordinate, Coordinate, Coordinate, Coordinate]);
const PageNumber = Type.Integer({ minimum: 1, maximum: pagesMax });
const Flag = Type.Optional(Type.Literal(true));
const Name = Type.String({ maxLength: nameCharsMax });
const LongText = Type.String({ maxLength: textCharsMax });
const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const header = Type.Optional(Type.Union([Type.Literal('row'), Type.Literal('column')]));

const Outline = Type.Array(
  Type.Object({
    title: LongText,
    level: Type.Integer({ minimum: 1, maximum: 1_000 }),
    page: Type.Optional(PageNumber),
  }),
  { maxItems: itemsMax },
);

const DocumentRecord = Type.Object({
  record: Type.Literal('document'),
  page_count: Type.Integer({ minimum: 0, maximum: pagesMax }),
  title: Type.Optional(LongText),
  author: Type.Optional(LongText),
  language: Type.Optional(Name),
  outline: Outline,
});

const Run = Type.Object({
  text: Type.String({ maxLength: runCharsMax }),
  box: Box,
  ends: Type.Optional(Type.Array(Coordinate, { maxItems: runCharsMax })),
  starts: Type.Optional(Type.Array(Coordinate, { maxItems: runCharsMax })),
  font: Name,
  size: Type.Number({ minimum: 0, maximum: coordinateMax }),
  bold: Flag,
  italic: Flag,
  strike: Flag,
  baseline: Coordinate,
});
const Lines = Type.Array(Type.Object({ box: Box, runs: Type.Array(Run, { maxItems: itemsMax }) }), {
  maxItems: itemsMax,
});

const place = { page: PageNumber, box: Box };
const Kids = Type.Array(Type.Ref('Element'), { maxItems: itemsMax });
const GridNumber = Type.Integer({ minimum: 1, maximum: 100_000 });
const ListItem = Type.Object({ type: Type.Literal('list_item'), ...place, lines: Lines, kids: Kids });
const gridPlace = {
  row: GridNumber,
  column: GridNumber,
  row_span: GridNumber,
  column_span: GridNumber,
  header,
};
const Cell = Type.Object({
  ...place,
  ...gridPlace,
  kids: Kids,
});
const textTypes = ['paragraph', 'caption', 'formula', 'footnote'] as const;
const Element = Type.Cyclic(
  {
    Element: Type.Union([
      Type.Object({ type: Type.Union(textTypes.map((type) => Type.Literal(type))), ...place, lines: Lines }),
      Type.Object({ type: Type.Literal('heading'), ...place, lines: Lines, level: Type.Integer() }),
      Type.Object({
        type: Type.Literal('list'),
        ...place,
        kids: Type.Array(ListItem, { maxItems: itemsMax }),
      }),
      Type.Object({
        type: Type.Literal('table'),
        ...place,
        rows: Type.Integer({ minimum: 0, maximum: 100_000 }),
        columns: Type.Integer({ minimum: 0, maximum: 100_000 }),
        cells: Type.Array(Cell, { maxItems: itemsMax }),
      }),
      Type.Object({
        type: Type.Literal('image'),
        ...place,
        image: Type.Optional(Name),
        alt: Type.Optional(LongText),
      }),
      Type.Object({
        type: Type.Union([Type.Literal('header'), Type.Literal('footer')]),
        ...place,
        kids: Kids,
      }),
    ]),
  },
  'Element',
);

const Link = Type.Object({
  boxes: Type.Array(Box, { maxItems: itemsMax }),
  url: Type.Optional(LongText),
  page: Type.Optional(PageNumber),
});

const fieldTypes = ['text', 'checkbox', 'radio', 'choice', 'button', 'signature'] as const;
const Field = Type.Object({
  box: Box,
  name: LongText,
  label: Type.Optional(LongText),
  field_type: Type.Union(fieldTypes.map((type) => Type.Literal(type))),
  value: Type.Union([LongText, Type.Array(LongText, { maxItems: itemsMax }), Type.Boolean(), Type.Null()]),
});

const Structure = Type.Object({
  coverage: Type.Number({ minimum: 0, maximum: 1 }),
  headings: Type.Array(
    Type.Object({
      level: Type.Integer({ minimum: 1, maximum: 6 }),
      boxes: Type.Array(Box, { maxItems: itemsMax }),
    }),
    { maxItems: itemsMax },
  ),
  figures: Type.Array(Type.Object({ alt: LongText, box: Box }), { maxItems: itemsMax }),
  tables: Type.Array(
    Type.Object({ cells: Type.Array(Type.Object({ ...gridPlace, box: Box }), { maxItems: itemsMax }) }),
    { maxItems: itemsMax },
  ),
});

const PageRecord = Type.Object({
  record: Type.Literal('page'),
  page: PageNumber,
  label: Type.Optional(Name),
  width: Type.Number({ minimum: 0, maximum: coordinateMax }),
  height: Type.Number({ minimum: 0, maximum: coordinateMax }),
  rotation: Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)]),
  elements: Type.Array(Element, { maxItems: itemsMax }),
  links: Type.Array(Link, { maxItems: itemsMax }),
  fields: Type.Array(Field, { maxItems: itemsMax }),
  texts: Type.Optional(Type.Array(Type.Object({ box: Box, lines: Lines }), { maxItems: itemsMax })),
  rules: Type.Array(Type.Object({ box: Box }), { maxItems: itemsMax }),
  fills: Type.Array(Type.Object({ box: Box }), { maxItems: itemsMax }),
  structure: Type.Optional(Structure),
  not_carried: Type.Object({ attachments: Count, annotations: Count }),
  laid_out: Type.Optional(Type.Object({ monospaced: Type.Array(Name, { maxItems: itemsMax }) })),
});

const EndRecord = Type.Object({
  record: Type.Literal('end'),
  pages: Type.Integer({ minimum: 0, maximum: pagesMax }),
});

const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const WordsRecord = Type.Object({
  record: Type.Literal('page'),
  page: PageNumber,
  confidence: Percent,
  words: Type.Array(Type.Tuple([Coordinate, Coordinate, Coordinate, Coordinate, Percent]), {
    maxItems: itemsMax,
  }),
});

export const wordsRecord = Compile(WordsRecord);
export const documentRecord = Compile(DocumentRecord);
export const pageRecord = Compile(PageRecord);
export const endRecord = Compile(EndRecord);
