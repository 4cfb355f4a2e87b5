/** Notifications between processes: delivered, resumed after a lost connection, over one connection. */
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { down, up } from '../../../testkit/services/manage.ts';
import { serviceSet } from '../../../testkit/services/service-set.ts';
import { type OpenSignals, openSignals } from '../../src/postgres/signals.ts';
import { admitted, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

const set = serviceSet(inject('serviceSet'), process.env);

describe('signals', () => {
  let url: string;
  let signals: OpenSignals;
  let errors = 0;
  const heard: string[] = [];

  beforeAll(async () => {
    url = await migratedDatabase();
    signals = openSignals(url, () => {
      errors += 1;
    });
    signals.onTask(() => heard.push('task'));
    signals.onDeletion((jobId) => heard.push(jobId));
    return () => signals.close();
  });

  const hears = (news: string) => expect.poll(() => heard, { timeout: 30_000 }).toContain(news);

  it('bring tasks and deletions as they are committed', async () => {
    const store = storeAt(url);
    const account = await newAccount(store);
    await hears('task');
    heard.length = 0;
    const id = await admitted(store, sampleJob(account.id));
    await hears('task');
    await store.jobs.beginDelete(account.id, id, noon);
    await hears(id);
  });

  it('resume by themselves on one connection, after an outage of any number of attempts', async () => {
    await down(set, ['postgres']);
    const before = errors;
    await expect.poll(() => errors, { timeout: 30_000 }).toBeGreaterThan(before + 3);
    heard.length = 0;
    await up(set, ['postgres']);
    await hears('task');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity
       where application_name = 'octavo-signals' and datname = current_database()`,
    );
    await client.end();
    expect(rows[0].count).toBe(1);
  });
});
