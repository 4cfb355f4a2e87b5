/**
 * Times by the database's clock, because the clocks of nodes may differ. The time of the statement's start, because
 * an index cannot be searched for `clock_timestamp()`, which changes per row.
 */
import { sql } from 'kysely';

export const databaseNow = sql<Date>`statement_timestamp()`;

export function fromNow(ms: number) {
  return sql<Date>`statement_timestamp() + make_interval(secs => ${ms}::float8 / 1000)`;
}
