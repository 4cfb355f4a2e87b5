/** Checks requests against their schemas, all faults at once, and takes nothing for what it is not. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isDay, parseTimestamp } from '../domain/timestamp.ts';

type Properties = { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
type Part = { readonly schema: unknown; readonly httpPart?: string | undefined };

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false });
addFormats.default(ajv);
// Stricter than the library's own: leap seconds, the year 0 and a space in place of the T are nobody's intention.
ajv.addFormat('date', isDay);
ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== null);

const wholeNumber = /^-?\d{1,15}$/;

/** Where the schema says integer and the text is one, it becomes a number; `1e2` and `0x1` stay text. A list is split at commas. */
function read(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && wholeNumber.test(value)) return Number(value);
  return type === 'array' ? value.split(',') : value;
}

/** A query is text: its values are taken for what the schema says they are. */
function withTypes({ properties = {} }: Properties, query: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(query).map(([name, value]) => [name, read(properties[name]?.type, value)]);
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
