/** The periodic steps on fakes: each in its own loop, and none uses a wrong local clock. */
import type { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outputKey, writePrefix } from '../../src/domain/job.ts';
import { claimed, noon, sampleJob, sampleOutput } from '../contracts/samples.ts';
import type { MemoryBlobs } from '../fakes/memory-blobs.ts';
import type { MemoryStore } from '../fakes/memory-store.ts';
import type { LogLine, RecordingLog } from '../fakes/recording-log.ts';
import { storedJob } from '../fakes/stored-job.ts';
import { metricValue } from '../metric-value.ts';
import { expiredJob, expiredLease, type TestSweeper, testSweeper } from './test-sweeper.ts';

let sweeper: TestSweeper;
let store: MemoryStore;
let blobs: MemoryBlobs;
let registry: Registry;
let log: RecordingLog;
let accountId: string;

beforeEach(async () => {
  sweeper = await testSweeper();
  ({ store, blobs, registry, log, accountId } = sweeper);
});

afterEach(() => sweeper.end());

const rounds = (count: number) => vi.advanceTimersByTimeAsync(count * 2_500);
const failures = (step: string) => metricValue(registry, 'octavo_sweep_failures_total', { step });
const logged = (wanted: LogLine['level']) =>
  log.lines.filter(({ level }) => level === wanted).map(({ fields }) => fields);

describe('the sweeper', () => {
  it('runs every step repeatedly', async () => {
    const reclaimed = await expiredLease(sweeper);
    const expired = await expiredJob(sweeper);
    sweeper.start();
    await rounds(1);
    expect(await store.jobs.find(accountId, reclaimed)).toMatchObject({ status: 'pending' });
    expect(await store.jobs.find(accountId, expired)).toBeNull();
    const second = await expiredJob(sweeper);
    await rounds(1);
    expect(await store.jobs.find(accountId, second)).toBeNull();
  });

  it('continues with the other steps while one fails or never ends', async () => {
    store.jobs.expiredLeases = async () => {
      throw new Error('canceling statement due to statement timeout');
    };
    const endless = Promise.withResolvers<readonly []>();
    store.jobs.unfinishedDeletes = () => endless.promise;
    const expired = await expiredJob(sweeper);
    sweeper.start();
    await rounds(3);
    expect(await store.jobs.find(accountId, expired)).toBeNull();
    expect(await failures('reclaimed')).toBe(1);
    expect(logged('warn').map(({ step }) => step)).toContain('reclaimed');
    endless.resolve([]);
  });

  it.each([61_000, -61_000, null])(
    'removes nothing by age while its clock is off by %s ms',
    async (skewMs) => {
      const expired = await expiredJob(sweeper);
      const reclaimed = await expiredLease(sweeper);
      sweeper.start(skewMs);
      await rounds(2);
      expect(await store.jobs.find(accountId, expired)).not.toBeNull();
      expect(await failures('expired')).toBeGreaterThan(0);
      // Leases are compared by the database clock, and jobs still have to be reclaimed.
      expect(await store.jobs.find(accountId, reclaimed)).toMatchObject({ status: 'pending' });
    },
  );

  it('removes by age with a clock that is a minute off', async () => {
    const expired = await expiredJob(sweeper);
    sweeper.start(-60_000);
    await rounds(1);
    expect(await store.jobs.find(accountId, expired)).toBeNull();
  });

  it('removes outputs of a request that died before it committed them, and nothing else', async () => {
    const job = await storedJob(store, blobs, accountId);
    const begin = async (leaseMs: number) => {
      const start = await store.outputWrites.begin(job, ['html'], leaseMs);
      if (start.kind !== 'started') throw new Error(`expected a start, got ${start.kind}`);
      const key = `${writePrefix(job, start.write.id)}html`;
      await blobs.put(key, Buffer.from('x'), { contentType: 'text/html' });
      return key;
    };
    const dead = await begin(-1);
    const running = await begin(60_000);
    sweeper.start();
    await rounds(1);
    expect(await blobs.head(dead)).toBeNull();
    expect(await blobs.head(running)).not.toBeNull();
    expect(await blobs.head(job.outputs[0]?.objectKey ?? '')).not.toBeNull();
    expect(await store.outputWrites.abandoned(10, [])).toEqual([]);
    expect(await metricValue(registry, 'octavo_swept_total', { what: 'outputs_removed' })).toBe(1);
  });

  it('keeps the record of outputs that it could not remove, and tries again', async () => {
    const job = await storedJob(store, blobs, accountId);
    const start = await store.outputWrites.begin(job, ['html'], -1);
    const { deletePrefix } = blobs;
    blobs.deletePrefix = async () => {
      throw new Error('the storage is unavailable');
    };
    sweeper.start();
    await rounds(1);
    expect(await failures('outputs_removed')).toBeGreaterThan(0);
    expect(await store.outputWrites.abandoned(10, [])).toMatchObject([
      { id: start.kind === 'started' && start.write.id },
    ]);
    blobs.deletePrefix = deletePrefix;
    await sweeper.stop();
  });

  it('counts missing outputs, logs their jobs, and resets the count', async () => {
    const job = sampleJob(accountId);
    const claim = await claimed(store, job);
    const output = { ...sampleOutput(job, claim), bytes: 1 };
    await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs: [output] }, noon);
    sweeper.start();
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await metricValue(registry, 'octavo_outputs_missing')).toBe(1);
    expect(logged('error')).toContainEqual({ job_id: job.id, format: 'markdown' });
    await blobs.put(outputKey(job, claim, 'markdown'), Buffer.from('x'), { contentType: 'text/markdown' });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await metricValue(registry, 'octavo_outputs_missing')).toBe(0);
    expect(await metricValue(registry, 'octavo_outputs_checked_total')).toBeGreaterThanOrEqual(2);
  });
});
