/** `forget` on fakes: what is past its time goes with its files, and nothing else. */
import { beforeEach, describe, expect, it } from 'vitest';
import { forget } from '../../src/actions/forget.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { outputKey, sourceKey } from '../../src/domain/job.ts';
import { claimed, minutesLater, newAccount, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let accountId: string;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  accountId = (await newAccount(store)).id;
});

const run = (minute: number, signal = new AbortController().signal) =>
  forget({ store, blobs, clock: { now: () => minutesLater(minute) }, eventsKeptMs: 1_000 }, signal);
const stored = async () => (await Array.fromAsync(blobs.list('accounts/'))).length;

/** A failed job with two files, gone from the tenth minute on. */
async function expiring(): Promise<string> {
  const job = sampleJob(accountId, { expiresAt: minutesLater(10) });
  const { id, attempt } = await claimed(store, job);
  for (const key of [sourceKey(job), outputKey(job, attempt, 'json')]) {
    await blobs.put(key, Buffer.from('x'), { contentType: 'text/plain' });
  }
  await store.jobs.fail(id, attempt, 'damaged', minutesLater(1));
  return id;
}

describe('forget', () => {
  it('leaves a job alone before its time, and nothing of it after', async () => {
    const id = await expiring();
    expect(await run(9)).toMatchObject({ expired: 0 });
    expect(await stored()).toBe(2);
    expect(await run(10)).toMatchObject({ expired: 1 });
    expect(await stored()).toBe(0);
    expect(await store.jobs.beginDelete(accountId, id, minutesLater(11))).toBe(false);
    expect(await run(11)).toMatchObject({ expired: 0 });
  });

  it('leaves what the storage refuses to the sweep, hidden already', async () => {
    const id = await expiring();
    const { deletePrefix } = blobs;
    blobs.deletePrefix = async () => {
      throw unavailable('storage', new Error('away'));
    };
    await expect(run(10)).rejects.toThrow('storage');
    expect(await store.jobs.find(accountId, id)).toBeNull();
    blobs.deletePrefix = deletePrefix;
    expect(await store.jobs.unfinishedDeletes(minutesLater(11), 10)).toEqual([{ id, accountId }]);
  });

  it('stops between two jobs when it is told to', async () => {
    await expiring();
    await expiring();
    const stopping = new AbortController();
    const { deletePrefix } = blobs;
    blobs.deletePrefix = (prefix) => {
      stopping.abort();
      return deletePrefix(prefix);
    };
    expect(await run(10, stopping.signal)).toMatchObject({ expired: 1 });
    expect(await stored()).toBe(2);
  });

  it('removes idempotency keys a good while after their day', async () => {
    const idempotency = { key: 'k', fingerprint: Buffer.alloc(32) };
    await claimed(store, sampleJob(accountId, { idempotency }));
    expect(await run(24 * 60 + 30)).toMatchObject({ idempotencyKeysPruned: 0 });
    expect(await run(25 * 60 + 1)).toMatchObject({ idempotencyKeysPruned: 1 });
  });
});
