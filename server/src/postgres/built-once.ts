/** Statements of every request are built once: building one costs the process as much as sending it. */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;
type Buildable<Row> = { compile(): CompiledQuery<Row> };

/** `build` sees a mark in place of each value, so the text must not depend on what the values are. */
export function builtOnce<Values extends readonly unknown[], Row>(
  build: (db: Connection, ...values: Values) => Buildable<Row>,
): (db: Connection, ...values: Values) => Promise<QueryResult<Row>> {
  const marks = Array.from({ length: build.length - 1 }, () => ({}));
  let built: { readonly query: CompiledQuery<Row>; readonly places: readonly number[] } | null = null;
  return (db, ...values) => {
    if (built === null) {
      const query = build(db, ...(marks as unknown as Values)).compile();
      built = { query, places: query.parameters.map((parameter) => marks.indexOf(parameter as object)) };
    }
    const { query, places } = built;
    const parameters = query.parameters.map((constant, at) => {
      const place = places[at] ?? -1;
      return place < 0 ? constant : values[place];
    });
    return db.executeQuery({ ...query, parameters });
  };
}
