/** Access to the database of a run: one connection for each query, so that it survives restarts of the server. */

import pg from 'pg';
import { dropDatabase as dropFrom } from '../services/drop-database.ts';

export type Row = Readonly<Record<string, unknown>>;

export type Database = {
  readonly url: string;
  rows<R extends object = Row>(statement: string, values?: readonly unknown[]): Promise<R[]>;
  /** One connection for several statements: corruptions must disable triggers in the same session. */
  withClient<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>;
};

const int8 = 20;
const date = 1082;
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return Number;
    if (oid === date) return String;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

export function databaseAt(url: string): Database {
  const withClient: Database['withClient'] = async (work) => {
    const client = new pg.Client({
      connectionString: url,
      types,
      application_name: 'octavo-faults',
      connectionTimeoutMillis: 30_000,
      query_timeout: 60_000,
    });
    // A killed server causes an error event as well as a rejected query.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  };
  return {
    url,
    withClient,
    rows: (statement, values = []) =>
      withClient(async (client) => (await client.query(statement, [...values])).rows),
  };
}

/** A database for one run, on the server of the set. */
export async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await databaseAt(serverUrl).rows(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await databaseAt(serverUrl).withClient((client) => dropFrom(client, name));
}
