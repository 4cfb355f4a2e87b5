/** A statement compiled once is sent with the values of each call in their places. */
import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import { expect, it } from 'vitest';
import { compileOnce } from './compile-once.ts';
import { type Database, openDatabase } from './database.ts';

function recordingDatabase(): { db: Database; sent: CompiledQuery[] } {
  const sent: CompiledQuery[] = [];
  const db = openDatabase({
    url: 'postgres://127.0.0.1:1/none',
    poolMax: 1,
    statementTimeoutMs: 1_000,
    preparesStatements: true,
    applicationName: 'test',
    onIdleError: () => {},
  });
  const executeQuery = async (query: CompiledQuery): Promise<QueryResult<never>> => {
    sent.push(query);
    return { rows: [] };
  };
  return { db: Object.assign(db, { executeQuery }), sent };
}

type Asked = { readonly account: string; readonly since: Date | null; readonly pages: number };

it('a statement is compiled once and sent with the values of each call', async () => {
  const { db, sent } = recordingDatabase();
  let builds = 0;
  const find = compileOnce((on, { account, since, pages }: Asked) => {
    builds += 1;
    return on
      .selectFrom('jobs')
      .select('id')
      .where('account_id', '=', account)
      .where('status', '=', 'done')
      .where((is) => is.or([is('created_at', '>', since), is('updated_at', '>', since)]))
      .where(sql<boolean>`pages_reserved < ${pages}::int`);
  });
  const now = new Date();
  await find(db, { account: 'first', since: now, pages: 3 });
  await find(db, { pages: 5, since: null, account: 'second' });
  expect(builds).toBe(1);
  expect(sent.map(({ sql: text }) => text)).toEqual(Array(2).fill(sent[0]?.sql));
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['first', 'done', now, now, 3],
    ['second', 'done', null, null, 5],
  ]);
});

it('a statement whose text depends on a value is refused', () => {
  const { db } = recordingDatabase();
  const find = compileOnce((on, { ids }: { ids: readonly string[] }) =>
    on
      .selectFrom('jobs')
      .select('id')
      .where(
        'id',
        'in',
        ids.map((id) => id),
      ),
  );
  expect(() => find(db, { ids: ['one'] })).toThrow();
});
