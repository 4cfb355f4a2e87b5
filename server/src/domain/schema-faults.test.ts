import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { toFaults } from './schema-faults.ts';
import { OneOf, storableText } from './schema-parts.ts';

const faultsOf = (schema: TSchema, value: unknown) => toFaults(Compile(schema).Errors(value), 'body');
const messageFor = (schema: TSchema, value: unknown) =>
  faultsOf(Type.Object({ field: schema }), { field: value }).map(({ msg }) => msg);
const OrNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);

describe('a fault of a request', () => {
  it.each([
    [Type.String(), 1, 'must be a string'],
    [Type.Integer(), 1.5, 'must be a whole number'],
    [Type.Number(), '1', 'must be a number'],
    [Type.Boolean(), 'true', 'must be true or false'],
    [Type.Array(Type.String()), 'a', 'must be an array'],
    [Type.Object({}), [], 'must be an object'],
    [OrNull(Type.String()), 1, 'must be a string or null'],
    [OrNull(Type.String({ maxLength: 3 })), 'long', 'must have at most 3 characters'],
    [OneOf(['a', 'b']), 1, 'must be one of a, b'],
    [OneOf(['a', 'b']), 'c', 'must be one of a, b'],
    [Type.Literal('a'), 'b', 'must be "a"'],
    [Type.String({ minLength: 1 }), '', 'must have at least 1 character'],
    [Type.String({ minLength: 2 }), '', 'must have at least 2 characters'],
    [Type.String({ maxLength: 1 }), 'ab', 'must have at most 1 character'],
    [Type.Integer({ minimum: 1 }), 0, 'must be at least 1'],
    [Type.Integer({ maximum: 100 }), 101, 'must be at most 100'],
    [Type.Number({ exclusiveMinimum: 0 }), 0, 'must be more than 0'],
    [Type.Number({ exclusiveMaximum: 1 }), 1, 'must be less than 1'],
    [Type.Integer({ multipleOf: 5 }), 3, 'must be a multiple of 5'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'must have at least 1 item'],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'must have at most 1 item'],
    [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'a'], 'must not have the same item twice'],
    [Type.Object({}, { minProperties: 1 }), {}, 'must have at least 1 field'],
    [Type.Object({}, { maxProperties: 1 }), { a: 1, b: 2 }, 'must have at most 1 field'],
    [Type.String({ format: 'date' }), 'x', 'must be a date such as 2026-11-30'],
    [
      Type.String({ format: 'date-time' }),
      'x',
      'must be a date and time with its offset, such as 2026-11-30T12:00:00Z',
    ],
    [Type.String({ format: 'uuid' }), 'x', 'must be a UUID'],
    [Type.String({ format: 'email' }), 'x', 'does not have the expected form'],
    [Type.String({ pattern: storableText }), '\0', 'must not contain NUL or broken Unicode characters'],
    [Type.String({ pattern: '^a$' }), 'b', 'does not have the expected form'],
    [Type.Unsafe({ not: { type: 'string' } }), 'a', 'is not valid'],
  ])('%# in our own words', (schema, value, message) => {
    expect(messageFor(schema, value)).toEqual([message]);
  });

  it('names members that are missing or not known, with their own place', () => {
    const schema = Type.Object({ 'a/b': Type.String(), c: Type.String() }, { additionalProperties: false });
    expect(faultsOf(schema, { d: 1, 'e~f': 2 })).toEqual([
      { loc: ['body', 'a/b'], msg: 'is required' },
      { loc: ['body', 'c'], msg: 'is required' },
      { loc: ['body', 'd'], msg: 'is not known' },
      { loc: ['body', 'e~f'], msg: 'is not known' },
    ]);
  });

  it('names the index in a list', () => {
    expect(faultsOf(Type.Array(OneOf(['a'])), ['a', 'b'])).toEqual([
      { loc: ['body', 1], msg: 'must be one of a' },
    ]);
  });

  it('is listed also after the eighth', () => {
    const fields = Array.from({ length: 20 }, (_, at) => [`f${at}`, Type.String()]);
    expect(faultsOf(Type.Object(Object.fromEntries(fields)), {})).toHaveLength(20);
    const wrong = fields.map(([name]) => [name, 1]);
    expect(faultsOf(Type.Object(Object.fromEntries(fields)), Object.fromEntries(wrong))).toHaveLength(20);
  });
});
