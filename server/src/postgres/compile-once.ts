/** Statements of every request are built once: building one costs the process as much as sending it. */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;
type Named = Readonly<Record<string, unknown>>;
type Buildable<Row> = { compile(): CompiledQuery<Row> };

/** Where each value goes; a constant of the statement has no name. */
type Built<Row> = { readonly query: CompiledQuery<Row>; readonly names: readonly (string | undefined)[] };

function buildWithMarks<Values extends Named, Row>(
  build: (db: Connection, values: Values) => Buildable<Row>,
  db: Connection,
): Built<Row> {
  const nameOfMark = new Map<unknown, string>();
  const marks = new Proxy({} as Values, {
    get: (_values, name: string) => {
      const mark = {};
      nameOfMark.set(mark, name);
      return mark;
    },
  });
  const query = build(db, marks).compile();
  return { query, names: query.parameters.map((parameter) => nameOfMark.get(parameter)) };
}

/** `build` sees marks in place of the values: they can be put into the statement, and decide nothing about its text. */
export function builtOnce<Values extends Named, Row>(
  build: (db: Connection, values: Values) => Buildable<Row>,
): (db: Connection, values: Values) => Promise<QueryResult<Row>> {
  let built: Built<Row> | null = null;
  return (db, values) => {
    built ??= buildWithMarks(build, db);
    const { query, names } = built;
    const parameters = query.parameters.map((constant, at) => {
      const name = names[at];
      return name === undefined ? constant : values[name];
    });
    return db.executeQuery({ ...query, parameters });
  };
}
