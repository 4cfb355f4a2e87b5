/** Values for a schema: valid, slightly invalid, and unrelated ones. */
import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from './contract.ts';
import { namesJob, ownJobId, ownUploadId } from './fuzz-request.ts';
import { oddNumbers, oddTexts } from './odd-values.ts';

const weights = { valid: 6, near: 3, odd: 1 };

export const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);

const oddValue: Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(...oddNumbers),
  fc.jsonValue({ maxDepth: 3 }),
);

/** JSON has no undefined: missing members are left out. */
const missing = Symbol('missing');

const instant = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2030-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

function formatted(format: string): Arbitrary<string> | null {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'date-time':
      return instant;
    case 'date':
      return instant.map((text) => text.slice(0, 10));
    case 'uri':
      // Most names do not resolve; the only address that the service under test may call is loopback.
      return fc.oneof(fc.webUrl(), fc.constant('http://127.0.0.1:9/hook'));
    default:
      return null;
  }
}

const plainText = ({ minLength = 0, maxLength = 40 }: Schema) =>
  fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) });

function validText(schema: Schema): Arbitrary<unknown> {
  const byFormat = schema.format === undefined ? null : formatted(schema.format);
  return byFormat ?? plainText(schema);
}

function nearText(schema: Schema): Arbitrary<unknown> {
  const tooLong = (schema.maxLength ?? 100_000) + 1;
  return fc.oneof(
    fc.constantFrom('x'.repeat(Math.min(tooLong, 3_000)), 'x'.repeat(schema.maxLength ?? 1), '', null, 7),
    validText(schema).map((text) => `${String(text)} `),
    validText(schema).map((text) => String(text).slice(0, -1)),
    validText(schema).map((text) => [text]),
  );
}

const integer = ({ minimum = 0, maximum = 1_000 }: Schema) =>
  fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) });
const number = ({ minimum = 0, maximum = 1_000 }: Schema) =>
  fc.double({ min: minimum, max: maximum, noNaN: true });
const nearInteger = ({ minimum = 0, maximum = 1_000 }: Schema) =>
  fc.constantFrom<unknown>(minimum - 1, maximum + 1, minimum, maximum, String(minimum), minimum + 0.5, null);

/** The contract types it as a string, because the service reports invalid URLs itself. */
function asNamed(name: string, inner: Schema): Schema {
  if (namesJob(name)) return { ...inner, const: ownJobId };
  if (name === 'upload_id') return { ...inner, const: ownUploadId };
  return name === 'url' ? { ...inner, format: 'uri' } : inner;
}

function object(schema: Schema, member: (schema: Schema) => Arbitrary<unknown>): Arbitrary<unknown> {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, inner]): [string, Arbitrary<unknown>] => [
      name,
      required.has(name)
        ? member(asNamed(name, inner))
        : fc.oneof(member(asNamed(name, inner)), fc.constant(missing)),
    ],
  );
  return fc.record(Object.fromEntries(members)).map(withoutMissing);
}

const withoutMissing = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== missing));

/** A member too many, one too few, or one that misses its own schema. */
function nearObject(schema: Schema): Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  return fc.oneof(
    fc.tuple(validOf(schema), oddText, oddValue).map(([value, name, extra]) => ({
      ...(value as object),
      [name]: extra,
    })),
    ...(names.length === 0
      ? []
      : [
          fc
            .tuple(validOf(schema), fc.constantFrom(...names))
            .map(([value, name]) =>
              withoutMissing(Object.fromEntries(Object.entries({ ...(value as object), [name]: missing }))),
            ),
          object(schema, (inner) => fc.oneof(validOf(inner), nearOf(inner))),
        ]),
    validOf(schema).map((value) => [value]),
  );
}

export function validOf(schema: Schema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validOf));
  switch (schema.type) {
    case 'string':
      return validText(schema);
    case 'integer':
      return integer(schema);
    case 'number':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 5 });
    case 'object':
      return object(schema, validOf);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

export function nearOf(schema: Schema): Arbitrary<unknown> {
  if (schema.enum)
    return fc.constantFrom<unknown>(...schema.enum.map((one) => String(one).toUpperCase()), '', null);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(nearOf));
  switch (schema.type) {
    case 'string':
      return nearText(schema);
    case 'integer':
    case 'number':
      return nearInteger(schema);
    case 'boolean':
      return fc.constantFrom<unknown>('true', 0, 1, null);
    case 'array':
      return fc.oneof(
        fc.constant([]),
        fc.array(fc.oneof(validOf(schema.items ?? {}), nearOf(schema.items ?? {})), { maxLength: 8 }),
        validOf(schema).map((value) => ({ 0: value })),
        fc.array(validOf(schema.items ?? {}), { minLength: 200, maxLength: 200 }),
      );
    case 'object':
      return nearObject(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

export const drawnFrom = (schema: Schema): Arbitrary<unknown> =>
  fc.oneof(
    { weight: weights.valid, arbitrary: validOf(schema) },
    { weight: weights.near, arbitrary: nearOf(schema) },
    { weight: weights.odd, arbitrary: oddValue },
  );
