/** The schema describes the model: types agree, and every property is explained. */
import type { Static } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as Blocks from '../model/blocks.ts';
import type { Document, DocumentHead, DocumentPart, OutlineItem, Page, PageOcr } from '../model/document.ts';
import type * as BlockSchemas from './block-schemas.ts';
import {
  type documentSchema,
  type headSchema,
  type outlineItemSchema,
  type pageOcrSchema,
  type pageSchema,
  type partSchema,
  publishedSchema,
} from './document-schema.ts';
import type * as TextSchemas from './text-schemas.ts';

/** Of one node: its members have the types of the model themselves. */
type Members<T> = { -readonly [K in keyof T]: T[K] };
type Of<S extends import('typebox').TSchema> = Members<Static<S>>;

it('has the types of the model', () => {
  expectTypeOf<Of<typeof TextSchemas.headingSchema>>().toEqualTypeOf<Members<Blocks.Heading>>();
  expectTypeOf<Of<typeof TextSchemas.paragraphSchema>>().toEqualTypeOf<Members<Blocks.Paragraph>>();
  expectTypeOf<Of<typeof TextSchemas.codeSchema>>().toEqualTypeOf<Members<Blocks.Code>>();
  expectTypeOf<Of<typeof TextSchemas.formulaSchema>>().toEqualTypeOf<Members<Blocks.Formula>>();
  expectTypeOf<Of<typeof TextSchemas.footnoteSchema>>().toEqualTypeOf<Members<Blocks.Footnote>>();
  expectTypeOf<Of<typeof TextSchemas.captionSchema>>().toEqualTypeOf<Members<Blocks.Caption>>();
  expectTypeOf<Of<typeof TextSchemas.spanSchema>>().toEqualTypeOf<Members<Blocks.Span>>();
  expectTypeOf<Of<typeof TextSchemas.lineSchema>>().toEqualTypeOf<Members<Blocks.Line>>();
  expectTypeOf<Of<typeof TextSchemas.wordSchema>>().toEqualTypeOf<Members<Blocks.Word>>();
  expectTypeOf<Of<typeof BlockSchemas.listSchema>>().toEqualTypeOf<Members<Blocks.List>>();
  expectTypeOf<Of<typeof BlockSchemas.listItemSchema>>().toEqualTypeOf<Members<Blocks.ListItem>>();
  expectTypeOf<Of<typeof BlockSchemas.tableSchema>>().toEqualTypeOf<Members<Blocks.Table>>();
  expectTypeOf<Of<typeof BlockSchemas.rowSchema>>().toEqualTypeOf<Members<Blocks.Row>>();
  expectTypeOf<Of<typeof BlockSchemas.cellSchema>>().toEqualTypeOf<Members<Blocks.Cell>>();
  expectTypeOf<Of<typeof BlockSchemas.figureSchema>>().toEqualTypeOf<Members<Blocks.Figure>>();
  expectTypeOf<Of<typeof BlockSchemas.fieldSchema>>().toEqualTypeOf<Members<Blocks.Field>>();
  expectTypeOf<Of<typeof BlockSchemas.artifactSchema>>().toEqualTypeOf<Members<Blocks.Artifact>>();
  expectTypeOf<Of<typeof pageOcrSchema>>().toEqualTypeOf<Members<PageOcr>>();
  expectTypeOf<Of<typeof pageSchema>>().toEqualTypeOf<Members<Page>>();
  expectTypeOf<Of<typeof outlineItemSchema>>().toEqualTypeOf<Members<OutlineItem>>();
  expectTypeOf<Of<typeof headSchema>>().toEqualTypeOf<Members<DocumentHead>>();
  expectTypeOf<Of<typeof partSchema>>().toEqualTypeOf<Members<DocumentPart>>();
  expectTypeOf<Of<typeof documentSchema>>().toEqualTypeOf<Members<Document>>();
});

type Plain = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

function undescribed(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const own = properties.filter(([, value]) => isObject(value) && typeof value['description'] !== 'string');
  return [
    ...own.map(([name]) => `${path}.${name}`),
    ...Object.entries(schema).flatMap(([name, value]) => undescribed(value, `${path}/${name}`)),
  ];
}

describe('the published schema', () => {
  it('explains every property', () => {
    expect(undescribed(JSON.parse(JSON.stringify(publishedSchema)), '#')).toEqual([]);
  });

  it('refers only to what it defines', () => {
    const referred = JSON.stringify(publishedSchema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g);
    const names = new Set([...referred].map(([, name]) => name));
    expect([...names].filter((name) => !Object.hasOwn(publishedSchema.$defs, name ?? ''))).toEqual([]);
  });
});
