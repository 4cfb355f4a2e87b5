/** The event feed delivers committed events of any size, also after a lost connection. */
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { followEvents, type StreamItem } from '../../src/actions/follow-events.ts';
import { type OpenEventFeed, openEventFeed } from '../../src/postgres/event-feed.ts';
import { atEnd } from '../at-end.ts';
import { admit, admitted, claimed, newAccount, noon, sampleJob, sampleKey } from '../contracts/samples.ts';
import { migratedDatabase, storeAt } from './fresh-database.ts';

describe('the event feed', () => {
  let url: string;
  let store: ReturnType<typeof storeAt>;
  let feed: OpenEventFeed;

  beforeAll(async () => {
    url = await migratedDatabase();
    store = storeAt(url);
    feed = openEventFeed({ url, events: store.events, onError: () => {} });
    return () => feed.close();
  });

  function follow(accountId: string, apiKeyId: string | null = null) {
    const stop = new AbortController();
    atEnd(async () => stop.abort());
    const following = {
      accountId,
      apiKeyId,
      jobId: null,
      after: 0,
      keepAliveMs: 60_000,
      signal: stop.signal,
    };
    const received: StreamItem[] = [];
    const over = (async () => {
      for await (const item of followEvents({ store, feed }, following)) received.push(item);
    })();
    const numbers = () => received.flatMap((item) => (item.kind === 'event' ? [item.event.number] : []));
    const expectLast = (last: number) =>
      expect
        .poll(numbers, { timeout: 30_000 })
        .toEqual(Array.from({ length: last }, (_, index) => index + 1));
    return { received, over, expectLast };
  }

  async function query(text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }

  it('delivers events and progress when they are committed', async () => {
    const { id: accountId } = await newAccount(store);
    const { received, expectLast } = follow(accountId);
    const claim = await claimed(store, sampleJob(accountId, { pages: 7 }));
    const { id } = claim;
    await expectLast(2);
    await store.jobs.recordProgress(claim, { stage: 'layout', done: 2, total: 7 });
    await expect
      .poll(() => received)
      .toContainEqual({
        kind: 'progress',
        jobId: id,
        pages: 7,
        progress: { stage: 'layout', done: 2, total: 7 },
      });
    expect(received[1]).toMatchObject({ event: { type: 'job.processing', jobId: id, at: expect.any(Date) } });
  });

  it('delivers nothing that was rolled back', async () => {
    const { id: accountId } = await newAccount(store);
    const { expectLast } = follow(accountId);
    await admit(store, sampleJob(accountId), { activeJobsMax: 1, pagesPerMonth: 1, priority: 0 });
    await admitted(store, sampleJob(accountId));
    await expectLast(1);
  });

  it('delivers an event that is too large for a notification', async () => {
    const { id: accountId } = await newAccount(store);
    const { received, expectLast } = follow(accountId);
    const claim = await claimed(store, sampleJob(accountId));
    const message = 'ü'.repeat(9_000);
    await store.jobs.fail(claim, message, noon);
    await expectLast(3);
    expect(received[2]).toMatchObject({ event: { data: { errorMessage: message } } });
  });

  it('delivers events that happened while its connection was lost, in order and once', async () => {
    const { id: accountId } = await newAccount(store);
    const { expectLast } = follow(accountId);
    await admitted(store, sampleJob(accountId));
    await expectLast(1);
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'octavo-events' and datname = current_database()`,
    );
    for (let made = 0; made < 5; made += 1) await admitted(store, sampleJob(accountId));
    await expectLast(6);
    await admitted(store, sampleJob(accountId));
    await expectLast(7);
  });

  it('ends only the streams opened with a revoked API key', async () => {
    const { id: accountId } = await newAccount(store);
    const key = sampleKey(accountId);
    await store.apiKeys.create(key, 3);
    const byKey = follow(accountId, key.id);
    const bySession = follow(accountId);
    await store.apiKeys.revoke(accountId, key.id, noon);
    await byKey.over;
    await admitted(store, sampleJob(accountId));
    await bySession.expectLast(1);
    expect(byKey.received).toEqual([]);
  });
});
