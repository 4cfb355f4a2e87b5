/** Opaque cursors: where a list or a text goes on, bound to what it was read from. */
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidRequest, type OctavoError } from './errors.ts';

const cursorCharsMax = 1_000;

const outdated = 'belongs to another result: the job was converted again, or it is another job';

function invalidCursor(msg: string): OctavoError {
  return invalidRequest({ loc: ['query', 'cursor'], msg });
}

function parse(cursor: string): unknown {
  if (cursor.length > cursorCharsMax) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

/** Cursors of one kind. `of` names what is read, such as its hash. */
export function cursorsOf<Position extends TSchema>(kind: string, position: Position) {
  const check = Compile(Type.Object({ kind: Type.Literal(kind), of: Type.String(), at: position }));
  return {
    encode: (of: string, at: Static<Position>): string =>
      Buffer.from(JSON.stringify({ kind, of: of.slice(0, 16), at })).toString('base64url'),
    /** Throws `invalid_request`. */
    decode: (of: string, cursor: string): Static<Position> => {
      const value = parse(cursor);
      if (!check.Check(value)) throw invalidCursor('is not a cursor of this list');
      const { of: named, at } = value as unknown as { readonly of: string; readonly at: Static<Position> };
      if (named !== of.slice(0, 16)) throw invalidCursor(outdated);
      return at;
    },
  };
}
