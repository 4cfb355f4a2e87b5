/** Statements that run all day and always read the same are parsed and planned once on each connection. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const mark = '/* prepared */';

/**
 * Ends such a statement. Not for one whose text depends on what is asked, of which there would be ever more, and not
 * for one whose best plan does: a prepared plan is made for any value. Its columns are named: a `*` would change its
 * meaning under it when a migration adds one.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

export const isPrepared = (text: string) => text.endsWith(mark);

/**
 * What was prepared is not there, or has become another: a column changed its type, or a pooler gave us the
 * connection of somebody else. Said before anything has run.
 */
export function isLostStatement(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '26000' || error.code === '42P05') return true;
  return error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** The server cuts names off at 63 bytes. */
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

/** Teaches a fresh connection to keep what is marked. */
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
        // Not prepared again on this connection: whatever took it away may do so every time.
        lost.add(text);
        // A transaction it was part of is over; whoever began it has to begin again.
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
