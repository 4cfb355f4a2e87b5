/** Small schemas that several bodies share. */
import { type TSchema, Type } from '@fastify/type-provider-typebox';

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' });

/** In a query: `?name=a,b`. */
export function CommaList<const T extends string>(values: readonly T[], options: { description: string }) {
  const list = { type: 'array', items: { type: 'string', enum: [...values] }, style: 'form', explode: false };
  return Type.Unsafe<T[]>({ ...list, ...options });
}

export function Day(description = 'A day (UTC), such as `2026-11-30`.') {
  return Type.String({ format: 'date', description });
}

export function OrNull<T extends TSchema>(schema: T, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}
