/** Changes are announced after their commit, coalesced per process, next to processes of the previous version. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAnnouncer } from '../../src/postgres/announcer.ts';
import { openEventFeed } from '../../src/postgres/event-feed.ts';
import { openStore } from '../../src/postgres/store.ts';
import { atEnd } from '../at-end.ts';
import {
  admitted,
  claimAgain,
  claimed,
  newAccount,
  noon,
  sampleJob,
  sampleOutput,
  uncounted,
} from '../contracts/samples.ts';
import { newWebhook } from '../contracts/webhook-samples.ts';
import { databaseAt, migratedDatabase, settingsAt, storeAt } from './fresh-database.ts';

type Notification = { readonly channel: string; readonly payload: string };

let url: string;
let store: ReturnType<typeof storeAt>;
const received: Notification[] = [];

beforeAll(async () => {
  url = await migratedDatabase();
  store = storeAt(url);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  client.on('notification', ({ channel, payload = '' }) => received.push({ channel, payload }));
  await client.query(
    'listen octavo_event; listen octavo_task; listen octavo_deletion; listen octavo_progress',
  );
  return () => client.end();
});

/** Longer than an announcement is delayed. */
const quietMs = 300;
beforeEach(async () => {
  await sleep(quietMs);
  received.length = 0;
});

const payloads = (channel: string) =>
  received.filter((one) => one.channel === channel).map(({ payload }) => payload);
const events = (accountId: string) =>
  payloads('octavo_event')
    .map((payload) => JSON.parse(payload) as Record<string, unknown>)
    .filter((event) => event['account_id'] === accountId);
const expectNumber = (accountId: string, number: number) =>
  expect.poll(() => events(accountId).at(-1)?.['number']).toBe(number);

describe('a process', () => {
  it('announces every change of a job with the number of its event', async () => {
    const { id: accountId } = await newAccount(store);
    const job = sampleJob(accountId);
    await admitted(store, job);
    await expectNumber(accountId, 1);
    const claim = await claimAgain(store, job.id);
    await expectNumber(accountId, 2);
    await store.jobs.handBack(claim, uncounted, noon);
    await expectNumber(accountId, 3);
    const again = await claimAgain(store, job.id);
    await expectNumber(accountId, 4);
    const outputs = [sampleOutput(job, again)];
    await store.jobs.complete(again, { pageCount: 1, warnings: [], outputs }, noon);
    await expectNumber(accountId, 5);
    await store.retention.setExpiry(accountId, job.id, new Date(0));
    await store.retention.beginExpiry(job.id, noon);
    await expectNumber(accountId, 6);
    const failing = await claimed(store, sampleJob(accountId));
    await store.jobs.fail(failing, 'damaged', noon);
    await expectNumber(accountId, 9);
    const lost = sampleJob(accountId);
    await admitted(store, lost);
    const { attempt } = await claimAgain(store, lost.id, 0);
    const budget = { cause: 'worker', failuresMax: 8, errorMessage: 'lost' } as const;
    await store.jobs.reclaim({ id: lost.id, accountId, attempt }, budget, noon);
    await expectNumber(accountId, 12);
    await store.jobs.beginDelete(accountId, lost.id, noon);
    await expectNumber(accountId, 13);
  });

  it('names jobs that ended, so that requests that wait for them need not read the events', async () => {
    const unread = { after: () => new Promise<never>(() => {}), newest: async () => new Map() };
    const feed = openEventFeed({ url, events: unread, onError: () => {} });
    atEnd(() => feed.close());
    const { id: accountId } = await newAccount(store);
    const done = await claimed(store, sampleJob(accountId));
    const failed = await claimed(store, sampleJob(accountId));
    const ended: string[] = [];
    feed.subscribe(accountId, {
      apiKeyId: null,
      needs: 'events',
      onEvent: () => {},
      onGap: () => {},
      onEnded: (jobIds) => ended.push(...jobIds),
      onProgress: () => {},
      onRevoked: () => {},
    });
    const outputs = [sampleOutput({ id: done.id, accountId }, done)];
    await store.jobs.complete(done, { pageCount: 1, warnings: [], outputs }, noon);
    await expect.poll(() => ended).toEqual([done.id]);
    await store.jobs.fail(failed, 'damaged', noon);
    await expect.poll(() => ended).toEqual([done.id, failed.id]);
    await store.jobs.beginDelete(accountId, failed.id, noon);
    await expect.poll(() => ended).toEqual([done.id, failed.id, failed.id]);
  });

  it('does not name more jobs of an account than a notification has room for', async () => {
    const { id: accountId } = await newAccount(store);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    const announcer = openAnnouncer(pool, (error) => {
      throw error;
    });
    for (let count = 0; count <= 100; count += 1) announcer.jobEnded(accountId, randomUUID());
    await announcer.close();
    await pool.end();
    await expectNumber(accountId, 0);
    expect(events(accountId)[0]).not.toHaveProperty('ended');
  });

  it('announces tasks, deletions and progress', async () => {
    const { id: accountId } = await newAccount(store);
    const claim = await claimed(store, sampleJob(accountId, { pages: 7 }));
    await expect.poll(() => payloads('octavo_task')).toEqual(['task']);
    await store.jobs.recordProgress(claim, { stage: 'layout', done: 2, total: 7 });
    await expect.poll(() => payloads('octavo_progress')).toHaveLength(1);
    expect(JSON.parse(payloads('octavo_progress')[0] ?? '')).toEqual({
      account_id: accountId,
      job_id: claim.id,
      pages: 7,
      stage: 'layout',
      done: 2,
      total: 7,
    });
    await store.jobs.beginDelete(accountId, claim.id, noon);
    await expect.poll(() => payloads('octavo_deletion')).toEqual([claim.id]);
    await store.jobs.beginDelete(accountId, claim.id, noon);
    await sleep(quietMs);
    expect(payloads('octavo_deletion')).toEqual([claim.id]);
  });

  it('writes the progress of all its jobs in one statement, without waiting for a locked job', async () => {
    const { id: accountId } = await newAccount(store);
    const statements: string[] = [];
    const worker = storeAt(url, { onQuery: (query) => statements.push(query.sql) });
    const claims: Awaited<ReturnType<typeof claimed>>[] = [];
    for (const _of of [1, 2, 3]) claims.push(await claimed(store, sampleJob(accountId)));
    const [locked, ...free] = claims;
    await databaseAt(url)
      .transaction()
      .execute(async (tx) => {
        await sql`select from jobs where id = ${locked?.id} for no key update`.execute(tx);
        const reports = claims.flatMap((claim) =>
          [1, 2].map((done) => worker.jobs.recordProgress(claim, { stage: 'layout', done, total: 3 })),
        );
        await Promise.all(reports);
      });
    expect(statements).toHaveLength(1);
    const progress = async (id = '') => (await store.jobs.find(accountId, id))?.progress;
    expect(await progress(locked?.id)).toEqual({ stage: 'fetch', done: 0, total: 3 });
    for (const { id } of free) expect(await progress(id)).toEqual({ stage: 'layout', done: 2, total: 3 });
    await expect.poll(() => payloads('octavo_progress')).toHaveLength(2);
  });

  it('wakes workers for webhooks of the account of a job that ended, and not without webhooks', async () => {
    const { accountId } = await newWebhook(store);
    const { id: without } = await newAccount(store);
    const claims = await Promise.all([
      claimed(store, sampleJob(accountId)),
      claimed(store, sampleJob(without)),
    ]);
    await sleep(quietMs);
    received.length = 0;
    await store.jobs.fail(claims[1], 'damaged', noon);
    await expectNumber(without, 3);
    expect(payloads('octavo_task')).toEqual([]);
    await store.jobs.fail(claims[0], 'damaged', noon);
    await expect.poll(() => payloads('octavo_task')).toEqual(['delivery']);
  });

  it('announces at most every 10 ms, however many of its transactions commit', async () => {
    const { id: accountId } = await newAccount(store);
    const beganMs = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => admitted(store, sampleJob(accountId))));
    await expectNumber(accountId, 20);
    const intervals = (performance.now() - beganMs) / 10;
    expect(events(accountId).length).toBeLessThanOrEqual(intervals + 1);
  });

  it('announces what it has committed before it closes', async () => {
    const closing = openStore(settingsAt(url));
    const { id: accountId } = await newAccount(closing);
    for (const _of of [1, 2]) await admitted(closing, sampleJob(accountId));
    await closing.close();
    await expectNumber(accountId, 2);
  });
});

