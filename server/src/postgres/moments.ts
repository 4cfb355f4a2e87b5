/** Moments by the database's clock alone: the clocks of API nodes and workers may differ. */
import { sql } from 'kysely';

export function fromNow(ms: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${ms}::float8 / 1000)`;
}
