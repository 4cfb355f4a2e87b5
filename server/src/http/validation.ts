/** Validates requests against their schemas, reports all faults at once, and coerces only query values. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isDay, parseTimestamp } from '../domain/timestamp.ts';

type Properties = { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
type Part = { readonly schema: unknown; readonly httpPart?: string | undefined };

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false });
addFormats.default(ajv);
// Stricter than the library's own: no leap seconds, no year 0, no space instead of the T.
ajv.addFormat('date', isDay);
ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== null);

const wholeNumber = /^-?\d{1,15}$/;

/** Converts integers and comma-separated lists; `1e2` and `0x1` stay text. */
function convertValue(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && wholeNumber.test(value)) return Number(value);
  return type === 'array' ? value.split(',') : value;
}

/** Query values are text: they are converted to the types of the schema. */
function withTypes({ properties = {} }: Properties, query: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    convertValue(properties[name]?.type, value),
  ]);
  return Object.fromEntries(entries);
}

export function validatorOf({ schema, httpPart }: Part) {
  const check = ajv.compile(schema as object);
  if (httpPart !== 'querystring') return check;
  return (query: Readonly<Record<string, unknown>> | null) => {
    const value = withTypes(schema as Properties, query ?? {});
    return check(value) ? { value } : { error: check.errors ?? [] };
  };
}
