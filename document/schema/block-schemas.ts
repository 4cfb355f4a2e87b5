/** JSON Schema of lists, tables, figures, fields and artifacts. */
import { Type } from 'typebox';
import type { Block, Cell, ListItem, Row } from '../model/blocks.ts';
import { Count, ListOf, NoKids, OneOf, place, Words } from './schema-parts.ts';
import { text } from './text-schemas.ts';

const typed = <T extends string>(type: T, description: string) => Type.Literal(type, { description });

export const listSchema = Type.Object(
  {
    type: typed('list', 'A list.'),
    ...place,
    ordered: Type.Boolean({ description: 'Whether the items are numbered.' }),
    start: Type.Optional(
      Type.Integer({ description: 'Number of the first item of an ordered list, if it is not 1.' }),
    ),
    kids: ListOf<ListItem>('ListItem', 'The items.'),
  },
  { description: 'A list. Nested lists are kids of their item.' },
);

export const listItemSchema = Type.Object(
  {
    type: typed('list_item', 'An item of a list.'),
    ...place,
    label: Type.Optional(Words('The bullet or number as printed, such as `3.`, `•` or `(iv)`.')),
    ...text,
    kids: ListOf<Block>('Block', 'Further paragraphs and nested lists.'),
  },
  { description: 'An item of a list. `content` is without the label.' },
);

export const tableSchema = Type.Object(
  {
    type: typed('table', 'A table.'),
    ...place,
    rows: Type.Integer({ minimum: 0, description: 'Number of rows.' }),
    columns: Type.Integer({ minimum: 0, description: 'Number of columns.' }),
    kids: ListOf<Row>('Row', 'The rows.'),
  },
  { description: 'A table.' },
);

export const rowSchema = Type.Object(
  {
    type: typed('row', 'A row of a table.'),
    ...place,
    kids: ListOf<Cell>('Cell', 'The cells that begin in this row, from left to right.'),
  },
  { description: 'A row of a table. Places that a span of an earlier row covers have no cell.' },
);

export const cellSchema = Type.Object(
  {
    type: typed('cell', 'A cell of a table.'),
    ...place,
    row: Count('The row in which it begins, from 1.'),
    column: Count('The column in which it begins, from 1.'),
    row_span: Count('Number of rows it covers.'),
    column_span: Count('Number of columns it covers.'),
    header: Type.Optional(OneOf(['row', 'column'], 'Whether it is the header of a row or of a column.')),
    kids: ListOf<Block>('Block', 'What is in the cell.'),
  },
  { description: 'A cell of a table.' },
);

export const figureSchema = Type.Object(
  {
    type: typed('figure', 'A figure.'),
    ...place,
    image: Type.Optional(
      Words('Name of the file in the images output, or a data URL if images are embedded.'),
    ),
    alt: Type.Optional(Words('The alternative text of the PDF.')),
    kids: ListOf<Block>('Block', 'Its caption, and text that belongs to it.'),
  },
  { description: 'An image with its caption.' },
);

export const fieldSchema = Type.Object(
  {
    type: typed('field', 'A form field.'),
    ...place,
    name: Words('The full name in the PDF.'),
    label: Type.Optional(Words('What a reader is told the field is for.')),
    field_type: OneOf(
      ['text', 'checkbox', 'radio', 'choice', 'button', 'signature'],
      'What kind of field it is.',
    ),
    value: Type.Unsafe<string | readonly string[] | boolean | null>(
      Type.Union([Type.String(), Type.Array(Type.String()), Type.Boolean(), Type.Null()], {
        description:
          'A text, the chosen options, whether a checkbox is checked, or null if the field is empty.',
      }),
    ),
    content: Words('The value as text; empty if the field is empty.'),
    kids: NoKids,
  },
  { description: 'A form field.' },
);

export const artifactSchema = Type.Object(
  {
    type: typed('artifact', 'What repeats on pages.'),
    ...place,
    kind: OneOf(['header', 'footer'], 'Where on the page it is.'),
    kids: ListOf<Block>('Block', 'Its text.'),
  },
  { description: 'A running header, footer or page number. Only with the option `include_header_footer`.' },
);
