/**
 * Moments by the database's clock alone: the clocks of API nodes and workers may differ. Those of the statement's
 * start, because an index cannot be searched for `clock_timestamp()`, which is another moment for every row.
 */
import { sql } from 'kysely';

export const databaseNow = sql<Date>`statement_timestamp()`;

export function fromNow(ms: number) {
  return sql<Date>`statement_timestamp() + make_interval(secs => ${ms}::float8 / 1000)`;
}
