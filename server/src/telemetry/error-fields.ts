/**
 * Serializes errors for the log without row values: PostgreSQL repeats whole rows, including file names, in its error
 * fields.
 */
import { pino } from 'pino';

/** Fields of a database error that may contain values. */
const valueFields = new Set(['detail', 'hint', 'where', 'internalQuery', 'query', 'parameters', 'values']);
/** Deeper than any chain of errors. */
const depthMax = 8;
const masked = 'a value was refused by the database';

function withoutValues(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((item) => withoutValues(item, depth + 1));
  // Dates, buffers and secrets have their own serialization.
  if ('toJSON' in value) return value;
  const kept = Object.entries(value).filter(([name]) => !valueFields.has(name));
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutValues(field, depth + 1)]));
}

/** Messages of class 22 (data exception), such as `invalid input syntax for type uuid: "…"`, quote the value. */
function quotingMessages(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > depthMax) return [];
  const isQuoting = 'severity' in error && 'code' in error && /^22...$/.test(String(error.code));
  const others = error instanceof AggregateError ? error.errors : [];
  const inside = [error.cause, ...others].flatMap((one) => quotingMessages(one, depth + 1));
  return isQuoting ? [error.message, ...inside] : inside;
}

/** For `serializers.err` of the logger. */
export function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return withoutValues(error);
  const fields = withoutValues({ ...pino.stdSerializers.err(error) });
  const messages = quotingMessages(error);
  if (messages.length === 0) return fields;
  // They are also in the message and stack of wrapping errors.
  const escaped = messages.map((message) => JSON.stringify(message).slice(1, -1));
  const text = escaped.reduce(
    (written, message) => written.replaceAll(message, masked),
    JSON.stringify(fields),
  );
  return JSON.parse(text);
}
