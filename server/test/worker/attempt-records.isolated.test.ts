/** What an attempt records in the log, the trace and the metrics, and how a failing dependency counts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OctavoError, unavailable } from '../../src/domain/errors.ts';
import type { NewJob } from '../../src/ports/store.ts';
import { claimAgain, noon, sampleJob, uncounted } from '../contracts/samples.ts';
import { converted, failed } from '../fakes/conversions.ts';
import type { MemoryBlobs } from '../fakes/memory-blobs.ts';
import type { MemoryStore } from '../fakes/memory-store.ts';
import type { RecordingLog } from '../fakes/recording-log.ts';
import { metricValue } from '../metric-value.ts';
import { submitTo, type TestAttempt, testAttempt } from './test-attempt.ts';

// The pauses of an attempt end at once: the tests check their length instead of waiting.
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(async () => {}) }));

let attempt: TestAttempt;
let store: MemoryStore;
let blobs: MemoryBlobs;
let registry: Registry;
let log: RecordingLog;
let job: NewJob;

beforeEach(async () => {
  attempt = await testAttempt();
  ({ store, blobs, registry, log, job } = attempt);
  vi.mocked(sleep).mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

const span = (name: string) => attempt.tracer.spans.find((one) => one.name === name);
const about = () => ({ job_id: job.id, attempt: 1, trace_id: span('attempt')?.traceId });

describe('the records of an attempt', () => {
  it('name the job, the attempt and its trace', async () => {
    await attempt.run();
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
    attempt.convert = async (request) => {
      vi.advanceTimersByTime(1_500);
      return converted(request);
    };
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(10_000);
    await attempt.run();
    const duration = 'octavo_attempt_duration_seconds';
    expect(await metricValue(registry, duration, { end: 'done' }, 'sum')).toBeCloseTo(1.5, 5);
  });

  it('include the time in the queue before a first attempt', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    job = { ...job, createdAt: new Date(Date.now() - 5_000), id: sampleJob(job.accountId).id };
    await submitTo(attempt, job);
    await attempt.run({ job });
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
    attempt.convert = async () => failed();
    await attempt.run();
    expect(await metricValue(registry, 'octavo_pages_converted_total')).toBe(0);
    expect(sleep).not.toHaveBeenCalled();
  });

  it('contain no pause and no released lease after a done job', async () => {
    const releaseLease = vi.spyOn(store.jobs, 'releaseLease');
    await attempt.run();
    expect(sleep).not.toHaveBeenCalled();
    expect(releaseLease).not.toHaveBeenCalled();
  });

  it.each([
    ['crash', []],
    ['timeout', []],
    ['cancelled', []],
    ['out_of_memory', [[2_000]]],
    ['disk', [[2_000]]],
    ['environment', [[2_000]]],
  ] as const)(
    'contain a pause only if this machine may fail the next job too: %s',
    async (failureClass, pauses) => {
      attempt.convert = async () => failed({ class: failureClass, retryable: true });
      await attempt.run();
      expect(vi.mocked(sleep).mock.calls).toEqual(pauses);
    },
  );

  it('name the job whose earlier outputs could not be removed', async () => {
    await store.jobs.handBack(await claimAgain(store, job.id), uncounted, noon);
    const error = unavailable('storage', new Error('no response'));
    blobs.folders = async () => {
      throw error;
    };
    await attempt.run();
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
    await attempt.run();
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
