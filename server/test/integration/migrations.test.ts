/** Migrations: repeatable, safe in parallel, reversible, and in sync with the generated types. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { describe, expect, it } from 'vitest';
import { databaseTypes } from '../../../scripts/generate/database-types.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { admitted, claimed, newAccount, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { emptyDatabase, silentLog, storeAt } from './fresh-database.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

describe('migrations', () => {
  it('run once and do nothing the second time', async () => {
    const url = await emptyDatabase();
    const first = await migrate(url, silentLog);
    expect(first.length).toBeGreaterThan(0);
    expect(first).toEqual(first.toSorted());
    expect(await migrate(url, silentLog)).toEqual([]);
  });

  it('run once when many nodes start them in parallel, and all nodes succeed', async () => {
    const url = await emptyDatabase();
    const runs = await Promise.all(Array.from({ length: 4 }, () => migrate(url, silentLog)));
    expect(runs.filter((ran) => ran.length > 0)).toHaveLength(1);
    await storeAt(url).ping();
  });

  it('can be reverted and run again', async () => {
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

  it('backfill counters for existing charges and jobs', async () => {
    const url = await emptyDatabase();
    await migrate(url, silentLog);
    const store = storeAt(url);
    const { id: accountId } = await newAccount(store);
    for (const day of [1, 1, 2]) {
      const at = new Date(Date.UTC(2026, 10, day, 12));
      const job = sampleJob(accountId, { pages: 5, createdAt: at });
      const claim = await claimed(store, job);
      await store.jobs.complete(
        claim,
        { pageCount: 5, warnings: [], outputs: [sampleOutput(job, claim)] },
        at,
      );
    }
    const deleted = await admitted(store, sampleJob(accountId));
    await admitted(store, sampleJob(accountId));
    await store.jobs.beginDelete(accountId, deleted, noon);
    const shown = async () => ({
      charges: await store.usage.charges(accountId, { from: '2026-11-01', to: '2026-11-30' }),
      done: (await store.jobs.list(accountId, { number: 1, size: 1 }, { statuses: ['done'] })).total,
      pending: (await store.jobs.list(accountId, { number: 1, size: 1 }, { statuses: ['pending'] })).total,
    });
    const before = await shown();
    expect(before).toMatchObject({ charges: [{ pages: 10 }, { pages: 5 }], done: 3, pending: 1 });
    const since = readdirSync(migrations).filter((file) => file >= '0008').length;
    const taken = await runner({
      databaseUrl: url,
      dir: migrations,
      direction: 'down',
      count: since,
      migrationsTable: 'migrations',
      logger: silentLog,
    });
    expect(taken.at(-1)?.name).toBe('0008-usage-and-retention');
    expect(await migrate(url, silentLog)).toContain('0008-usage-and-retention');
    expect(await shown()).toEqual(before);
  });

  it('create the tables that schema.ts describes', async () => {
    const committed = readFileSync(new URL('../../src/postgres/schema.ts', import.meta.url), 'utf8');
    expect(await databaseTypes(process.env['OCTAVO_DATABASE_URL'] ?? '')).toBe(committed);
  });
});
