/** With PgBouncer in transaction mode everything works if listening uses a direct address; without one a problem is reported. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/postgres/database.ts';
import { databaseCheck, listenerCheck } from '../../src/postgres/health-check.ts';
import { openListener } from '../../src/postgres/listener.ts';
import { atEnd } from '../at-end.ts';
import { fixturePath } from '../fixtures/golden.ts';
import { hostileDocuments } from '../fixtures/hostile.ts';
import { migratedDatabase, settingsAt } from './fresh-database.ts';
import { poolerFor } from './pgbouncer.ts';
import { startWholeService } from './whole-service.ts';

const endless = hostileDocuments['endless-forms']?.() ?? Buffer.alloc(0);

let direct: string;
let pooled: string;
beforeAll(async () => {
  direct = await migratedDatabase();
  pooled = await poolerFor(direct);
});

describe('the service behind a pooler in transaction mode', () => {
  it('submits jobs, notifies long polls and streams at once, and deletes a job during its conversion', async () => {
    const service = await startWholeService({
      OCTAVO_DATABASE_URL: pooled,
      OCTAVO_DATABASE_LISTEN_URL: direct,
      OCTAVO_DATABASE_PREPARED: 'false',
      // Long enough that neither polling nor an expired lease can be the reason for success.
      OCTAVO_JOB_LEASE_MS: '60000',
    });
    await service.startWorker();
    const stream = await service.request('/events');
    const events: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) events.push(Buffer.from(chunk).toString());
    })().catch(() => {});
    const { id } = await service.submit(readFileSync(fixturePath('headings')));
    const waited = await (await service.request(`/jobs/${id}?wait=50`)).json();
    const answeredAt = performance.now();
    expect(waited).toMatchObject({ id, status: 'done' });
    await expect.poll(() => events.join('')).toContain('job.done');
    expect(performance.now() - answeredAt).toBeLessThan(2_000);

    const running = await service.submit(endless, { format: ['text'] });
    await service.waitFor(running.id, ['processing']);
    const deletedAt = performance.now();
    expect((await service.request(`/jobs/${running.id}`, { method: 'DELETE' })).status).toBe(204);
    // Without the notification the worker would stop with its next renewal, seconds later.
    expect(performance.now() - deletedAt).toBeLessThan(3_000);
    await service.api.stop();
    await reading;
  });

  it('starts every transaction with the timeouts that free the locks of a dead client', async () => {
    const db = openDatabase({ ...settingsAt(pooled), preparesStatements: false });
    atEnd(() => db.destroy());
    const read = () =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ idle: string; statement: string }>`
          select current_setting('idle_in_transaction_session_timeout') as idle,
                 current_setting('statement_timeout') as statement, pg_sleep(0.2)`.execute(tx);
        return rows[0];
      });
    for (const limits of await Promise.all(Array.from({ length: 8 }, read))) {
      expect(limits).toMatchObject({ idle: '15s', statement: '10s' });
    }
  });
});

describe('a listener connected through the pooler', () => {
  it('is reported once, counts as not listening, and calls its owner on every reconnect', async () => {
    const errors: string[] = [];
    let times = 0;
    const listener = openListener({
      url: pooled,
      applicationName: 'octavo-test',
      channels: { octavo_pooled: () => {} },
      onListening: () => {
        times += 1;
      },
      onError: (error) => errors.push(error.message),
    });
    atEnd(() => listener.close());
    await expect.poll(() => times, { timeout: 90_000 }).toBeGreaterThan(2);
    expect(listener.isListening()).toBe(false);
    // A slow machine can add errors of single connections.
    expect(errors.filter((message) => message.includes('OCTAVO_DATABASE_LISTEN_URL'))).toHaveLength(1);
  });

  it('works on the direct address', async () => {
    const listener = openListener({
      url: direct,
      applicationName: 'octavo-test',
      channels: { octavo_pooled: () => {} },
      onListening: () => {},
      onError: () => {},
    });
    atEnd(() => listener.close());
    await expect.poll(() => listener.isListening(), { timeout: 30_000 }).toBe(true);
  });
});

describe('octavo admin doctor', () => {
  it('reports missing notifications and the setting to change', async () => {
    expect(await listenerCheck(pooled).run()).toMatchObject([
      { part: 'listener', state: 'bad', next: expect.stringContaining('OCTAVO_DATABASE_LISTEN_URL') },
    ]);
    expect(await listenerCheck(direct).run()).toMatchObject([{ part: 'listener', state: 'ok' }]);
  });

  it('reports pooled connections without session timeouts', async () => {
    const sessions = async (url: string) =>
      (await databaseCheck(url, 10).run()).find(({ part }) => part === 'sessions');
    expect(await sessions(direct)).toMatchObject({ state: 'ok' });
    expect(await sessions(pooled)).toMatchObject({
      state: 'warn',
      next: expect.stringContaining('alter role'),
    });
    const db = openDatabase(settingsAt(direct));
    atEnd(() => db.destroy());
    const { rows } = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(db);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await sql.raw(`alter database ${rows[0]?.name} set ${limit} = '10s'`).execute(db);
    const reconnected = await poolerFor(direct);
    expect(await sessions(reconnected)).toMatchObject({ state: 'ok' });
  });
});
