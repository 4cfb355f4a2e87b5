/** Converts the validator's errors into faults with their place in the request, in our own words. */
import type { TValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import type { Fault } from './errors.ts';
import { languageTagPattern, languageTagText } from './language-tag.ts';
import { storableText } from './schema-parts.ts';

// By default only 8 errors are collected; a client should see all of its faults at once. The bound limits the work
// for a body that is nothing but faults.
Settings.Set({ maxErrors: 100 });

/** What the conversion needs; errors of the domain can have this form too. */
export type SchemaFault = Pick<TValidationError, 'keyword' | 'instancePath' | 'params'>;

type Params = Readonly<Record<string, unknown>>;

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const formatTexts: Readonly<Record<string, string>> = {
  date: 'must be a date such as 2026-11-30',
  'date-time': 'must be a date and time with its offset, such as 2026-11-30T12:00:00Z',
  uuid: 'must be a UUID',
  uri: 'must be an absolute URL',
};

const patternTexts: Readonly<Record<string, string>> = {
  [storableText]: 'must not contain NUL or broken Unicode characters',
  [languageTagPattern]: languageTagText,
};

function counted(limit: unknown, unit: string, units: string): string {
  return `${String(limit)} ${limit === 1 ? unit : units}`;
}

/** By keyword of JSON Schema. A keyword that is not here says only that the value is not valid. */
const texts: Readonly<Record<string, (params: Params) => string>> = {
  additionalProperties: () => 'is not known',
  boolean: () => 'is not known',
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  format: ({ format }) => formatTexts[String(format)] ?? 'does not have the expected form',
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item', 'items')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character', 'characters')}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'field', 'fields')}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item', 'items')}`,
  minLength: ({ limit }) => `must have at least ${counted(limit, 'character', 'characters')}`,
  minProperties: ({ limit }) => `must have at least ${counted(limit, 'field', 'fields')}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  pattern: ({ pattern }) => patternTexts[String(pattern)] ?? 'does not have the expected form',
  required: () => 'is required',
  uniqueItems: () => 'must not have the same item twice',
};

function segments(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** The members that a fault is about, if any. */
function membersOf({ params }: SchemaFault): readonly string[] {
  const { requiredProperties, additionalProperties } = params as Params;
  return ((requiredProperties ?? additionalProperties) as readonly string[] | undefined) ?? [];
}

/** The types that would be allowed in one place: a union reports one error for each. */
function typeText(faults: readonly SchemaFault[]): string {
  const types = faults.flatMap(({ params }) => ('type' in params ? [params.type].flat() : []));
  const names = [...new Set(types)].map((type) => typeNames[String(type)] ?? String(type));
  return `must be ${names.join(' or ')}`;
}

/** A wrong type is reported only if nothing more exact is known, such as the list of allowed values. */
function textOf(faults: readonly SchemaFault[]): string {
  const exact = faults.find(({ keyword }) => keyword in texts);
  if (exact) return texts[exact.keyword]?.(exact.params as Params) ?? 'is not valid';
  const types = faults.filter(({ keyword }) => keyword === 'type');
  return types.length > 0 ? typeText(types) : 'is not valid';
}

/** One fault for each place, in the order of the validator. */
export function toFaults(faults: readonly SchemaFault[], place: string): readonly Fault[] {
  const placed = faults.flatMap((fault) => {
    const path = [place, ...segments(fault.instancePath)];
    const members = membersOf(fault);
    return members.length > 0
      ? members.map((member) => ({ loc: [...path, member], fault }))
      : [{ loc: path, fault }];
  });
  const byPlace = Map.groupBy(placed, ({ loc }) => JSON.stringify(loc));
  return [...byPlace.values()].map((group) => ({
    loc: group[0]?.loc ?? [place],
    msg: textOf(group.map(({ fault }) => fault)),
  }));
}
