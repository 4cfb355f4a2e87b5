/** What an attempt records in the log, the trace and the metrics, and how a failing dependency counts. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OctavoError, unavailable } from '../../src/domain/errors.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { ConvertOutcome, ConvertRequest } from '../../src/ports/engine.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import { runTask } from '../../src/worker/attempt.ts';
import { workerMetrics } from '../../src/worker/worker-metrics.ts';
import { atEnd } from '../at-end.ts';
import { admitted, claimAgain, newAccount, noon, sampleJob, uncounted } from '../contracts/samples.ts';
import { converted, failed } from '../fakes/conversions.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { type RecordingLog, recordingLog } from '../fakes/recording-log.ts';
import { type RecordingTracer, recordingTracer } from '../fakes/recording-tracer.ts';
import { metricValue } from '../metric-value.ts';

// The pauses of an attempt end at once: the tests check their length instead of waiting.
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(async () => {}) }));

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let registry: Registry;
let tracer: RecordingTracer;
let log: RecordingLog;
let convert: (request: ConvertRequest) => Promise<ConvertOutcome>;
let job: NewJob;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  registry = new Registry();
  tracer = recordingTracer();
  log = recordingLog();
  convert = converted;
  vi.mocked(sleep).mockClear();
  job = sampleJob((await newAccount(store)).id, { createdAt: new Date() });
  await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  await admitted(store, job);
});

afterEach(() => {
  vi.useRealTimers();
});

async function run(): Promise<Claim | undefined> {
  const claims: Claim[] = [];
  const ports = {
    store,
    blobs,
    engine: { convert: (request: ConvertRequest) => convert(request) },
    clock: systemClock,
    workDir: mkdtempSync(join(tmpdir(), 'octavo-attempt-records-')),
    sealingKeys: [Buffer.alloc(32, 7)] as const,
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    tasks: { fetch: async () => [], keepAlive: async () => {}, complete: async () => {} },
    leaseMs: 30_000,
    log,
    tracer,
    metrics: workerMetrics(registry),
  };
  await runTask(ports, job.id, new AbortController().signal, (claim) => void claims.push(claim));
  return claims[0];
}

const span = (name: string) => tracer.spans.find((one) => one.name === name);
const about = () => ({ job_id: job.id, attempt: 1, trace_id: span('attempt')?.traceId });

describe('the records of an attempt', () => {
  it('name the job, the attempt and its trace', async () => {
    await run();
    expect(log.lines).toEqual([
      { level: 'info', fields: { ...about(), end: 'done' }, message: 'attempt ended' },
    ]);
    expect(span('attempt')?.attributes).toEqual({
      'octavo.job_id': job.id,
      'octavo.attempt': 1,
      'octavo.pages': 3,
      'octavo.end': 'done',
      'octavo.formats': job.options.format.length,
    });
  });

  it('measure its duration in seconds', async () => {
    convert = async (request) => {
      vi.advanceTimersByTime(1_500);
      return converted(request);
    };
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(10_000);
    await run();
    const duration = 'octavo_attempt_duration_seconds';
    expect(await metricValue(registry, duration, { end: 'done' }, 'sum')).toBeCloseTo(1.5, 5);
  });

  it('include the time in the queue before a first attempt', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    job = { ...job, createdAt: new Date(Date.now() - 5_000), id: sampleJob(job.accountId).id };
    await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
    await admitted(store, job);
    await run();
    const waiting = span('wait in queue');
    expect(waiting).toMatchObject({
      traceId: expect.any(String),
      attributes: { 'octavo.job_id': job.id, 'octavo.attempt': 1, 'octavo.pages': 3 },
      failed: false,
    });
    expect(waiting?.durationMs).toBeGreaterThanOrEqual(5_000);
    expect(waiting?.durationMs).toBeLessThan(60_000);
  });

  it('count no pages and no pause for a document that cannot be converted', async () => {
    convert = async () => failed();
    await run();
    expect(await metricValue(registry, 'octavo_pages_converted_total')).toBe(0);
    expect(sleep).not.toHaveBeenCalled();
  });

  it('contain no pause and no released lease after a done job', async () => {
    const releaseLease = vi.spyOn(store.jobs, 'releaseLease');
    await run();
    expect(sleep).not.toHaveBeenCalled();
    expect(releaseLease).not.toHaveBeenCalled();
  });

  it('name the job whose earlier outputs could not be removed', async () => {
    await store.jobs.handBack(await claimAgain(store, job.id), uncounted, noon);
    const error = unavailable('storage', new Error('no response'));
    blobs.folders = async () => {
      throw error;
    };
    await run();
    expect(log.lines.at(-1)).toEqual({
      level: 'warn',
      fields: { job_id: job.id, err: error },
      message: 'outputs of earlier attempts could not be removed',
    });
  });
});

describe('a failing dependency', () => {
  const outage = unavailable('storage', new Error('no response'));
  const bug = new TypeError('a bug');
  const refused = new OctavoError('page_limit_reached', 'no');

  it.each([
    ['an outage', outage, 'service_unavailable', undefined],
    ['a bug', bug, 'TypeError', 'worker'],
    ['any other error of the service', refused, 'page_limit_reached', 'worker'],
  ])('counts against the retry budget by its kind: %s', async (_kind, error, type, cause) => {
    blobs.putFile = async () => {
      throw error;
    };
    const handBack = vi.spyOn(store.jobs, 'handBack');
    await run();
    expect(handBack.mock.calls.map(([, { budget }]) => budget?.cause)).toEqual([cause]);
    expect(vi.mocked(sleep).mock.calls).toEqual([[2_000]]);
    expect(log.lines).toEqual([
      {
        level: 'error',
        fields: { ...about(), err: error },
        message: 'attempt interrupted by a failing dependency',
      },
    ]);
    expect(span('attempt')).toMatchObject({
      failed: true,
      attributes: { 'error.type': type, 'octavo.end': 'handed_back' },
    });
    expect(await metricValue(registry, 'octavo_pages_converted_total')).toBe(0);
  });
});
