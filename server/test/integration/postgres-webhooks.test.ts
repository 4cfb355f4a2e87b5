/** Webhooks in Postgres: atomic outbox, no deadlocks, claims with constant cost. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NextStep } from '../../src/domain/webhook.ts';
import type { PostgresStore } from '../../src/postgres/store.ts';
import { atEnd } from '../at-end.ts';
import { claimed, newAccount, sampleJob, sampleOutput } from '../contracts/samples.ts';
import { sampleWebhook } from '../contracts/webhook-samples.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

type Statement = { sql: string; parameters: readonly unknown[] };

const sent: Statement[] = [];
const everything = { state: null, page: { number: 1, size: 100 } };
const failJob = `update jobs set status = 'failed', error_message = 'x', finished_at = now(), lease_until = null
  where id = $1`;
let client: pg.Client;
let store: PostgresStore;

beforeAll(async () => {
  const url = await migratedDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  store = storeAt(url, { onQuery: (query) => sent.push(query) });
});

async function endpoint() {
  const account = await newAccount(store);
  const webhook = await store.webhooks.create(sampleWebhook(account.id), 10);
  return { accountId: account.id, id: webhook?.id ?? '' };
}

async function endJob(accountId: string): Promise<void> {
  const newJob = sampleJob(accountId);
  const claim = await claimed(store, newJob);
  const outputs = [sampleOutput(newJob, claim)];
  await store.jobs.complete(claim, { pageCount: 3, outputs, warnings: [] }, new Date());
}

describe('the outbox', () => {
  it('is written in the transaction that ends the job, or not at all', async () => {
    const { accountId, id } = await endpoint();
    const { id: jobId } = await claimed(store, sampleJob(accountId));
    await client.query('begin');
    await client.query(failJob, [jobId]);
    const inside = await client.query('select state from webhook_deliveries where job_id = $1', [jobId]);
    await client.query('rollback');
    expect(inside.rows).toEqual([{ state: 'pending' }]);
    expect((await store.webhooks.listDeliveries(accountId, id, everything))?.total).toBe(0);
  });

  it('writes nothing for accounts without webhooks', async () => {
    const account = await newAccount(store);
    await endJob(account.id);
    const { rows } = await client.query(
      `select count(*)::int as count from webhook_deliveries d join events e using (job_id) where e.account_id = $1`,
      [account.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('leaves no pending delivery for an endpoint that is disabled concurrently with the event', async () => {
    const { accountId, id } = await endpoint();
    const { id: jobId } = await claimed(store, sampleJob(accountId));
    await client.query('begin');
    await client.query(failJob, [jobId]);
    // Starts before the event is committed, and must wait for the rows it cannot see yet.
    const switched = store.webhooks.update(accountId, id, { enabled: false }, new Date());
    await Promise.race([switched, sleep(300)]);
    await client.query('commit');
    await switched;
    const log = await store.webhooks.listDeliveries(accountId, id, everything);
    expect(log?.items).toMatchObject([{ jobId, state: 'failed', failure: 'endpoint_disabled' }]);
  });
});

describe('locks', () => {
  it('never deadlock under concurrent changes of an endpoint', async () => {
    const { accountId, id } = await endpoint();
    const now = () => new Date();
    const steps: NextStep[] = [
      { kind: 'delivered' },
      { kind: 'retry', delayMs: 0 },
      { kind: 'exhausted' },
      { kind: 'released' },
      { kind: 'gone' },
    ];
    const result = { statusCode: 500, fault: 'status', redirects: 0, durationMs: 1 } as const;
    const work = async () => {
      const request = { limit: 20, perEndpoint: 4, busy: new Map(), leaseMs: 50 };
      for (const [at, claim] of (await store.webhooks.claimDue(request)).entries()) {
        await store.webhooks.record(claim, result, steps[at % steps.length] ?? { kind: 'released' }, now());
      }
    };
    const replayAny = async () => {
      const found = await store.webhooks.listDeliveries(accountId, id, everything);
      for (const { id: deliveryId } of found?.items.slice(0, 3) ?? []) {
        await store.webhooks.replay(accountId, id, deliveryId, now());
      }
    };
    const replaced = async () => {
      const other = sampleWebhook(accountId, { id: randomUUID() });
      await store.webhooks.create(other, 10);
      await endJob(accountId);
      await store.webhooks.remove(accountId, other.id);
    };
    const acts = [
      () => endJob(accountId),
      () => endJob(accountId),
      work,
      work,
      replayAny,
      replaced,
      () => store.webhooks.addTest(accountId, id, randomUUID(), now()),
      () => store.webhooks.update(accountId, id, { enabled: false }, now()),
      () => store.webhooks.update(accountId, id, { enabled: true }, now()),
      () => store.webhooks.rotateSecret(accountId, id, Buffer.from('x'), now(), now()),
      () => store.webhooks.prune(0, 5),
    ];
    const deadline = Date.now() + 5_000;
    let rounds = 0;
    await Promise.all(
      acts.map(async (act) => {
        while (Date.now() < deadline) {
          await act();
          rounds += 1;
        }
      }),
    );
    expect(rounds).toBeGreaterThan(acts.length);
  });
});

describe('a claim', () => {
  it('finds due deliveries behind a long queue of another endpoint, with the same number of reads', async () => {
    const [hanging, healthy] = [await endpoint(), await endpoint()];
    const fill = (from: number, to: number) =>
      client.query(
        `insert into webhook_deliveries
           (id, endpoint_id, event_number, type, data, occurred_at, due_at, created_at)
         select gen_random_uuid(), $1, n, 'job.done', '{}', now(), now() - interval '1 hour', now()
         from generate_series($2::int, $3::int) n`,
        [hanging.id, from, to],
      );
    const measure = async () => {
      await client.query('vacuum analyze webhook_deliveries');
      await store.webhooks.addTest(healthy.accountId, healthy.id, randomUUID(), new Date());
      sent.length = 0;
      const busy = new Map([[hanging.id, 4]]);
      const claims = await store.webhooks.claimDue({ limit: 10, perEndpoint: 4, busy, leaseMs: 60_000 });
      expect(claims.map(({ delivery }) => delivery.webhookId)).toEqual([healthy.id]);
      const statement = sent.find(({ sql }) => sql.includes('with recursive'));
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${statement?.sql}`, [
        ...(statement?.parameters ?? []),
      ]);
      const { Plan } = rows[0]['QUERY PLAN'][0];
      return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    };
    await client.query('delete from webhook_deliveries');
    await fill(1, 1_000);
    const short = await measure();
    await fill(1_001, 60_000);
    const long = await measure();
    expect(long).toBeLessThan(short * 1.5 + 20);
  });
});

describe('the log of a busy endpoint', () => {
  it('counts a limited number of deliveries per page, enough to reach the next page', async () => {
    const { accountId, id } = await endpoint();
    await client.query(
      `insert into webhook_deliveries (id, endpoint_id, type, data, occurred_at, due_at, created_at)
       select gen_random_uuid(), $1, 'job.done', '{}', now(), now(), now() - n * interval '1 s'
       from generate_series(1, 10500) n`,
      [id],
    );
    const totalOf = async (number: number) => {
      const page = { number, size: 100 };
      const listed = await store.webhooks.listDeliveries(accountId, id, { state: null, page });
      return [listed?.items.length, listed?.total];
    };
    expect(await totalOf(1)).toEqual([100, 10_100]);
    expect(await totalOf(4)).toEqual([100, 10_400]);
    expect(await totalOf(105)).toEqual([100, 10_500]);
    expect(await totalOf(106)).toEqual([0, 10_500]);
    expect(await totalOf(1_000_000_000)).toEqual([0, 10_500]);
  });
});
