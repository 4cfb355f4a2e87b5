/** The types of the SDK are those of the document model, in camelCase: this file does not compile if they differ. */
import { expect, expectTypeOf, it } from 'vitest';
import type { DocumentNode as ModelNode } from '../../../document/model/blocks.ts';
import { type Document as ModelDocument, schemaId } from '../../../document/model/document.ts';
import type { DocumentNode, ParsedDocument } from './node.ts';

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

type CamelCased<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: CamelCased<Value[Index]> }
    : { readonly [Name in keyof Value as Camel<Name> & string]: CamelCased<Value[Name]> };

it('has the same members and types as the model', () => {
  expectTypeOf<ParsedDocument>().toExtend<CamelCased<ModelDocument>>();
  expectTypeOf<CamelCased<ModelDocument>>().toExtend<ParsedDocument>();
});

type KeysByType<Node extends { readonly type: string }> = {
  [Type in Node['type']]: keyof Extract<Node, { type: Type }>;
};

it('has no optional member that the model does not have', () => {
  expectTypeOf<KeysByType<DocumentNode>>().toEqualTypeOf<KeysByType<CamelCased<ModelNode>>>();
  expectTypeOf<keyof ParsedDocument>().toEqualTypeOf<keyof CamelCased<ModelDocument>>();
});

it('reads the schema of the model', () => {
  expectTypeOf<ParsedDocument['schema']>().toEqualTypeOf<typeof schemaId>();
  expect(schemaId).toBe('octavo-document/1');
});
