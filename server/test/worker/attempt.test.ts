/** `runTask` on fakes: every outcome of a task, and its effect on records, queue, storage and metrics. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import { outputKey, sourceKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { ConvertOutcome, ConvertRequest, EngineFailure } from '../../src/ports/engine.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import { type AttemptPorts, runTask } from '../../src/worker/attempt.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, claimAgain, newAccount, noon, sampleJob, uncounted } from '../contracts/samples.ts';
import { converted, failed } from '../fakes/conversions.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { type RecordingTracer, recordingTracer } from '../fakes/recording-tracer.ts';

type Line = { readonly level: string; readonly fields: Record<string, unknown>; readonly text: string };

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let registry: Registry;
let tracer: RecordingTracer;
let lines: Line[];
let completed: string[];
let outcome: (request: ConvertRequest) => Promise<ConvertOutcome>;
let job: NewJob;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  registry = new Registry();
  tracer = recordingTracer();
  lines = [];
  completed = [];
  outcome = converted;
  job = sampleJob((await newAccount(store)).id, { createdAt: new Date() });
  await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  await admitted(store, job);
});

afterEach(() => {
  vi.useRealTimers();
});

const failing =
  (failure: Partial<EngineFailure> = {}): typeof outcome =>
  async () =>
    failed({ detail: 'no pages', ...failure });

function ports(): AttemptPorts {
  const log = (level: string) => (fields: Readonly<Record<string, unknown>>, text: string) =>
    void lines.push({ level, fields, text });
  return {
    store,
    blobs,
    engine: { convert: (request) => outcome(request) },
    clock: systemClock,
    workDir: mkdtempSync(join(tmpdir(), 'octavo-attempt-')),
    sealingKeys: [Buffer.alloc(32, 7)],
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    tasks: {
      fetch: async () => [],
      keepAlive: async () => {},
      complete: async (jobId) => void completed.push(jobId),
    },
    leaseMs: 30_000,
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    tracer,
    metrics: workerMetrics(registry),
  };
}

async function run(signal = new AbortController().signal, on = ports()): Promise<Claim | undefined> {
  let claim: Claim | undefined;
  await runTask(on, job.id, signal, (made) => {
    claim = made;
  });
  return claim;
}

async function runTimed(on = ports()): Promise<number> {
  const began = performance.now();
  await run(new AbortController().signal, on);
  return performance.now() - began;
}

const found = () => store.jobs.find(job.accountId, job.id);
const storedAttempts = async () =>
  (await Array.fromAsync(blobs.list('accounts/'))).filter(({ key }) => key.includes('/attempt-')).length;
async function metric(name: string) {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  return values.filter(({ value }) => value > 0).map(({ labels, value }) => ({ ...labels, value }));
}

/** A claim left by a worker that died. */
async function lostBefore(): Promise<Claim> {
  const first = await claimAgain(store, job.id);
  await blobs.put(outputKey(job, first, 'markdown'), Buffer.from('old'), { contentType: 'text/markdown' });
  await store.jobs.handBack(first, uncounted, noon);
  return first;
}

describe('a task', { timeout: 30_000 }, () => {
  it('ends as done: job, task, pages and trace', async () => {
    const claim = await run();
    expect(claim?.jobId).toBe(job.id);
    expect(await found()).toMatchObject({ status: 'done', pageCount: 3 });
    expect(completed).toEqual([job.id]);
    expect(await metric('octavo_pages_converted_total')).toEqual([{ value: 3 }]);
    expect(await metric('octavo_attempts_total')).toEqual([{ end: 'done', class: 'none', value: 1 }]);
    expect(tracer.spans.find(({ name }) => name === 'attempt')).toMatchObject({
      failed: false,
      attributes: { 'octavo.end': 'done', 'octavo.attempt': 1 },
    });
    expect(lines.map(({ text }) => text)).toEqual(['attempt ended']);
  });

  it('of a job that is no longer pending is completed without a conversion', async () => {
    await claimAgain(store, job.id);
    const convert = vi.fn(converted);
    outcome = convert;
    expect(await run()).toBeUndefined();
    expect(convert).not.toHaveBeenCalled();
    expect(completed).toEqual([job.id]);
  });

  it('records the waiting time of the job only in the trace of its first attempt', async () => {
    await lostBefore();
    await run();
    expect(tracer.spans.map(({ name }) => name)).not.toContain('wait in queue');
  });

  it('ends as failed: the task is completed, the class is counted, the detail is only in the log', async () => {
    outcome = failing({});
    await run();
    expect(await found()).toMatchObject({ status: 'failed', errorMessage: 'The document is damaged.' });
    expect(completed).toEqual([job.id]);
    expect(await metric('octavo_attempts_total')).toEqual([{ end: 'failed', class: 'invalid', value: 1 }]);
    expect(lines[0]?.fields).toMatchObject({ end: 'failed', class: 'invalid', detail: 'no pages' });
    expect(tracer.spans.find(({ name }) => name === 'attempt')).toMatchObject({ failed: true });
  });

  it('that is requeued keeps its new task, and its slot pauses for a moment', async () => {
    outcome = failing({ class: 'crash', retryable: true });
    expect(await runTimed()).toBeGreaterThan(1_900);
    expect(await found()).toMatchObject({ status: 'pending' });
    expect(completed).toEqual([]);
    expect(await metric('octavo_attempts_total')).toEqual([{ end: 'handed_back', class: 'crash', value: 1 }]);
  });

  it('that is interrupted by a shutdown is requeued without a pause', async () => {
    outcome = failing({ class: 'cancelled', retryable: true });
    const began = performance.now();
    await run(AbortSignal.abort());
    expect(performance.now() - began).toBeLessThan(1_900);
    expect(await found()).toMatchObject({ status: 'pending' });
  });
});

