/** Following events on fakes: nothing twice, nothing missed, whatever the connection does in between. */
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

/** Collects in the background; `heard` is what came so far. */
function collect(stream: AsyncIterable<StreamItem | { kind: 'state' }> | null) {
  const heard: string[] = [];
  const over = (async () => {
    for await (const item of stream ?? []) {
      heard.push(item.kind === 'event' ? `${item.event.number} ${item.event.type}` : item.kind);
    }
  })();
  return { heard, over };
}

describe('options an account', () => {
  it('tells what comes from now on, and nothing of before', async () => {
    await admitted(store, sampleJob(caller.account.id));
    const { heard } = collect(followEvents(ports(), options(null)));
    await settled();
    await admitted(store, sampleJob(caller.account.id));
    await settled();
    expect(heard).toEqual(['2 job.created']);
  });

  it('continues after the last number the client has received', async () => {
    for (let made = 0; made < 3; made += 1) await admitted(store, sampleJob(caller.account.id));
    const { heard } = collect(followEvents(ports(), options(1)));
    await settled();
    expect(heard).toEqual(['2 job.created', '3 job.created']);
  });

  it('tells in order, once each, what happened while the connection was lost', async () => {
    const { heard } = collect(followEvents(ports(), options(0)));
    await admitted(store, sampleJob(caller.account.id));
    await settled();
    const hearAgain = store.events.deafen();
    for (let made = 0; made < 450; made += 1) await admitted(store, sampleJob(caller.account.id));
    hearAgain();
    await settled();
    await admitted(store, sampleJob(caller.account.id));
    await settled();
    expect(heard).toEqual(Array.from({ length: 452 }, (_, index) => `${index + 1} job.created`));
  });

  it('tells everything to a client that reads slower than things happen', async () => {
    const stream = followEvents(ports(), options(0));
    const numbers: number[] = [];
    const reading = (async () => {
      for await (const item of stream) {
        if (item.kind === 'event') numbers.push(item.event.number);
        if (numbers.length % 100 === 1) await settled();
        if (numbers.length === 1_000) stop.abort();
      }
    })();
    for (let made = 0; made < 1_000; made += 1) await admitted(store, sampleJob(caller.account.id));
    await reading;
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + (numbers[0] ?? 0)));
    expect(numbers.at(-1)).toBe(1_000);
  });

  it.each([
    ['older than what is kept', 1, '4 job.created'],
    ['newer than anything there is', 99, undefined],
  ])('says so when the last number is %s', async (_what, after, next) => {
    for (let made = 0; made < 4; made += 1) await admitted(store, sampleJob(caller.account.id));
    store.events.forget(caller.account.id, 3);
    const { heard } = collect(followEvents(ports(), options(after)));
    await settled();
    expect(heard).toEqual(next ? ['reset', next] : ['reset']);
  });

  it('tells nothing of other accounts', async () => {
    const { heard } = collect(followEvents(ports(), options(0)));
    await admitted(store, sampleJob((await newAccount(store)).id));
    await settled();
    expect(heard).toEqual([]);
  });

  it('ends with its signal, and leaves no subscription behind', async () => {
    const { over, heard } = collect(followEvents(ports(), options(0)));
    await settled();
    stop.abort();
    await over;
    await admitted(store, sampleJob(caller.account.id));
    expect(heard).toEqual([]);
  });
});

describe('options a job', () => {
  const start = async (jobId: string, after: number | null) => {
    const job = await store.jobs.find(caller.account.id, jobId);
    if (!job) throw new Error('the job is gone');
    const { accountId: _, jobId: __, ...rest } = options(after);
    return followJob(ports(), job, rest);
  };

  it('tells its whole life, its progress, and ends with its last event', async () => {
    await admitted(store, sampleJob(caller.account.id));
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    const { heard, over } = collect(await start(id, null));
    await settled();
    await store.jobs.recordProgress(claim, { stage: 'layout', done: 1, total: 3 });
    await admitted(store, sampleJob(caller.account.id));
    await store.jobs.fail(claim, 'Failed.', noon);
    await over;
    expect(heard).toEqual(['2 job.created', '3 job.processing', 'progress', '5 job.failed']);
  });

  it('streams the events of a finished job and ends; nothing for a client that has them all', async () => {
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    await store.jobs.fail(claim, 'Failed.', noon);
    const { heard, over } = collect(await start(id, null));
    await over;
    expect(heard).toEqual(['1 job.created', '2 job.processing', '3 job.failed']);
    expect(await start(id, 3)).toBeNull();
  });

  it('tells how a job ended whose events are no longer kept', async () => {
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    await store.jobs.fail(claim, 'Failed.', noon);
    store.events.forget(caller.account.id, 3);
    const { heard, over } = collect(await start(id, null));
    await over;
    expect(heard).toEqual(['state']);
  });
});

describe('waiting for a job', () => {
  it('answers as soon as it ends', async () => {
    const claim = await claimed(store, sampleJob(caller.account.id));
    const { id } = claim;
    const waiting = waitForJob(ports(), caller, id.toUpperCase(), stop.signal);
    await settled();
    await store.jobs.fail(claim, 'Failed.', noon);
    expect((await waiting).status).toBe('failed');
  });

  it('answers the job as it is when the time is over', async () => {
    const { id } = await claimed(store, sampleJob(caller.account.id));
    const waiting = waitForJob(ports(), caller, id, stop.signal);
    await settled();
    stop.abort();
    expect((await waiting).status).toBe('processing');
  });

  it('answers after a lost connection too, and 404 when the job is deleted meanwhile', async () => {
    const first = await claimed(store, sampleJob(caller.account.id));
    const waiting = waitForJob(ports(), caller, first.id, stop.signal);
    await settled();
    const hearAgain = store.events.deafen();
    await store.jobs.fail(first, 'Failed.', noon);
    hearAgain();
    expect((await waiting).status).toBe('failed');
    const second = await claimed(store, sampleJob(caller.account.id));
    const inVain = waitForJob(ports(), caller, second.id, stop.signal);
    await settled();
    await store.jobs.beginDelete(caller.account.id, second.id, noon);
    await expect(inVain).rejects.toMatchObject({ code: 'job_not_found' });
  });
});
