/** Types of our tables, read from a scratch database that the migrations have just made. */
import { randomBytes } from 'node:crypto';
import { dropDatabase } from '@octavo/testkit/services/drop-database.ts';
import { generate, PostgresDialect } from 'kysely-codegen';
import pg from 'pg';
import { openDatabase } from '../../server/src/postgres/database.ts';
import { migrate } from '../../server/src/postgres/migrate.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

async function withScratchDatabase<T>(serverUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `generate_${randomBytes(6).toString('hex')}`;
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    await server.query(`create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await dropDatabase(server, name);
    await server.end();
  }
}

export function databaseTypes(serverUrl: string): Promise<string> {
  return withScratchDatabase(serverUrl, async (url) => {
    await migrate(url, quiet);
    const db = openDatabase({
      url,
      poolMax: 2,
      statementTimeoutMs: 10_000,
      preparesStatements: false,
      applicationName: 'octavo-generate',
      onIdleError: () => {},
    });
    try {
      return await generate({
        db,
        dialect: new PostgresDialect({ dateParser: 'string' }),
        defaultSchemas: ['public'],
        includePattern: 'public.*',
        excludePattern: 'public.migrations',
        typeMapping: { int8: 'number' },
      });
    } finally {
      await db.destroy();
    }
  });
}
