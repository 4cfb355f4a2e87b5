/** The lease of a running attempt: renewed during the conversion; the engine is stopped when it is lost. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteJob } from '../../src/actions/delete-job.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { ConvertOutcome, ConvertRequest } from '../../src/ports/engine.ts';
import type { JobStore } from '../../src/ports/store.ts';
import { type Runner, startRunner } from '../../src/worker/runner.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, newAccount, sampleJob } from '../contracts/samples.ts';
import { recognize, untilAborted } from '../fakes/conversions.ts';
import { fakeDocumentWriter } from '../fakes/fake-document-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { recordingTracer } from '../fakes/recording-tracer.ts';

const leaseMs = 15_000;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let runner: Runner;
let notifyDeletion: (jobId: string) => void;
let renew: JobStore['renew'];
/** The signal of the conversion, which ends only when it is aborted. */
let conversionSignal: AbortSignal | undefined;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  renew = store.jobs.renew;
  conversionSignal = undefined;
});
afterEach(async () => {
  vi.useRealTimers();
  await runner.stop(0);
});

function convert(request: ConvertRequest): Promise<ConvertOutcome> {
  conversionSignal = request.signal;
  return untilAborted(request);
}

/** Starts a worker that is converting the only job. */
async function convertingJob() {
  const account = await newAccount(store);
  const job = sampleJob(account.id);
  await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  const queue = [{ jobId: await admitted(store, job), accountId: account.id, claim: null }];
  runner = startRunner({
    store: { ...store, jobs: { ...store.jobs, renew: (...args) => renew(...args) } },
    blobs,
    writer: fakeDocumentWriter,
    engine: { convert, recognize },
    clock: systemClock,
    workDir: mkdtempSync(join(tmpdir(), 'octavo-lease-')),
    sealingKeys: [Buffer.alloc(32, 7)],
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    ocrPagesMax: 1_000,
    toolchain: 'ab'.repeat(32),
    tasks: {
      take: async (count) => queue.splice(0, count),
      keepAlive: async () => {},
      complete: async () => {},
    },
    leaseMs,
    log: quiet,
    tracer: recordingTracer(),
    metrics: workerMetrics(new Registry()),
    slots: 1,
    signals: {
      onTask: () => {},
      onDelivery: () => {},
      onDeletion: (listen) => {
        notifyDeletion = listen;
      },
    },
  });
  await vi.waitFor(() => expect(conversionSignal).toBeDefined(), { timeout: 20_000, interval: 5 });
  return { id: job.id, account, signal: conversionSignal as AbortSignal };
}

/** Fakes the clocks of the lease; file access stays in real time. */
const useFakeTime = () =>
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'],
  });

describe('the lease of a running attempt', { timeout: 30_000 }, () => {
  it('is renewed during the conversion, so that no other worker gets the job', async () => {
    useFakeTime();
    const { id, signal } = await convertingJob();
    for (let passedMs = 0; passedMs < 10 * leaseMs; passedMs += 1_000) {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await store.jobs.expiredLeases(10, [])).toEqual([]);
    }
    expect(await store.jobs.isHeld(id)).toBe(true);
    expect(signal.aborted).toBe(false);
  });

  it('stops the engine once it is lost', async () => {
    useFakeTime();
    const { id, account, signal } = await convertingJob();
    // This deletion sends no notification: only the renewal can detect it.
    await store.jobs.beginDelete(account.id, id, new Date());
    await vi.advanceTimersByTimeAsync(leaseMs / 3);
    expect(signal.aborted).toBe(true);
  });

  it('stops the engine when the database does not respond for longer than the lease, and not before', async () => {
    useFakeTime();
    const { signal } = await convertingJob();
    await vi.advanceTimersByTimeAsync(leaseMs);
    renew = async () => {
      throw unavailable('database', new Error('no response'));
    };
    await vi.advanceTimersByTimeAsync(leaseMs - 1_000);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(signal.aborted).toBe(true);
  });

  it('counts from the claim when no renewal is answered', async () => {
    useFakeTime();
    renew = () => new Promise(() => {});
    const { signal } = await convertingJob();
    await vi.advanceTimersByTimeAsync(leaseMs);
    expect(signal.aborted).toBe(true);
  });

  it('is released at once when the job is deleted, so that the deletion does not wait for it to expire', async () => {
    const { id, account } = await convertingJob();
    const caller = { account, plan: defaultPlans.free, apiKeyId: null };
    const began = performance.now();
    const deletion = deleteJob({ store, blobs, clock: systemClock, erasuresKeptMs: 1_000 }, caller, id);
    notifyDeletion(id);
    await deletion;
    expect(performance.now() - began, 'less than the lease').toBeLessThan(leaseMs / 3);
    expect(await store.jobs.isHeld(id)).toBe(false);
    expect(await store.jobs.beginDelete(account.id, id, new Date()), 'the row was removed').toBe(false);
  });
});
