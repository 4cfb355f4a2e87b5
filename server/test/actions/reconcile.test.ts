/** The recovery steps on fakes: interrupted work is repaired, and one failing item does not block the others. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  finishDeletions,
  reclaimLeases,
  removeAbandonedUploads,
  removeDirectUploads,
  requeueLostTasks,
} from '../../src/actions/reconcile.ts';
import { directUploadKey } from '../../src/domain/direct-upload.ts';
import { jobPrefix, sourceKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { admitted, claimAgain, claimed, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let accountId: string;
let failed: string[];

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  accountId = (await newAccount(store)).id;
  failed = [];
});

const ports = () => ({ store, blobs, clock: systemClock, erasuresKeptMs: 1_000 });
const onFailed = (id: string) => void failed.push(id);
const stored = async () => (await Array.fromAsync(blobs.list('accounts/'))).length;
const putSource = (id: string) =>
  blobs.put(sourceKey({ id, accountId }), Buffer.from('%PDF-'), { contentType: 'application/pdf' });

describe('reclaimLeases', () => {
  it('requeues only jobs whose lease has expired', async () => {
    const expiredLease = await admitted(store, sampleJob(accountId));
    await store.jobs.claim(expiredLease, 0);
    const alive = await claimed(store, sampleJob(accountId));
    expect(await reclaimLeases(ports(), onFailed)()).toBe(1);
    expect(await store.jobs.find(accountId, expiredLease)).toMatchObject({ status: 'pending' });
    expect(await store.jobs.find(accountId, alive.id)).toMatchObject({ status: 'processing' });
  });

  it('continues with the others when one cannot be reclaimed, and does not retry it immediately', async () => {
    const ids = [];
    for (let created = 0; created < 3; created += 1) {
      const id = await admitted(store, sampleJob(accountId));
      await claimAgain(store, id, 0);
      ids.push(id);
    }
    const [bad] = ids;
    const { reclaim } = store.jobs;
    let tries = 0;
    store.jobs.reclaim = async (lease, ...rest) => {
      if (lease.id !== bad) return reclaim(lease, ...rest);
      tries += 1;
      throw new Error('canceling statement due to lock timeout');
    };
    const step = reclaimLeases(ports(), onFailed);
    expect(await step()).toBe(2);
    expect(failed).toEqual([bad]);
    expect(await step()).toBe(0);
    expect(tries).toBe(1);
  });
});

describe('requeueLostTasks', () => {
  it('queues a new task for every other job when one of them fails', async () => {
    const places = [1, 2, 3].map(() => ({ id: randomUUID(), accountId }));
    const requeued: string[] = [];
    store.jobs.lostTasks = async (_ms, _limit, except) => places.filter(({ id }) => !except.includes(id));
    store.jobs.requeue = async (id) => {
      if (id === places[0]?.id) throw new Error('bad row');
      requeued.push(id);
      return true;
    };
    expect(await requeueLostTasks(ports(), onFailed)()).toBe(2);
    expect(requeued).toEqual(places.slice(1).map(({ id }) => id));
  });
});

describe('removeAbandonedUploads', () => {
  it('removes only the files of abandoned uploads', async () => {
    const [dead, alive] = [randomUUID(), randomUUID()];
    await putSource(dead);
    await putSource(alive);
    await store.uploads.begin({ id: dead, accountId }, 0);
    await store.uploads.begin({ id: alive, accountId }, 60_000);
    const step = removeAbandonedUploads(ports(), onFailed);
    expect(await step()).toBe(1);
    expect(await stored()).toBe(1);
    expect(await step()).toBe(0);
  });
});

describe('finishDeletions', () => {
  const deletions = async (count: number) => {
    const jobs = Array.from({ length: count }, () => sampleJob(accountId));
    for (const job of jobs) {
      await putSource(job.id);
      await admitted(store, job);
      await store.jobs.beginDelete(accountId, job.id, noon);
    }
    const { unfinishedDeletes } = store.jobs;
    // As if the grace period of ten seconds had passed.
    store.jobs.unfinishedDeletes = (_ageMs, limit, except) => unfinishedDeletes(0, limit, except);
    return jobs;
  };

  it('skips a deletion that started a moment ago', async () => {
    const job = sampleJob(accountId);
    await putSource(job.id);
    await admitted(store, job);
    await store.jobs.beginDelete(accountId, job.id, noon);
    expect(await finishDeletions(ports(), onFailed)()).toBe(0);
    expect(await stored()).toBe(1);
  });

  it('finishes interrupted deletions', async () => {
    const [job] = await deletions(1);
    expect(await finishDeletions(ports(), onFailed)()).toBe(1);
    expect(await stored()).toBe(0);
    expect(await store.jobs.beginDelete(accountId, job?.id ?? '', noon)).toBe(false);
  });

  it('finishes the other deletions when the files of one cannot be removed, in every round', async () => {
    const [bad] = await deletions(4);
    const { deletePrefix } = blobs;
    blobs.deletePrefix = async (prefix) => {
      if (bad && prefix === jobPrefix(bad)) throw new Error('AccessDenied');
      return deletePrefix(prefix);
    };
    const step = finishDeletions(ports(), onFailed);
    expect(await step()).toBe(3);
    expect(await step()).toBe(0);
    expect(failed).toEqual([bad?.id]);
    expect(await stored()).toBe(1);
  });

  it('stops after three failures in a row, because the storage is unavailable, and continues in the next round', async () => {
    await deletions(10);
    blobs.deletePrefix = async () => {
      throw new Error('unavailable');
    };
    expect(await finishDeletions(ports(), onFailed)()).toBe(0);
    expect(failed).toHaveLength(3);
  });
});

describe('removeDirectUploads', () => {
  /** One part of it has arrived. */
  async function upload(lifeMs: number): Promise<string> {
    const id = randomUUID();
    const ref = { id, accountId };
    const file = { fileName: 'a.pdf', bytes: 10, partBytes: 5, sha256: null, createdAt: noon };
    await store.directUploads.create({ ...ref, ...file }, lifeMs, 100);
    const storageId = await blobs.beginParts(directUploadKey(ref), 'application/pdf');
    blobs.parts.get(storageId)?.set(1, Buffer.from('%PDF-'));
    await store.directUploads.begin(id, storageId);
    return id;
  }

  it('removes parts and records of expired uploads, and leaves the others alone', async () => {
    await upload(-1);
    const open = await upload(60_000);
    expect(await removeDirectUploads(ports(), onFailed)()).toBe(1);
    expect([...blobs.uploads.values()]).toEqual([directUploadKey({ id: open, accountId })]);
    expect(await removeDirectUploads(ports(), onFailed)()).toBe(0);
  });

  it('removes the file of an upload that became a job, when the process that used it did not', async () => {
    const id = await upload(60_000);
    await admitted(store, sampleJob(accountId, { uploadId: id }));
    expect(await removeDirectUploads(ports(), onFailed)()).toBe(0);
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await removeDirectUploads(ports(), onFailed)()).toBe(1);
    expect(blobs.uploads.size).toBe(0);
    expect(await store.directUploads.find(accountId, id)).toMatchObject({ id });
    expect(await removeDirectUploads(ports(), onFailed)()).toBe(0);
  });

  it('continues with the others when the storage fails for one', async () => {
    const [bad] = [await upload(-1), await upload(-1)];
    const { deletePrefix } = blobs;
    const failing = {
      ...blobs,
      deletePrefix: async (prefix: string) => {
        if (bad && prefix.includes(bad)) throw new Error('away');
        return deletePrefix(prefix);
      },
    };
    const step = removeDirectUploads({ ...ports(), blobs: failing }, onFailed);
    expect(await step()).toBe(1);
    expect(failed).toEqual([bad]);
  });
});
