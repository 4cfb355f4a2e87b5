/** Compiles frequent statements once: compiling one costs as much CPU as sending it. */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Database, DatabaseTransaction } from './database.ts';

type Connection = Database | DatabaseTransaction;
type Named = Readonly<Record<string, unknown>>;
type Buildable<Row> = { compile(): CompiledQuery<Row> };

/** Where each value goes; constants of the statement have no name. */
type Built<Row> = { readonly query: CompiledQuery<Row>; readonly names: readonly (string | undefined)[] };

function compileWithPlaceholders<Values extends Named, Row>(
  build: (db: Connection, values: Values) => Buildable<Row>,
  db: Connection,
): Built<Row> {
  const nameOfPlaceholder = new Map<unknown, string>();
  const placeholders = new Proxy({} as Values, {
    get: (_values, name: string) => {
      const placeholder = {};
      nameOfPlaceholder.set(placeholder, name);
      return placeholder;
    },
  });
  const query = build(db, placeholders).compile();
  return { query, names: query.parameters.map((parameter) => nameOfPlaceholder.get(parameter)) };
}

/** `build` gets placeholders instead of values: they can be put into the statement, but must not decide its text. */
export function compileOnce<Values extends Named, Row>(
  build: (db: Connection, values: Values) => Buildable<Row>,
): (db: Connection, values: Values) => Promise<QueryResult<Row>> {
  let built: Built<Row> | null = null;
  return (db, values) => {
    built ??= compileWithPlaceholders(build, db);
    const { query, names } = built;
    const parameters = query.parameters.map((constant, at) => {
      const name = names[at];
      return name === undefined ? constant : values[name];
    });
    return db.executeQuery({ ...query, parameters });
  };
}
