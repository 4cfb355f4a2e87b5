/** Parts that several schemas share. */
import { Type } from 'typebox';

/** A string of a closed list; as `enum`, so that errors can name the list and clients get one type. */
export function OneOf<const T extends string>(
  values: readonly T[],
  options: { description?: string; default?: unknown } = {},
) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

/** A pattern for text that can be stored: no NUL, no half of a surrogate pair. */
export const storableText = '^[^\\u0000\\uD800-\\uDFFF]*$';
