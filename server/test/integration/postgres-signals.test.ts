/** Notifications between processes: delivered, resumed after a lost connection, over one connection. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { down, up } from '../../../testkit/services/manage.ts';
import { serviceSet } from '../../../testkit/services/service-set.ts';
import { type OpenSignals, openSignals } from '../../src/postgres/signals.ts';
import { admitted, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { newWebhook } from '../contracts/webhook-samples.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

const set = serviceSet(inject('serviceSet'), process.env);

describe('signals', () => {
  let url: string;
  let signals: OpenSignals;
  let errors = 0;
  const received: string[] = [];

  beforeAll(async () => {
    url = await migratedDatabase();
    signals = openSignals(url, () => {
      errors += 1;
    });
    signals.onTask(() => received.push('task'));
    signals.onDelivery(() => received.push('delivery'));
    signals.onDeletion((jobId) => received.push(jobId));
    return () => signals.close();
  });

  const expectSignal = (signal: string) => expect.poll(() => received, { timeout: 30_000 }).toContain(signal);

  it('report tasks and deletions when they are committed', async () => {
    const store = storeAt(url);
    const account = await newAccount(store);
    await expectSignal('task');
    received.length = 0;
    const id = await admitted(store, sampleJob(account.id));
    await expectSignal('task');
    expect(received).not.toContain('delivery');
    await store.jobs.beginDelete(account.id, id, noon);
    await expectSignal(id);
  });

  it('tell webhooks that are due from tasks', async () => {
    const store = storeAt(url);
    const { accountId, id } = await newWebhook(store);
    received.length = 0;
    await store.webhooks.addTest(accountId, id, randomUUID(), noon);
    await expectSignal('delivery');
    expect(received).not.toContain('task');
  });

  it('report anything to do when it is not said what, as by triggers and the previous version', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    received.length = 0;
    await client.query("select pg_notify('octavo_task', '')");
    await expectSignal('delivery');
    expect(received).toContain('task');
    await client.end();
  });

  it('resume by themselves on one connection after an outage of any length', async () => {
    await down(set, ['postgres']);
    const before = errors;
    await expect.poll(() => errors, { timeout: 30_000 }).toBeGreaterThan(before + 3);
    received.length = 0;
    await up(set, ['postgres']);
    await expectSignal('task');
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
