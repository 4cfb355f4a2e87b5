/** A new migrated database for each test file, removed afterwards. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { dropDatabase } from '../../../testkit/services/drop-database.ts';
import { type Database, type DatabaseSettings, openDatabase } from '../../src/postgres/database.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { openStore, type PostgresStore } from '../../src/postgres/store.ts';
import { atEnd } from '../at-end.ts';

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

function serverUrl(): string {
  const url = process.env['OCTAVO_DATABASE_URL'];
  if (!url) throw new Error('OCTAVO_DATABASE_URL is not set: are the test services up?');
  return url;
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer((server) => server.query(`create database ${name}`));
  atEnd(() => onServer((server) => dropDatabase(server, name)));
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function migratedDatabase(): Promise<string> {
  const url = await emptyDatabase();
  await migrate(url, silentLog);
  return url;
}

export function settingsAt(url: string): DatabaseSettings {
  return {
    url,
    poolMax: 10,
    statementTimeoutMs: 10_000,
    preparesStatements: true,
    applicationName: 'octavo-test',
    onIdleError: () => {},
  };
}

export function storeAt(url: string, overrides: Partial<DatabaseSettings> = {}): PostgresStore {
  const store = openStore({ ...settingsAt(url), ...overrides });
  atEnd(() => store.close());
  return store;
}

/** A connection of its own, for statements that the store does not have. */
export function databaseAt(url: string): Database {
  const db = openDatabase(settingsAt(url));
  atEnd(() => db.destroy());
  return db;
}
