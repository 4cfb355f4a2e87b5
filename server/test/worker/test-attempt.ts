/** `runTask` on fakes, for one job with a stored file. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { sourceKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { Engine } from '../../src/ports/engine.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import { type AttemptPorts, runTask } from '../../src/worker/attempt.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, newAccount, sampleJob } from '../contracts/samples.ts';
import { converted, recognize } from '../fakes/conversions.ts';
import { fakeDocumentWriter } from '../fakes/fake-document-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { type MemoryStore, memoryStore } from '../fakes/memory-store.ts';
import { type RecordingLog, recordingLog } from '../fakes/recording-log.ts';
import { type RecordingTracer, recordingTracer } from '../fakes/recording-tracer.ts';

export type TestAttempt = {
  readonly store: MemoryStore;
  readonly blobs: MemoryBlobs;
  readonly registry: Registry;
  readonly tracer: RecordingTracer;
  readonly log: RecordingLog;
  /** Ids of the jobs whose tasks were completed. */
  readonly completed: readonly string[];
  readonly job: NewJob;
  /** What the engine does; a test may replace it. */
  convert: Engine['convert'];
  /** Runs the task of the job, and returns its claim if there was one. */
  run(other?: { readonly job?: NewJob; readonly signal?: AbortSignal }): Promise<Claim | undefined>;
};

/** Stores the file of a job and admits it. */
export async function submitTo({ store, blobs }: Pick<TestAttempt, 'store' | 'blobs'>, job: NewJob) {
  await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  await admitted(store, job);
}

export async function testAttempt(): Promise<TestAttempt> {
  const store = memoryStore();
  const blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  const job = sampleJob((await newAccount(store)).id, { createdAt: new Date() });
  await submitTo({ store, blobs }, job);
  const registry = new Registry();
  const tracer = recordingTracer();
  const log = recordingLog();
  const completed: string[] = [];
  const ports: AttemptPorts = {
    store,
    blobs,
    writer: fakeDocumentWriter,
    engine: { convert: (request) => attempt.convert(request), recognize },
    clock: systemClock,
    workDir: mkdtempSync(join(tmpdir(), 'octavo-attempt-')),
    sealingKeys: [Buffer.alloc(32, 7)],
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    ocrPagesMax: 1_000,
    toolchain: 'ab'.repeat(32),
    tasks: {
      take: async () => [],
      keepAlive: async () => {},
      complete: async (jobId) => void completed.push(jobId),
    },
    leaseMs: 30_000,
    log,
    tracer,
    metrics: workerMetrics(registry),
  };
  const run: TestAttempt['run'] = async (other = {}) => {
    const { signal = new AbortController().signal } = other;
    const claims: Claim[] = [];
    const { id: jobId, accountId } = other.job ?? job;
    const task = { jobId, accountId, claim: null, takenAtMs: performance.now() };
    await runTask(ports, task, signal, (claim) => void claims.push(claim));
    return claims[0];
  };
  const recorded = { registry, tracer, log, completed };
  const attempt: TestAttempt = { store, blobs, ...recorded, job, convert: converted, run };
  return attempt;
}
