/** Deleting a job that a worker is converting: the deletion returns only when the worker can no longer write files. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteJob } from '../../src/actions/delete-job.ts';
import type { Caller } from '../../src/domain/caller.ts';
import { outputKey, sourceKey } from '../../src/domain/job.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { atEnd } from '../at-end.ts';
import { admitted, claimAgain, newAccount, sampleJob } from '../contracts/samples.ts';
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

const put = (key: string) => blobs.put(key, Buffer.from('%PDF-'), { contentType: 'application/pdf' });
const soon = { timeout: 15_000, interval: 5 };
const otherPorts = () => ({ blobs, clock: systemClock, erasuresKeptMs: 1_000 });
const filesLeft = async () => (await Array.fromAsync(blobs.list('accounts/'))).length;

/** A job leased by a worker, with its source and the first output of the attempt. */
async function leasedJob(leaseMs = 600_000) {
  const job = sampleJob(caller.account.id);
  await put(sourceKey(job));
  await admitted(store, job);
  const claim = await claimAgain(store, job.id, leaseMs);
  const output = outputKey(job, claim, 'markdown');
  await put(output);
  return { id: job.id, output, release: () => store.jobs.releaseLease(claim) };
}

describe('deleting a job that a worker has leased', () => {
  it('removes files only after the worker released the lease, and all of them before it returns', async () => {
    const { id, release } = await leasedJob();
    const isHeld = vi.fn(store.jobs.isHeld);
    const ports = { ...otherPorts(), store: { ...store, jobs: { ...store.jobs, isHeld } } };
    let hasAnswered = false;
    const work = deleteJob(ports, caller, id).then(() => {
      hasAnswered = true;
    });
    await vi.waitFor(() => expect(isHeld.mock.calls.length).toBeGreaterThan(2), soon);
    expect({ hasAnswered, files: await filesLeft() }).toEqual({ hasAnswered: false, files: 2 });
    await release();
    await work;
    expect(await filesLeft()).toBe(0);
    expect(await store.jobs.isHeld(id)).toBe(false);
    // The row was removed, so a second deletion finds nothing.
    await expect(deleteJob(ports, caller, id)).rejects.toMatchObject({ code: 'job_not_found' });
  });

  it('waits for the lease of a dead worker to expire and removes everything written until then', async () => {
    const { id, output } = await leasedJob(3_000);
    const began = performance.now();
    const work = deleteJob({ ...otherPorts(), store }, caller, id);
    await vi.waitFor(async () => expect(await store.jobs.find(caller.account.id, id)).toBeNull(), soon);
    await put(`${output}-late`);
    await work;
    expect(performance.now() - began).toBeGreaterThan(2_500);
    expect(await filesLeft()).toBe(0);
    expect(await store.jobs.beginDelete(caller.account.id, id, new Date())).toBe(false);
  });

  it('fails as unavailable and keeps the row when the lease is still active after a minute', async () => {
    const { id } = await leasedJob();
    const finishDelete = vi.fn(store.jobs.finishDelete);
    vi.useFakeTimers({ toFake: ['performance'] });
    const isHeld = async (jobId: string) => {
      vi.advanceTimersByTime(40_000);
      return store.jobs.isHeld(jobId);
    };
    const ports = { ...otherPorts(), store: { ...store, jobs: { ...store.jobs, isHeld, finishDelete } } };
    await expect(deleteJob(ports, caller, id)).rejects.toMatchObject({ code: 'service_unavailable' });
    vi.useRealTimers();
    expect(finishDelete).not.toHaveBeenCalled();
    expect(await filesLeft()).toBe(2);
  });
});
