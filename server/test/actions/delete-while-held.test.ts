/** A deletion while a worker may still write: it waits for the worker, and keeps the row where waiting did not help. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteJob } from '../../src/actions/delete-job.ts';
import type { Caller } from '../../src/domain/caller.ts';
import { outputKey, sourceKey } from '../../src/domain/job.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { atEnd } from '../at-end.ts';
import { admitted, newAccount, sampleJob } from '../contracts/samples.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let caller: Caller;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  caller = { account: await newAccount(store), plan: defaultPlans.free, apiKeyId: null };
});

const leaseMs = 600_000;
const put = (key: string) => blobs.put(key, Buffer.from('%PDF-'), { contentType: 'application/pdf' });
const filesLeft = async () => (await Array.fromAsync(blobs.list('accounts/'))).length;

/** A job a worker holds, with its source and the first output of the attempt. */
async function heldJob() {
  const job = sampleJob(caller.account.id);
  await put(sourceKey(job));
  await admitted(store, job);
  const claim = await store.jobs.claim(job.id, leaseMs);
  if (!claim) throw new Error('expected a claim');
  const output = outputKey(job, claim.attempt, 'markdown');
  await put(output);
  return { id: job.id, output, letGo: () => store.jobs.letGo(job.id, claim.attempt) };
}

describe('a deletion of a job that a worker holds', () => {
  it('removes nothing before the worker has let go, and everything before it answers', async () => {
    const { id, letGo } = await heldJob();
    const isHeld = vi.fn(store.jobs.isHeld);
    const ports = { store: { jobs: { ...store.jobs, isHeld } }, blobs, clock: systemClock };
    let hasAnswered = false;
    const work = deleteJob(ports, caller, id).then(() => {
      hasAnswered = true;
    });
    await vi.waitFor(() => expect(isHeld.mock.calls.length).toBeGreaterThan(2));
    expect({ hasAnswered, files: await filesLeft() }).toEqual({ hasAnswered: false, files: 2 });
    await letGo();
    await work;
    expect(await filesLeft()).toBe(0);
    expect(await store.jobs.isHeld(id)).toBe(false);
    // The row is gone: there is nothing left to delete.
    await expect(deleteJob(ports, caller, id)).rejects.toMatchObject({ code: 'job_not_found' });
  });

  it('keeps the row when the worker does not let go, so that what it still writes is removed later', async () => {
    const { id, output } = await heldJob();
    const finishDelete = vi.fn(store.jobs.finishDelete);
    const ports = { store: { jobs: { ...store.jobs, finishDelete } }, blobs, clock: systemClock };
    await deleteJob(ports, caller, id);
    expect(finishDelete).not.toHaveBeenCalled();
    expect(await store.jobs.isHeld(id), 'the row says who may still write').toBe(true);
    await put(output);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + leaseMs + 1 });
    try {
      const later = new Date(Date.now() + 60_000);
      expect(await store.jobs.unfinishedDeletes(later, 10)).toMatchObject([{ id }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
