/** Building blocks of the JSON Schema of documents. */
import { Type } from 'typebox';
import type { Box } from '../model/document.ts';

/** A definition of the schema, with the type of the model that it describes. */
export const Defined = <T>(name: string, description: string) =>
  Type.Unsafe<T>({ description, ...Type.Ref(`#/$defs/${name}`) });

export const ListOf = <T>(name: string, description: string) =>
  Type.Unsafe<readonly T[]>(Type.Array(Type.Ref(`#/$defs/${name}`), { description }));

export const Words = (description: string) => Type.String({ description });
export const Count = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, description });
export const Flag = (description: string) => Type.Optional(Type.Literal(true, { description }));

export const OneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });

/** `description` repeats what a reader of one node has to know; the schema has no inheritance. */
export const place = {
  page: Count('The page on which it begins, from 1.'),
  box: Type.Unsafe<Box>(
    Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description:
        'Left, bottom, right and top in points, from the lower left corner of the page as it is displayed.',
    }),
  ),
};

export const NoKids = Type.Unsafe<readonly []>(
  Type.Array(Type.Unknown(), { maxItems: 0, description: 'Empty: the text is in `content`.' }),
);
