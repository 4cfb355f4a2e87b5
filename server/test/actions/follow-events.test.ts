/** Following events on fakes: no event is duplicated or missed, even when the connection is lost. */
import { beforeEach, describe, expect, it } from 'vitest';
import { followEvents, type StreamItem } from '../../src/actions/follow-events.ts';
import { followJob } from '../../src/actions/follow-job.ts';
import { waitForJob } from '../../src/actions/wait-for-job.ts';
import type { Caller } from '../../src/domain/caller.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import { admitted, claimed, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';

let store: MemoryStore;
let caller: Caller;
let stop: AbortController;

beforeEach(async () => {
  store = memoryStore();
  caller = { account: await newAccount(store), plan: defaultPlans.pro, apiKeyId: 'key' };
  stop = new AbortController();
});

const ports = () => ({ store, feed: store.events.feed });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

function options(after: number | null, jobId: string | null = null) {
  const { account, apiKeyId } = caller;
  return { accountId: account.id, apiKeyId, jobId, after, keepAliveMs: 60_000, signal: stop.signal };
}

/** Collects in the background; `received` has the items so far. */
function collect(stream: AsyncIterable<StreamItem | { kind: 'state' }> | null) {
  const received: string[] = [];
  const ended = (async () => {
    for await (const item of stream ?? []) {
      received.push(item.kind === 'event' ? `${item.event.number} ${item.event.type}` : item.kind);
    }
  })();
  return { received, ended };
}

describe('following an account', () => {
  it('streams new events and no earlier ones', async () => {
    await admitted(store, sampleJob(caller.account.id));
    const { received } = collect(followEvents(ports(), options(null)));
    await settled();
    await admitted(store, sampleJob(caller.account.id));
    await settled();
    expect(received).toEqual(['2 job.created']);
  });

  it('continues after the last number the client has received', async () => {
    for (let count = 0; count < 3; count += 1) await admitted(store, sampleJob(caller.account.id));
    const { received } = collect(followEvents(ports(), options(1)));
    await settled();
    expect(received).toEqual(['2 job.created', '3 job.created']);
  });

  it('streams events that happened while the connection was lost, in order and once each', async () => {
    const { received } = collect(followEvents(ports(), options(0)));
    await admitted(store, sampleJob(caller.account.id));
    await settled();
    const reconnect = store.events.disconnect();
    for (let count = 0; count < 450; count += 1) await admitted(store, sampleJob(caller.account.id));
    reconnect();
    await settled();
    await admitted(store, sampleJob(caller.account.id));
    await settled();
    expect(received).toEqual(Array.from({ length: 452 }, (_, index) => `${index + 1} job.created`));
  });

  it('streams every event to a client that reads slower than events arrive', async () => {
    const stream = followEvents(ports(), options(0));
    const numbers: number[] = [];
    const reading = (async () => {
      for await (const item of stream) {
        if (item.kind === 'event') numbers.push(item.event.number);
        if (numbers.length % 100 === 1) await settled();
        if (numbers.length === 1_000) stop.abort();
      }
    })();
    for (let count = 0; count < 1_000; count += 1) await admitted(store, sampleJob(caller.account.id));
    await reading;
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + (numbers[0] ?? 0)));
    expect(numbers.at(-1)).toBe(1_000);
  });

  it.each([
    ['older than the oldest event', 1, '4 job.created'],
    ['newer than the newest event', 99, undefined],
  ])('sends a reset when the last number is %s', async (_what, after, next) => {
    for (let count = 0; count < 4; count += 1) await admitted(store, sampleJob(caller.account.id));
    store.events.removeUpTo(caller.account.id, 3);
    const { received } = collect(followEvents(ports(), options(after)));
    await settled();
    expect(received).toEqual(next ? ['reset', next] : ['reset']);
  });

  it('streams no events of other accounts', async () => {
    const { received } = collect(followEvents(ports(), options(0)));
    await admitted(store, sampleJob((await newAccount(store)).id));
    await settled();
    expect(received).toEqual([]);
  });

  it('ends with its signal and removes its subscription', async () => {
    const { ended, received } = collect(followEvents(ports(), options(0)));
    await settled();
    stop.abort();
    await ended;
    await admitted(store, sampleJob(caller.account.id));
    expect(received).toEqual([]);
  });
});

describe('following a job', () => {
  const start = async (jobId: string, after: number | null) => {
    const job = await store.jobs.find(caller.account.id, jobId);
    if (!job) throw new Error('expected the job');
    const { accountId: _, jobId: __, ...rest } = options(after);
    return followJob(ports(), job, rest);
  };

  it('streams all events and the progress of the job, and ends with its last event', async () => {
    await admitted(store, sampleJob(caller.account.id));
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    const { received, ended } = collect(await start(id, null));
    await settled();
    await store.jobs.recordProgress(claim, { stage: 'layout', done: 1, total: 3 });
    await admitted(store, sampleJob(caller.account.id));
    await store.jobs.fail(claim, 'Failed.', noon);
    await ended;
    expect(received).toEqual(['2 job.created', '3 job.processing', 'progress', '5 job.failed']);
  });

  it('streams the events of a finished job and ends; returns null for a client that has them all', async () => {
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    await store.jobs.fail(claim, 'Failed.', noon);
    const { received, ended } = collect(await start(id, null));
    await ended;
    expect(received).toEqual(['1 job.created', '2 job.processing', '3 job.failed']);
    expect(await start(id, 3)).toBeNull();
  });

  it('sends the final state of a job whose events were pruned', async () => {
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    await store.jobs.fail(claim, 'Failed.', noon);
    store.events.removeUpTo(caller.account.id, 3);
    const { received, ended } = collect(await start(id, null));
    await ended;
    expect(received).toEqual(['state']);
  });
});

describe('waiting for a job', () => {
  it('returns as soon as the job ends', async () => {
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    const waiting = waitForJob(ports(), caller, id.toUpperCase(), stop.signal);
    await settled();
    await store.jobs.fail(claim, 'Failed.', noon);
    expect((await waiting).status).toBe('failed');
  });

  it('returns the current job at the timeout', async () => {
    const { id } = await claimed(store, sampleJob(caller.account.id));
    const waiting = waitForJob(ports(), caller, id, stop.signal);
    await settled();
    stop.abort();
    expect((await waiting).status).toBe('processing');
  });

  it('returns after a lost connection too, and 404 when the job is deleted while waiting', async () => {
    const first = await claimed(store, sampleJob(caller.account.id));
    const waiting = waitForJob(ports(), caller, first.id, stop.signal);
    await settled();
    const reconnect = store.events.disconnect();
    await store.jobs.fail(first, 'Failed.', noon);
    reconnect();
    expect((await waiting).status).toBe('failed');
    const second = await claimed(store, sampleJob(caller.account.id));
    const waitingForDeleted = waitForJob(ports(), caller, second.id, stop.signal);
    await settled();
    await store.jobs.beginDelete(caller.account.id, second.id, noon);
    await expect(waitingForDeleted).rejects.toMatchObject({ code: 'job_not_found' });
  });
});
