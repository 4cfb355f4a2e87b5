/** Frequent statements are parsed and planned once per connection. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const mark = '/* prepared */';

/**
 * Marks a statement to be prepared. Not for statements whose text or best plan depends on the values. Columns must be
 * listed: `*` would change its meaning when a migration adds one.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

/** Marks the text of one statement that was built elsewhere. */
export const asPrepared = (text: string) => `${text.trimEnd()} ${mark}`;

export const isPrepared = (text: string) => text.endsWith(mark);

/**
 * The prepared statement is missing or has changed: a column changed its type, or a pooler switched the connection.
 * Raised before anything has run.
 */
export function isLostStatement(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '26000' || error.code === '42P05') return true;
  return error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** The server truncates names at 63 bytes. */
function namer(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `octavo_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}

type Query = (text: unknown, ...rest: unknown[]) => unknown;

/** Makes a new connection prepare the marked statements. */
export function usePreparedStatements(): (client: pg.PoolClient) => void {
  const nameOf = namer();
  return (client) => {
    const send = client.query.bind(client) as Query;
    const lost = new Set<string>();
    const sendKept = async (text: string, values: unknown) => {
      const isAlone = client.getTransactionStatus() === 'I';
      try {
        return await send({ name: nameOf(text), text, values });
      } catch (error) {
        if (!isLostStatement(error)) throw error;
        // Not prepared again on this connection, because it may be lost every time.
        lost.add(text);
        // Its transaction has been aborted and must be repeated by the caller.
        if (!isAlone) throw error;
        return send(text, values);
      }
    };
    const query: Query = (text, ...rest) => {
      const isKept = typeof text === 'string' && isPrepared(text) && rest.length < 2 && !lost.has(text);
      return isKept ? sendKept(text, rest[0]) : send(text, ...rest);
    };
    Object.assign(client, { query });
  };
}
