/** The json output becomes a document with camelCase names, and nothing else of it changes. */
import { describe, expect, it } from 'vitest';
import { DocumentSchemaError, InputError } from '../errors/octavo-error.ts';
import { camelCased } from './camel-cased.ts';
import { parseDocument } from './parse-document.ts';

const output = {
  schema: 'octavo-document/1',
  type: 'document',
  page_count: 1,
  pages: [{ page: 1, width: 595, height: 842, rotation: 0 }],
  outline: [],
  kids: [
    { type: 'paragraph', content: 'row_span and file_name are words', spans: [], lines: [], kids: [] },
    { type: 'cell', row_span: 1, column_span: 2, kids: [] },
    { type: 'field', field_type: 'choice', value: ['first_value'], content: 'first_value', kids: [] },
  ],
};

describe('parseDocument', () => {
  it('renames members, and leaves values alone', () => {
    expect(parseDocument(JSON.stringify(output))).toEqual({
      schema: 'octavo-document/1',
      type: 'document',
      pageCount: 1,
      pages: output.pages,
      outline: [],
      kids: [
        output.kids[0],
        { type: 'cell', rowSpan: 1, columnSpan: 2, kids: [] },
        { type: 'field', fieldType: 'choice', value: ['first_value'], content: 'first_value', kids: [] },
      ],
    });
  });

  it('reads a value that is already parsed', () => {
    expect(parseDocument(output)).toEqual(parseDocument(JSON.stringify(output)));
  });

  it.each([
    ['JSON of an older server', '{"file name":"a.pdf","number of pages":1,"kids":[]}', /older version/],
    ['a later schema', '{"schema":"octavo-document/2"}', /"octavo-document\/2"/],
    ['null', 'null', /older version/],
  ])('refuses %s with what to do', (_, text, message) => {
    expect(() => parseDocument(text)).toThrow(DocumentSchemaError);
    expect(() => parseDocument(text)).toThrow(message);
  });

  it('refuses text that is cut', () => {
    expect(() => parseDocument('{"schema":"octavo-docu')).toThrow(InputError);
  });
});

describe('camelCased', () => {
  it('does not copy what needs no renaming', () => {
    const value = { kids: [{ box: [1, 2, 3, 4], content: 'a_b' }] };
    expect(camelCased(value)).toBe(value);
    const mixed = { kids: [value, { row_span: 1 }] };
    expect((camelCased(mixed) as typeof mixed).kids[0]).toBe(value);
  });

  it('does not change the prototype of what it returns', () => {
    const renamed = camelCased(JSON.parse('{"__proto__":{"a_b":1},"c_d":{}}')) as object;
    expect(Object.getPrototypeOf(renamed)).toBe(Object.prototype);
  });
});
