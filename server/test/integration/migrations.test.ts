/** Migrations: repeatable, safe side by side, reversible, and in step with the types made from them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { describe, expect, it } from 'vitest';
import { databaseTypes } from '../../../scripts/generate/database-types.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { emptyDatabase, silentLog, storeAt } from './fresh-database.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

describe('migrations', () => {
  it('run once and then find nothing to do', async () => {
    const url = await emptyDatabase();
    const first = await migrate(url, silentLog);
    expect(first.length).toBeGreaterThan(0);
    expect(first).toEqual(first.toSorted());
    expect(await migrate(url, silentLog)).toEqual([]);
  });

  it('started by many nodes at once run once, and all of them succeed', async () => {
    const url = await emptyDatabase();
    const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(url, silentLog)));
    expect(runs.filter((ran) => ran.length > 0)).toHaveLength(1);
    await storeAt(url).ping();
  });

  it('can be taken back and run again', async () => {
    const url = await emptyDatabase();
    const before = await migrate(url, silentLog);
    await runner({
      databaseUrl: url,
      dir: migrations,
      direction: 'down',
      count: Number.POSITIVE_INFINITY,
      migrationsTable: 'migrations',
      logger: silentLog,
    });
    expect(await migrate(url, silentLog)).toEqual(before);
  });

  it('make the tables that schema.ts describes', async () => {
    const committed = readFileSync(new URL('../../src/postgres/schema.ts', import.meta.url), 'utf8');
    expect(await databaseTypes(process.env['OCTAVO_DATABASE_URL'] ?? '')).toBe(committed);
  });
});
