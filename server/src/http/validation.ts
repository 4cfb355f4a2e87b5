/** Validates requests against their schemas, reports all faults at once, and coerces only query values. */
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { isDay, parseTimestamp } from '../domain/timestamp.ts';

type Properties = { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
type Part = { readonly schema: unknown; readonly httpPart?: string | undefined };

// Stricter than the library's own: no leap seconds, no year 0, no space instead of the T.
Format.Set('date', isDay);
Format.Set('date-time', (text) => parseTimestamp(text) !== null);

const wholeNumber = /^-?\d{1,15}$/;

/** Converts integers, `true`, `false` and comma-separated lists; `1e2` and `0x1` stay text. */
function convertValue(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && wholeNumber.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return type === 'array' ? value.split(',') : value;
}

/** Query values are text: they are converted to the types of the schema. */
function withTypes({ properties = {} }: Properties, query: unknown) {
  const entries = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    convertValue(properties[name]?.type, value),
  ]);
  return Object.fromEntries(entries);
}

/** Defaults of the schema are filled in before the check. */
export function validatorOf({ schema, httpPart }: Part) {
  const compiled = Compile(schema as TSchema);
  return (given: unknown) => {
    const typed = httpPart === 'querystring' ? withTypes(schema as Properties, given) : given;
    const value = compiled.Default(typed);
    return compiled.Check(value) ? { value } : { error: compiled.Errors(value) };
  };
}
