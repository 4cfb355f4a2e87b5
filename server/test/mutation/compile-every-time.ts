/**
 * Stands in for `postgres/built-once.ts` while mutants are tried. There, a statement is built in the first test that
 * sends it, so that only this test would count as one that covers the code that builds it.
 */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from '../../src/postgres/database.ts';

type Connection = Database | DatabaseTransaction;

export function compileOnce<Values, Row>(
  build: (db: Connection, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Connection, values: Values) => Promise<QueryResult<Row>> {
  return (db, values) => db.executeQuery(build(db, values).compile());
}
