/** `runTask` on fakes: every outcome of a task, and its effect on records, queue, storage and metrics. */
import type { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '../../src/domain/errors.ts';
import { outputKey } from '../../src/domain/job.ts';
import type { Engine, EngineFailure } from '../../src/ports/engine.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import { claimAgain, noon, uncounted } from '../contracts/samples.ts';
import { converted, failed } from '../fakes/conversions.ts';
import type { MemoryBlobs } from '../fakes/memory-blobs.ts';
import type { MemoryStore } from '../fakes/memory-store.ts';
import type { RecordingLog } from '../fakes/recording-log.ts';
import type { RecordingTracer } from '../fakes/recording-tracer.ts';
import { countedSamples } from '../metric-value.ts';
import { type TestAttempt, testAttempt } from './test-attempt.ts';

let attempt: TestAttempt;
let store: MemoryStore;
let blobs: MemoryBlobs;
let registry: Registry;
let tracer: RecordingTracer;
let log: RecordingLog;
let completed: readonly string[];
let job: NewJob;

beforeEach(async () => {
  attempt = await testAttempt();
  ({ store, blobs, registry, tracer, log, completed, job } = attempt);
});

afterEach(() => {
  vi.useRealTimers();
});

const failing =
  (failure: Partial<EngineFailure> = {}): Engine['convert'] =>
  async () =>
    failed({ detail: 'no pages', ...failure });

async function runTimed(): Promise<number> {
  const began = performance.now();
  await attempt.run();
  return performance.now() - began;
}

const found = () => store.jobs.find(job.accountId, job.id);
const storedAttempts = async () =>
  (await Array.fromAsync(blobs.list('accounts/'))).filter(({ key }) => /\/attempt-.*\/markdown$/.test(key))
    .length;
/** A claim left by a worker that died. */
async function lostBefore(): Promise<Claim> {
  const first = await claimAgain(store, job.id);
  await blobs.put(outputKey(job, first, 'markdown'), Buffer.from('old'), { contentType: 'text/markdown' });
  await store.jobs.handBack(first, uncounted, noon);
  return first;
}

describe('a task', { timeout: 30_000 }, () => {
  it('ends as done: job, pages and trace', async () => {
    const claim = await attempt.run();
    expect(claim?.jobId).toBe(job.id);
    expect(await found()).toMatchObject({ status: 'done', pageCount: 3 });
    expect(await countedSamples(registry, 'octavo_pages_converted_total')).toEqual([{ value: 3 }]);
    expect(await countedSamples(registry, 'octavo_attempts_total')).toEqual([
      { end: 'done', class: 'none', value: 1 },
    ]);
    expect(tracer.spans.find(({ name }) => name === 'attempt')).toMatchObject({
      failed: false,
      attributes: { 'octavo.end': 'done', 'octavo.attempt': 1 },
    });
    expect(log.lines.map(({ message }) => message)).toEqual(['attempt ended']);
  });

  it('of a job that is no longer pending is completed without a conversion', async () => {
    await claimAgain(store, job.id);
    const convert = vi.fn(converted);
    attempt.convert = convert;
    expect(await attempt.run()).toBeUndefined();
    expect(convert).not.toHaveBeenCalled();
    expect(completed).toEqual([job.id]);
  });

  it('records the waiting time of the job only in the trace of its first attempt', async () => {
    await lostBefore();
    await attempt.run();
    expect(tracer.spans.map(({ name }) => name)).not.toContain('wait in queue');
  });

  it('ends as failed: the class is counted, the detail is only in the log', async () => {
    attempt.convert = failing({});
    await attempt.run();
    expect(await found()).toMatchObject({ status: 'failed', errorMessage: 'The document is damaged.' });
    expect(await countedSamples(registry, 'octavo_attempts_total')).toEqual([
      { end: 'failed', class: 'invalid', value: 1 },
    ]);
    expect(log.lines[0]?.fields).toMatchObject({ end: 'failed', class: 'invalid', detail: 'no pages' });
    expect(tracer.spans.find(({ name }) => name === 'attempt')).toMatchObject({ failed: true });
  });

  it('that is requeued keeps its new task', async () => {
    attempt.convert = failing({ class: 'crash', retryable: true });
    await attempt.run();
    expect(await found()).toMatchObject({ status: 'pending' });
    expect(completed).toEqual([]);
    expect(await countedSamples(registry, 'octavo_attempts_total')).toEqual([
      { end: 'handed_back', class: 'crash', value: 1 },
    ]);
  });

  it('that is interrupted by a shutdown is requeued without a pause', async () => {
    attempt.convert = failing({ class: 'cancelled', retryable: true });
    const began = performance.now();
    await attempt.run({ signal: AbortSignal.abort() });
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
    for (let count = 0; count < 3; count += 1) {
      expect(await runTimed()).toBeGreaterThan(1_900);
      expect(await found()).toMatchObject({ status: 'pending' });
    }
    expect(completed).toEqual([]);
    expect(log.lines.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
    expect(await countedSamples(registry, 'octavo_attempts_total')).toEqual([
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
    await attempt.run();
    expect(causes).toEqual(['worker']);
    expect(await found()).toMatchObject({ status: 'failed' });
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
    await attempt.run();
    expect(await found()).toMatchObject({ status: 'done' });
    expect(await storedAttempts()).toBe(1);
    expect(await countedSamples(registry, 'octavo_pages_converted_total')).toEqual([{ value: 3 }]);
    expect(await countedSamples(registry, 'octavo_attempts_total')).toEqual([
      { end: 'done', class: 'none', value: 1 },
    ]);
  });
});

describe('the files of earlier attempts', { timeout: 30_000 }, () => {
  it('are removed after a later attempt has ended', async () => {
    await lostBefore();
    await attempt.run();
    expect(await storedAttempts()).toBe(1);
    expect((await found())?.outputs[0]?.objectKey).toContain('/attempt-2-');
  });

  it('are not searched for after a first attempt', async () => {
    const folders = vi.spyOn(blobs, 'folders');
    await attempt.run();
    expect(folders).not.toHaveBeenCalled();
  });

  it('that cannot be removed are logged, and the result is unchanged', async () => {
    await lostBefore();
    blobs.deletePrefix = async () => {
      throw new Error('unavailable');
    };
    await attempt.run();
    expect(await found()).toMatchObject({ status: 'done' });
    expect(log.lines.at(-1)).toMatchObject({ level: 'warn' });
  });

  it('are removed by a worker that lost its job, before it releases the lease', async () => {
    const released: number[] = [];
    const { releaseLease } = store.jobs;
    store.jobs.releaseLease = async (claim) => {
      released.push(await storedAttempts());
      return releaseLease(claim);
    };
    attempt.convert = async (request) => {
      const made = await converted(request);
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      return made;
    };
    await attempt.run();
    expect(released).toEqual([0]);
    expect(await store.jobs.isHeld(job.id)).toBe(false);
    expect(completed).toEqual([]);
  });
});
