/** Events from the database to those who wait: as they are committed, whatever their size, and after a lost connection. */
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
    feed = openEventFeed(url, () => {});
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
    const heard: StreamItem[] = [];
    const over = (async () => {
      for await (const item of followEvents({ store, feed }, following)) heard.push(item);
    })();
    const numbers = () => heard.flatMap((item) => (item.kind === 'event' ? [item.event.number] : []));
    const hears = (last: number) =>
      expect
        .poll(numbers, { timeout: 30_000 })
        .toEqual(Array.from({ length: last }, (_, index) => index + 1));
    return { heard, over, hears };
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

  it('brings events and progress as they are committed', async () => {
    const { id: accountId } = await newAccount(store);
    const { heard, hears } = follow(accountId);
    const claim = await claimed(store, sampleJob(accountId, { pages: 7 }));
    const { id } = claim;
    await hears(2);
    await store.jobs.recordProgress(claim, { stage: 'layout', done: 2, total: 7 });
    await expect
      .poll(() => heard)
      .toContainEqual({
        kind: 'progress',
        jobId: id,
        pages: 7,
        progress: { stage: 'layout', done: 2, total: 7 },
      });
    expect(heard[1]).toMatchObject({ event: { type: 'job.processing', jobId: id, at: expect.any(Date) } });
  });

  it('tells nothing of what was rolled back', async () => {
    const { id: accountId } = await newAccount(store);
    const { hears } = follow(accountId);
    await admit(store, sampleJob(accountId), { activeJobsMax: 1, pagesPerMonth: 1, priority: 0 });
    await admitted(store, sampleJob(accountId));
    await hears(1);
  });

  it('brings an event that is too large for a notification', async () => {
    const { id: accountId } = await newAccount(store);
    const { heard, hears } = follow(accountId);
    const claim = await claimed(store, sampleJob(accountId));
    const message = 'ü'.repeat(9_000);
    await store.jobs.fail(claim, message, noon);
    await hears(3);
    expect(heard[2]).toMatchObject({ event: { data: { errorMessage: message } } });
  });

  it('brings, in order and once, what happened while its connection was lost', async () => {
    const { id: accountId } = await newAccount(store);
    const { hears } = follow(accountId);
    await admitted(store, sampleJob(accountId));
    await hears(1);
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'octavo-events' and datname = current_database()`,
    );
    for (let made = 0; made < 5; made += 1) await admitted(store, sampleJob(accountId));
    await hears(6);
    await admitted(store, sampleJob(accountId));
    await hears(7);
  });

  it('ends what was opened with a key that is revoked, and nothing else', async () => {
    const { id: accountId } = await newAccount(store);
    const key = sampleKey(accountId);
    await store.apiKeys.create(key, 3);
    const byKey = follow(accountId, key.id);
    const bySession = follow(accountId);
    await store.apiKeys.revoke(accountId, key.id, noon);
    await byKey.over;
    await admitted(store, sampleJob(accountId));
    await bySession.hears(1);
    expect(byKey.heard).toEqual([]);
  });
});
