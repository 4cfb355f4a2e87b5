/**
 * Replaces `postgres/compile-once.ts` in mutation tests. The original compiles a statement in the first test that
 * sends it, so only that test would count as covering the code that builds it.
 */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from '../../src/postgres/database.ts';

type Connection = Database | DatabaseTransaction;

export function compileOnce<Values, Row>(
  build: (db: Connection, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Connection, values: Values) => Promise<QueryResult<Row>> {
  return (db, values) => db.executeQuery(build(db, values).compile());
}
