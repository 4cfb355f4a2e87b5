/** JSON Schema of the json output. `npm run generate` publishes it with the documentation. */
import { Type } from 'typebox';
import type { Block } from '../model/blocks.ts';
import { type OutlineItem, type Page, type PageOcr, schemaId } from '../model/document.ts';
import {
  artifactSchema,
  cellSchema,
  fieldSchema,
  figureSchema,
  listItemSchema,
  listSchema,
  rowSchema,
  tableSchema,
} from './block-schemas.ts';
import { Count, Defined, ListOf, Words } from './schema-parts.ts';
import {
  Confidence,
  captionSchema,
  codeSchema,
  footnoteSchema,
  formulaSchema,
  headingSchema,
  lineSchema,
  linkSchema,
  paragraphSchema,
  spanSchema,
  wordSchema,
} from './text-schemas.ts';

export const pageOcrSchema = Type.Object(
  {
    words: Type.Integer({ minimum: 0, description: 'Recognized words.' }),
    confidence: Confidence('Mean of the words, weighted by their lengths, from 0 to 1.'),
  },
  { description: 'How the text of a page was recognized (OCR).' },
);

export const pageSchema = Type.Object(
  {
    page: Count('The number of the page in the PDF, from 1.'),
    label: Type.Optional(Words('As a viewer shows it, such as `iv`; absent if it is the page number.')),
    width: Type.Number({ description: 'In points, as displayed.' }),
    height: Type.Number({ description: 'In points, as displayed.' }),
    rotation: Type.Unsafe<Page['rotation']>({
      type: 'integer',
      enum: [0, 90, 180, 270],
      description: 'By how many degrees the PDF turns the page clockwise for display.',
    }),
    ocr: Type.Optional(
      Defined<PageOcr>('PageOcr', 'Present if the text of the page was recognized in its picture (OCR).'),
    ),
  },
  { description: 'A converted page.' },
);

export const outlineItemSchema = Type.Object(
  {
    title: Words('As a viewer shows it.'),
    level: Count('Depth in the outline, from 1.'),
    page: Type.Optional(Count('Where it leads; absent if it leads to no page of the document.')),
  },
  { description: 'A bookmark of the PDF.' },
);

const head = {
  schema: Type.Literal(schemaId, { description: 'Name and version of this format.' }),
  file_name: Type.Optional(Words('Name of the uploaded file.')),
  title: Type.Optional(Words('Title in the metadata of the PDF.')),
  author: Type.Optional(Words('Author in the metadata of the PDF.')),
  language: Type.Optional(Words('Language tag (BCP 47).')),
  page_count: Type.Integer({
    minimum: 0,
    description: 'Pages of the whole PDF, also if only some were converted.',
  }),
  pages: ListOf<Page>('Page', 'The pages that were converted.'),
  outline: ListOf<OutlineItem>('OutlineItem', 'The bookmarks of the PDF, in order.'),
};

export const headSchema = Type.Object(head);

const blocks = {
  Heading: headingSchema,
  Paragraph: paragraphSchema,
  Code: codeSchema,
  Formula: formulaSchema,
  Footnote: footnoteSchema,
  Caption: captionSchema,
  List: listSchema,
  Table: tableSchema,
  Figure: figureSchema,
  Field: fieldSchema,
  Artifact: artifactSchema,
};

const references = Object.keys(blocks).map((name) => Type.Ref(`#/$defs/${name}`));

/** What `$ref` of the schemas above refers to. */
export const definitions = {
  Block: Type.Union(references, { description: 'Any block, told apart by `type`.' }),
  ...blocks,
  ListItem: listItemSchema,
  Row: rowSchema,
  Cell: cellSchema,
  Span: spanSchema,
  Link: linkSchema,
  Line: lineSchema,
  Word: wordSchema,
  Page: pageSchema,
  PageOcr: pageOcrSchema,
  OutlineItem: outlineItemSchema,
};

export const documentSchema = Type.Object({
  type: Type.Literal('document', { description: 'The root.' }),
  ...head,
  kids: ListOf<Block>('Block', 'The blocks in reading order.'),
});

export const partSchema = Type.Object({
  page: Count('The page on which the blocks begin.'),
  kids: ListOf<Block>('Block', 'The blocks in reading order.'),
});

/** Properties may be added within one version: readers ignore what they do not know. */
export const publishedSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:octavo:document:1',
  title: 'Octavo document',
  description: 'The json output. Every node has `type` and `kids`: a walk over `kids` alone meets all text.',
  ...documentSchema,
  $defs: definitions,
};