describe('a failing dependency', { timeout: 30_000 }, () => {
  const brokenStorage = (error: Error) => {
    blobs.putFile = async () => {
      throw error;
    };
  };

  it('that is unavailable requeues the job after a pause, any number of times', async () => {
    brokenStorage(unavailable('storage', new Error('unavailable')));
    const on = ports();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await runTimed(on)).toBeGreaterThan(1_900);
      expect(await found()).toMatchObject({ status: 'pending' });
    }
    expect(completed).toEqual([]);
    expect(lines.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
    expect(await metric('octavo_attempts_total')).toEqual([
      { end: 'handed_back', class: 'trouble', value: 3 },
    ]);
  });

  it('with any other error counts against the retry budget, and the job fails in the end', async () => {
    brokenStorage(new Error('a bug'));
    const { handBack } = store.jobs;
    const causes: unknown[] = [];
    store.jobs.handBack = (claim, back, now) => {
      causes.push(back.budget?.cause);
      return handBack(
        claim,
        back.budget ? { ...back, budget: { ...back.budget, failuresMax: 1 } } : back,
        now,
      );
    };
    await run();
    expect(causes).toEqual(['worker']);
    expect(await found()).toMatchObject({ status: 'failed' });
    expect(completed).toEqual([job.id]);
  });

  it('that loses the response to the commit and is unavailable for a while still ends as done', async () => {
    const { complete, claimState } = store.jobs;
    let queries = 0;
    store.jobs.complete = async (...args) => {
      await complete(...args);
      throw unavailable('database', new Error('no response'));
    };
    store.jobs.claimState = async (claim) => {
      queries += 1;
      if (queries === 1) throw unavailable('database', new Error('no response'));
      return claimState(claim);
    };
    await run();
    expect(await found()).toMatchObject({ status: 'done' });
    expect(completed).toEqual([job.id]);
    expect(await storedAttempts()).toBe(1);
    expect(await metric('octavo_pages_converted_total')).toEqual([{ value: 3 }]);
    expect(await metric('octavo_attempts_total')).toEqual([{ end: 'done', class: 'none', value: 1 }]);
  });
});

describe('the files of earlier attempts', { timeout: 30_000 }, () => {
  it('are removed after a later attempt has ended', async () => {
    await lostBefore();
    await run();
    expect(await storedAttempts()).toBe(1);
    expect((await found())?.outputs[0]?.objectKey).toContain('/attempt-2-');
  });

  it('are not searched for after a first attempt', async () => {
    const folders = vi.spyOn(blobs, 'folders');
    await run();
    expect(folders).not.toHaveBeenCalled();
  });

  it('that cannot be removed are logged, and the result is unchanged', async () => {
    await lostBefore();
    blobs.deletePrefix = async () => {
      throw new Error('unavailable');
    };
    await run();
    expect(await found()).toMatchObject({ status: 'done' });
    expect(completed).toEqual([job.id]);
    expect(lines.at(-1)).toMatchObject({ level: 'warn' });
  });

  it('are removed by a worker that lost its job, before it releases the lease', async () => {
    const released: number[] = [];
    const { releaseLease } = store.jobs;
    store.jobs.releaseLease = async (claim) => {
      released.push(await storedAttempts());
      return releaseLease(claim);
    };
    outcome = async (request) => {
      const made = await converted(request);
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      return made;
    };
    await run();
    expect(released).toEqual([0]);
    expect(await store.jobs.isHeld(job.id)).toBe(false);
    expect(completed).toEqual([]);
  });
});