describe('next to processes of the previous version', () => {
  it('an announcement has the fields that they require, without data, so that they read the table', async () => {
    const { id: accountId } = await newAccount(store);
    await admitted(store, sampleJob(accountId));
    await expectNumber(accountId, 1);
    const empty = { job_id: '', type: '', at: '' };
    expect(events(accountId)[0]).toEqual({ account_id: accountId, number: 1, ...empty, ended: [] });
  });

  it('their commits announce events and webhooks by themselves', async () => {
    const { accountId } = await newWebhook(store);
    const claim = await claimed(store, sampleJob(accountId));
    await sleep(quietMs);
    received.length = 0;
    await sql`
      update jobs set status = 'failed', error_message = 'x', finished_at = now(), lease_until = null
      where id = ${claim.id}`.execute(databaseAt(url));
    await expectNumber(accountId, 3);
    expect(events(accountId)[0]).toMatchObject({ type: 'job.failed', data: { error_message: 'x' } });
    expect(payloads('octavo_task')).toEqual(['']);
  });
});

describe('a process that dies between its commit and the announcement', () => {
  it('delays the event by no more than the poll interval of the feed', async () => {
    const feed = openEventFeed({ url, events: store.events, onError: () => {} });
    atEnd(() => feed.close());
    const dying = openStore(settingsAt(url));
    const { id: accountId } = await newAccount(dying);
    const claim = await claimed(dying, sampleJob(accountId));
    // As a stream: after a gap, which the first announcement is, it reads the table.
    const numbers = new Set<number>();
    feed.subscribe(accountId, {
      apiKeyId: null,
      needs: 'events',
      onEvent: ({ number }) => numbers.add(number),
      onGap: () =>
        void store.events.after(accountId, 0, 10, null).then((stored) => {
          for (const { number } of stored) numbers.add(number);
        }),
      onEnded: () => {},
      onProgress: () => {},
      onRevoked: () => {},
    });
    // Announces the claim, and nothing after it.
    await dying.close();
    await expect.poll(() => [...numbers], { timeout: 10_000 }).toEqual([1, 2]);
    await databaseAt(url)
      .transaction()
      .execute(async (tx) => {
        await sql`set local octavo.process_announces = 'on'`.execute(tx);
        await sql`
          update jobs set status = 'failed', error_message = 'x', finished_at = now(), lease_until = null
          where id = ${claim.id}`.execute(tx);
      });
    await expect.poll(() => [...numbers], { timeout: 5_000 }).toEqual([1, 2, 3]);
    expect(events(accountId).map(({ number }) => number)).not.toContain(3);
  });
});
